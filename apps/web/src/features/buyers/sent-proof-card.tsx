import type { Buyer } from '@handover/contract/buyers/buyers.ts';
import { answerProofOfFunds } from '@handover/contract/buyers/proof-of-funds.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactElement } from 'react';
import { Link } from 'react-router';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { RailCard, RailFacts } from '#shared/records/page/rail.tsx';
import { useUser } from '#shared/session/session-context.tsx';

/**
 * The last proof of funds that the buyer sent, for the broker to accept or return. Renders nothing if there is none.
 */
export default function SentProofCard({ buyer }: { buyer: Buyer }): ReactElement | null {
  const { sentProof, currency, abilities } = buyer;
  const { areas, timeZone } = useUser();
  const toasts = useToasts();
  const [isReturning, setReturning] = useState(false);
  const accept = useProofDecision(buyer, { onFailed: (error) => toasts.failed(getErrorMessage(error)) });
  if (sentProof === null) return null;
  const { state, amountCents, datedOn, document, sentAt, reason } = sentProof;
  return (
    <RailCard title={state === 'sent' ? 'Proof of funds to review' : 'Proof of funds returned'}>
      <RailFacts
        facts={[
          ['Amount', <MoneyText key="amount" isPrice amountCents={amountCents} currency={currency} />],
          ['Statement date', formatDate(datedOn)],
          [
            'File',
            areas.includes('documents') ? (
              <Link key="file" to={`${recordInfo.document.path}${document.id}`}>
                {document.name}
              </Link>
            ) : (
              document.name
            ),
          ],
          ['Sent', <RelativeTime key="sent" time={sentAt} timeZone={timeZone} />],
          ['Reason', reason],
        ]}
      />
      {state === 'sent' && abilities.canManage && (
        <Stack direction="row" sx={{ gap: 1, mt: 1.5 }}>
          <Button
            size="small"
            variant="contained"
            loading={accept.isPending}
            onClick={() => accept.mutate({ answer: 'accepted' })}
          >
            Accept
          </Button>
          <Button size="small" variant="outlined" color="inherit" onClick={() => setReturning(true)}>
            Return
          </Button>
        </Stack>
      )}
      {isReturning && <ReturnDialog buyer={buyer} onClose={() => setReturning(false)} />}
    </RailCard>
  );
}

function ReturnDialog({ buyer, onClose }: { buyer: Buyer; onClose: () => void }): ReactElement {
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const { mutate, isPending, error } = useProofDecision(buyer, { onDone: onClose });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (reason.trim() !== '') mutate({ answer: 'returned', reason });
  };
  return (
    <FormDialog
      draft={{
        name: `proof-return:${buyer.id}`,
        values: { reason },
        restore: (typed) => setReason(typed.reason),
      }}
      title="Return proof of funds"
      submitLabel="Return"
      isPending={isPending}
      failure={error === null ? undefined : getErrorMessage(error)}
      onSubmit={submit}
      onClose={onClose}
    >
      <LabeledInput
        autoFocus
        label="Reason *"
        value={reason}
        hint={`${buyer.customer.name} sees it and can send another file.`}
        error={isChecked && reason.trim() === '' ? 'Required' : undefined}
        inputProps={{ maxLength: 300 }}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}

type ProofDecision = { answer: 'accepted' } | { answer: 'returned'; reason: string };

function useProofDecision(
  { id, version }: Buyer,
  { onDone, onFailed }: { onDone?: () => void; onFailed?: (error: Error) => void },
) {
  const toasts = useToasts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (answer: ProofDecision) =>
      send(answerProofOfFunds, { params: { id }, body: { version, ...answer } }),
    onSuccess: (_buyer, { answer }) => {
      toasts.done(answer === 'accepted' ? 'Proof of funds accepted' : 'Proof of funds returned');
      onDone?.();
    },
    onError: (error) => onFailed?.(error),
    onSettled: () => {
      for (const noun of ['buyer', 'deal'] as const) refresh({ noun, customerId: null });
    },
  });
}
