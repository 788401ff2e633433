import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import { useMutation } from '@tanstack/react-query';
import { useId, type FormEvent, type ReactElement, type ReactNode } from 'react';
import { FormProvider, useForm, type FieldPath, type FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { applyServerErrors } from '../../../shared/forms/apply-server-errors.ts';
import { bodyResolver } from '../../../shared/forms/body-resolver.ts';
import { PasskeyError } from '../../../shared/passkeys/passkey-error.ts';

interface FormDialogProps<V extends FieldValues> {
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
export function FormDialog<V extends FieldValues>({
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
}: FormDialogProps<V>): ReactElement {
  const titleId = useId();
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
  const close = (): void => {
    if (!acting.isPending) onClose();
  };
  return (
    <Dialog open onClose={close} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <form noValidate onSubmit={submit}>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          <Stack spacing={2.5}>
            <DialogContentText variant="body2">{text}</DialogContentText>
            {root !== undefined && <Alert severity="error">{root.message}</Alert>}
            <FormProvider {...form}>{children}</FormProvider>
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" color="inherit" disabled={acting.isPending} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" color={isDangerous ? 'error' : 'primary'} loading={acting.isPending}>
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
