import type { DocumentLegalHold } from '@handover/contract/documents/documents.ts';
import type { BodyInput } from '@handover/contract/http/endpoint.ts';
import { placeDocumentLegalHold } from '@handover/contract/documents/legal-holds.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { formatFullTime } from '@handover/ui/parts/time-text.ts';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { useUser } from '#shared/session/session-context.tsx';

type LegalHoldInput = BodyInput<typeof placeDocumentLegalHold>;

interface LegalHoldDialogProps {
  recordId: string;
  /** The hold to lift; null to place one. */
  legalHold: DocumentLegalHold | null;
  /** The scope of a hold, as a sentence. */
  text: string;
  place: (body: LegalHoldInput) => Promise<unknown>;
  lift: () => Promise<unknown>;
  onClose: () => void;
}

/** Places a legal hold with a reason, or shows the current hold and lifts it. */
export default function LegalHoldDialog({
  recordId,
  legalHold,
  text,
  place,
  lift,
  onClose,
}: LegalHoldDialogProps): ReactElement {
  const toasts = useToasts();
  const refresh = useRefresh();
  const { timeZone } = useUser();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | undefined>();
  const {
    mutate,
    isPending,
    error: failure,
  } = useMutation({
    mutationFn: () => (legalHold === null ? place({ reason }) : lift()),
    onSuccess: () => {
      toasts.done(legalHold === null ? 'Legal hold placed' : 'Legal hold lifted');
      onClose();
    },
    onSettled: () => {
      refresh({ noun: 'document', customerId: null });
      refresh({ noun: 'business', customerId: null });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const parsed = placeDocumentLegalHold.body.safeParse({ reason });
    if (legalHold === null && !parsed.success) setError(parsed.error.issues[0]?.message);
    else mutate();
  };
  return (
    <FormDialog
      draft={{
        name: `legal-hold:${recordId}`,
        values: { reason },
        restore: (typed) => setReason(typed.reason),
      }}
      title="Legal hold"
      submitLabel={legalHold === null ? 'Place hold' : 'Lift hold'}
      failure={failure === null ? undefined : getErrorMessage(failure)}
      isPending={isPending}
      isDangerous={legalHold !== null}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{text}</p>
      {legalHold === null ? (
        <LabeledInput
          label="Reason"
          autoFocus
          multiline
          minRows={2}
          value={reason}
          error={error}
          hint="Shown to your team and to anyone who tries to delete a file"
          inputProps={{ maxLength: 500 }}
          onChange={(event) => setReason(event.target.value)}
        />
      ) : (
        <p>
          <strong>{legalHold.reason}</strong>
          <br />
          Placed by {legalHold.placedBy.displayName}, {formatFullTime(new Date(legalHold.placedAt), timeZone)}
        </p>
      )}
    </FormDialog>
  );
}
