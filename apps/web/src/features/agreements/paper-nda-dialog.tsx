import { recordPaperAgreement } from '@handover/contract/agreements/agreements.ts';
import { attachmentMaxBytes } from '@handover/contract/records/files.ts';
import { FileButton } from '@handover/ui/forms/file-button.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import FormHelperText from '@mui/material/FormHelperText';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { uploadWithProgress } from '#shared/api/upload-with-progress.ts';
import { CustomerPicker } from '#shared/customers/customer-picker.tsx';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import type { PickedRecord } from '#shared/lists/record-picker.tsx';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import type { NdaParties } from './nda-panel.tsx';
import { NdaBusinesses } from './send-nda-dialog.tsx';

const maxNameLength = 1000;

interface PaperNdaDialogProps {
  of: NdaParties;
  onClose: () => void;
}

/** Records an NDA that a buyer signed on paper, with its scan. Asks for the missing party. */
export default function PaperNdaDialog({ of, onClose }: PaperNdaDialogProps): ReactElement {
  const { today } = useUser();
  const toasts = useToasts();
  const refresh = useRefresh();
  const [buyer, setBuyer] = useState(of.buyer ?? null);
  const [businesses, setBusinesses] = useState<readonly PickedRecord[]>(
    of.business === undefined ? [] : [of.business],
  );
  const [signerName, setSignerName] = useState(of.buyer?.name ?? '');
  const [signedOn, setSignedOn] = useState('');
  const [expiresOn, setExpiresOn] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [isChecked, setChecked] = useState(false);
  const { keyFor } = useSubmitKey();
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ customerId, scan }: { customerId: string; scan: File }) => {
      const query = {
        name: scan.name.slice(0, maxNameLength),
        customerId,
        businessIds: businesses.map(({ id }) => id),
        ...(of.dealId !== undefined && { dealId: of.dealId }),
        signerName,
        signedOn,
        ...(expiresOn !== '' && { expiresOn }),
      };
      const idempotencyKey = keyFor({ ...query, size: scan.size, lastModified: scan.lastModified });
      return uploadWithProgress(recordPaperAgreement, { query, file: scan, idempotencyKey });
    },
    onSuccess: () => {
      toasts.done('Paper NDA recorded');
      onClose();
    },
    onSettled: () => {
      for (const noun of ['agreement', 'deal', 'document'] as const) refresh({ noun, customerId: null });
    },
  });
  const errors = {
    buyer: buyer === null ? 'Required' : undefined,
    businesses: businesses.length === 0 ? 'Required' : undefined,
    signerName: signerName.trim() === '' ? 'Required' : undefined,
    signedOn: signedOn === '' ? 'Required' : signedOn > today ? 'Cannot be in the future' : undefined,
    expiresOn: expiresOn !== '' && expiresOn < signedOn ? 'Must not be before the signature' : undefined,
    file:
      file === null
        ? 'Choose a file'
        : file.size > attachmentMaxBytes
          ? 'Files can be up to 25 MB.'
          : undefined,
  };
  const shown: Partial<typeof errors> = isChecked ? errors : {};
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (buyer === null || file === null) return;
    if (Object.values(errors).every((each) => each === undefined))
      mutate({ customerId: buyer.id, scan: file });
  };
  return (
    <FormDialog
      draft={{
        name: `paper-nda:${of.dealId ?? of.buyer?.id ?? of.business?.id ?? 'new'}`,
        values: { buyer, businesses, signerName, signedOn, expiresOn },
        restore: (typed) => {
          setBuyer(typed.buyer);
          setBusinesses(typed.businesses);
          setSignerName(typed.signerName);
          setSignedOn(typed.signedOn);
          setExpiresOn(typed.expiresOn);
        },
      }}
      title="Record a paper NDA"
      submitLabel="Record NDA"
      isPending={isPending}
      failure={error === null ? undefined : getErrorMessage(error)}
      onSubmit={submit}
      onClose={onClose}
    >
      {of.buyer === undefined && (
        <CustomerPicker label="Buyer" value={buyer} error={shown.buyer} onChange={setBuyer} />
      )}
      <NdaBusinesses picked={businesses} error={shown.businesses} onChange={setBusinesses} />
      <LabeledInput
        label="Signed by *"
        value={signerName}
        autoComplete="off"
        inputProps={{ maxLength: 300, 'aria-required': true }}
        error={shown.signerName}
        onChange={({ target }) => setSignerName(target.value)}
      />
      <LabeledInput
        type="date"
        label="Date signed *"
        value={signedOn}
        inputProps={{ max: today, 'aria-required': true }}
        error={shown.signedOn}
        onChange={({ target }) => setSignedOn(target.value)}
      />
      <LabeledInput
        type="date"
        label="Expires on"
        value={expiresOn}
        hint="Leave empty if it does not expire."
        error={shown.expiresOn}
        onChange={({ target }) => setExpiresOn(target.value)}
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
        <FormHelperText error={shown.file !== undefined}>
          {shown.file ?? 'A scan as PDF or image'}
        </FormHelperText>
      </div>
    </FormDialog>
  );
}
