import type { Buyer } from '@handover/contract/buyers/buyers.ts';
import { attachmentMaxBytes } from '@handover/contract/records/files.ts';
import { sendProofOfFunds } from '@handover/contract/buyers/proof-of-funds.ts';
import { parseMoney } from '@handover/domain/money.ts';
import { FileButton } from '@handover/ui/forms/file-button.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { createSubmitKey } from '#shared/api/submit-key.ts';
import { uploadWithProgress } from '#shared/api/upload-with-progress.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { useUser } from '#shared/session/session-context.tsx';

const maxNameLength = 1000;

interface Proof {
  amountCents: number;
  datedOn: string;
  file: File;
}

/** Amount, day, and file of a proof of funds, for the buyer's broker to check. */
export default function SendProofDialog({
  buyer,
  onClose,
}: {
  buyer: Buyer;
  onClose: () => void;
}): ReactElement {
  const { today } = useUser();
  const toasts = useToasts();
  const refresh = useRefresh();
  const [amount, setAmount] = useState('');
  const [datedOn, setDatedOn] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [isChecked, setChecked] = useState(false);
  const [idempotencyKey] = useState(createSubmitKey);
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ amountCents, datedOn: day, file: bytes }: Proof) =>
      uploadWithProgress(sendProofOfFunds, {
        params: { id: buyer.id },
        query: { name: bytes.name.slice(0, maxNameLength), amountCents, datedOn: day },
        file: bytes,
        idempotencyKey: `${idempotencyKey}-${String(bytes.size)}-${String(amountCents)}-${day}`,
      }),
    onSuccess: () => {
      toasts.done('Sent to your broker');
      onClose();
    },
    onSettled: () => {
      for (const noun of ['buyer', 'document', 'deal'] as const) refresh({ noun, customerId: null });
    },
  });
  const amountCents = parseMoney(amount);
  const errors = {
    amount:
      amountCents === null || amountCents <= 0 ? 'Enter an amount such as 1,250,000 or 1.25M' : undefined,
    datedOn: datedOn === '' ? 'Required' : datedOn > today ? 'Cannot be in the future' : undefined,
    file:
      file === null
        ? 'Choose a file'
        : file.size > attachmentMaxBytes
          ? 'Files can be up to 25 MB.'
          : undefined,
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (Object.values(errors).every((each) => each === undefined) && amountCents !== null && file !== null)
      mutate({ amountCents, datedOn, file });
  };
  return (
    <FormDialog
      draft={{
        name: `proof-sent:${buyer.id}`,
        values: { amount, datedOn },
        restore: (typed) => {
          setAmount(typed.amount);
          setDatedOn(typed.datedOn);
        },
      }}
      title="Send proof of funds"
      submitLabel="Send"
      isPending={isPending}
      failure={error === null ? undefined : getErrorMessage(error)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2 }}>
        <LabeledInput
          autoFocus
          label={`Amount (${buyer.currency}) *`}
          value={amount}
          autoComplete="off"
          inputProps={{ inputMode: 'decimal', 'aria-required': true }}
          error={isChecked ? errors.amount : undefined}
          onChange={({ target }) => setAmount(target.value)}
        />
        <LabeledInput
          type="date"
          label="Statement date *"
          value={datedOn}
          inputProps={{ 'aria-required': true, max: today }}
          hint="Valid for 6 months from this date."
          error={isChecked ? errors.datedOn : undefined}
          onChange={({ target }) => setDatedOn(target.value)}
        />
        <div>
          <FileButton
            variant="outlined"
            color="inherit"
            accept="application/pdf,image/*"
            onFiles={([chosen]) => setFile(chosen ?? null)}
          >
            {file === null ? 'Choose file' : file.name}
          </FileButton>
          <FormHelperText error={isChecked && errors.file !== undefined}>
            {(isChecked ? errors.file : undefined) ??
              'PDF or image, such as a bank statement or a bank letter'}
          </FormHelperText>
        </div>
      </Stack>
    </FormDialog>
  );
}
