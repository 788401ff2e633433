import { setProofOfFunds, type Buyer } from '@handover/contract/buyers/buyers.ts';
import { listDocuments } from '@handover/contract/documents/documents.ts';
import { formatMoneyInput, parseMoney } from '@handover/domain/money.ts';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactElement } from 'react';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery } from '#shared/api/query-factory.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { useOpenedVersion } from '#shared/forms/use-opened-version.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { useUser } from '#shared/session/session-context.tsx';

/** The amount that a buyer has shown, the file that proves it, and whether it was verified. */
export default function ProofDialog({ buyer, onClose }: { buyer: Buyer; onClose: () => void }): ReactElement {
  const { proofOfFunds: stored } = buyer;
  const toasts = useToasts();
  const refresh = useRefresh();
  const { areas, today } = useUser();
  const hasDocuments = areas.includes('documents');
  const [amount, setAmount] = useState(stored === null ? '' : formatMoneyInput(stored.amountCents));
  const [datedOn, setDatedOn] = useState(stored?.datedOn ?? today);
  const [documentId, setDocumentId] = useState(stored?.documentId ?? '');
  const [isVerified, setVerified] = useState(stored?.verifiedAt != null);
  const [isChecked, setChecked] = useState(false);
  const files = useQuery({ ...filesQuery(buyer.customer.id), enabled: hasDocuments });
  const { version, save } = useOpenedVersion(buyer.version, stored);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (amountCents: number) =>
      save(
        send(setProofOfFunds, {
          params: { id: buyer.id },
          body: {
            version,
            proofOfFunds: {
              amountCents,
              datedOn,
              documentId: documentId === '' ? null : documentId,
              isVerified,
            },
          },
        }),
      ),
    onSuccess: () => {
      toasts.done(isVerified ? 'Proof of funds verified' : 'Proof of funds saved');
      onClose();
    },
    onSettled: () => refresh({ noun: 'buyer', customerId: null }),
  });
  const cents = parseMoney(amount);
  const dateError = datedOn === '' ? 'Required' : datedOn > today ? 'Cannot be in the future' : undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (cents !== null && cents > 0 && dateError === undefined) mutate(cents);
  };
  return (
    <FormDialog
      draft={{
        name: `proof:${buyer.id}`,
        version,
        values: { amount, datedOn, documentId, isVerified },
        restore: (typed) => {
          setAmount(typed.amount);
          setDatedOn(typed.datedOn);
          setDocumentId(typed.documentId);
          setVerified(typed.isVerified);
        },
      }}
      title="Proof of funds"
      submitLabel="Save"
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
          error={
            isChecked && (cents === null || cents <= 0)
              ? 'Enter an amount such as 1,250,000 or 1.25M'
              : undefined
          }
          onChange={({ target }) => setAmount(target.value)}
        />
        <LabeledInput
          type="date"
          label="Statement date *"
          value={datedOn}
          hint="Valid for 6 months from this date."
          error={isChecked ? dateError : undefined}
          inputProps={{ 'aria-required': true, max: today }}
          onChange={({ target }) => setDatedOn(target.value)}
        />
        {hasDocuments && (
          <LabeledSelect
            label="File"
            value={documentId}
            hint="A file on this customer, such as a bank statement"
            onChange={({ target }) => setDocumentId(target.value)}
          >
            <option value="">None</option>
            {files.data?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </LabeledSelect>
        )}
        <FormControlLabel
          label="I have verified these funds"
          control={<Checkbox checked={isVerified} onChange={(_event, isOn) => setVerified(isOn)} />}
          slotProps={{ typography: { variant: 'body2' } }}
        />
      </Stack>
    </FormDialog>
  );
}

const filesQuery = (customerId: string) =>
  oneQuery({
    queryKey: ['document', customerId, 'options'],
    queryFn: async ({ signal }) =>
      (
        await send(
          listDocuments,
          { query: { recordType: 'customer', recordId: customerId, limit: 100 } },
          { signal },
        )
      ).documents,
  });
