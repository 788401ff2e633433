import DialogContentText from '@mui/material/DialogContentText';
import { useMutation } from '@tanstack/react-query';
import type { ComponentProps, FormEvent, ReactElement, ReactNode } from 'react';
import { FormProvider, useForm, useFormContext, type FieldPath, type FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { applyServerErrors, createBodyResolver, submitAndWait } from '#shared/forms/form-validation.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { PasskeyError } from '#shared/passkeys/passkey-error.ts';

interface AccountFormDialogProps<V extends FieldValues> {
  title: string;
  text: string;
  confirmLabel: string;
  isDangerous?: boolean;
  schema: z.ZodMiniType;
  values: V;
  /** Fields that can show server errors. */
  names: readonly FieldPath<V>[];
  /** `DialogField`s and similar inputs. */
  children: ReactNode;
  /** An error thrown here is shown at its field or above the fields. */
  act: (values: V) => Promise<void>;
  onClose: () => void;
}

/**
 * A dialog that asks for a few values before a change to the account. It stays open during the request, because the
 * response may be shown only once.
 */
export function AccountFormDialog<V extends FieldValues>({
  title,
  text,
  confirmLabel,
  isDangerous = false,
  schema,
  values,
  names,
  children,
  act,
  onClose,
}: AccountFormDialogProps<V>): ReactElement {
  const form = useForm<V>({ resolver: createBodyResolver<V>(schema, (typed) => typed), values });
  const acting = useMutation({
    mutationFn: act,
    onError: (error) => {
      if (error instanceof PasskeyError) form.setError('root', { message: error.message });
      else applyServerErrors(error, form.setError, names);
    },
  });
  const { root } = form.formState.errors;
  const submit = (event: FormEvent): void => {
    // Events bubble through the portal and would submit a form around the dialog as well.
    event.stopPropagation();
    void form.handleSubmit(submitAndWait((sent: V) => acting.mutateAsync(sent)))(event);
  };
  return (
    <FormDialog
      draft={null}
      title={title}
      submitLabel={confirmLabel}
      notice={<DialogContentText variant="body2">{text}</DialogContentText>}
      failure={root?.message}
      isPending={acting.isPending}
      isLockedWhilePending
      isDangerous={isDangerous}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormProvider {...form}>{children}</FormProvider>
    </FormDialog>
  );
}

type DialogFieldProps = Omit<ComponentProps<typeof FormTextField>, 'control'>;

export function DialogField(props: DialogFieldProps): ReactElement {
  const { control } = useFormContext();
  return <FormTextField control={control} {...props} />;
}

export function OwnPasswordField({ isFirst = false }: { isFirst?: boolean }): ReactElement {
  return (
    <DialogField
      name="password"
      label="Your password"
      type="password"
      autoComplete="current-password"
      autoFocus={isFirst}
    />
  );
}

/** Accepts a code from the app or a recovery code. */
export function CodeField(): ReactElement {
  return (
    <DialogField
      name="code"
      label="Code from your authenticator app"
      hint="Or one of your recovery codes"
      autoComplete="one-time-code"
    />
  );
}
