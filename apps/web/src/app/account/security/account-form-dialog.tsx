import DialogContentText from '@mui/material/DialogContentText';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, type ReactNode } from 'react';
import { FormProvider, useForm, type FieldPath, type FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { applyServerErrors } from '#shared/forms/apply-server-errors.ts';
import { bodyResolver } from '#shared/forms/body-resolver.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { PasskeyError } from '#shared/passkeys/passkey-error.ts';

interface AccountFormDialogProps<V extends FieldValues> {
  title: string;
  text: string;
  confirmLabel: string;
  isDangerous?: boolean;
  schema: z.ZodMiniType;
  /** What the fields begin with. */
  values: V;
  /** The fields that a refusal may name. */
  names: readonly FieldPath<V>[];
  /** The fields: `DialogField` and its kind. */
  children: ReactNode;
  /** A refusal thrown here shows on its field, or above. */
  act: (values: V) => Promise<void>;
  onClose: () => void;
}

/** Asks for a few values before an act on the account. Mount it to open it. While the act runs it stays: its answer may be shown this once. */
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
  const form = useForm<V>({ resolver: bodyResolver<V>(schema, (typed) => typed), values });
  const acting = useMutation({
    mutationFn: act,
    onError: (error) => {
      if (error instanceof PasskeyError) form.setError('root', { message: error.message });
      else applyServerErrors(error, form.setError, names);
    },
  });
  const { root } = form.formState.errors;
  const submit = (event: FormEvent): void => {
    // A portal's events rise to a form around the dialog, which would be sent too.
    event.stopPropagation();
    void form.handleSubmit((sent) => acting.mutate(sent))(event);
  };
  return (
    <FormDialog
      title={title}
      submitLabel={confirmLabel}
      notice={<DialogContentText variant="body2">{text}</DialogContentText>}
      failure={root?.message}
      isPending={acting.isPending}
      isHeld
      isDangerous={isDangerous}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormProvider {...form}>{children}</FormProvider>
    </FormDialog>
  );
}
