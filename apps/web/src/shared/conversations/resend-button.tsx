import { resendEmail, type MessageStatus } from '@handover/contract/conversations/conversations.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { getRelatedIds, type RecordRef } from '#shared/records/page/record-ref.ts';

interface ResendButtonProps {
  id: string;
  status: MessageStatus;
  /** Different for each failure, so that repeated clicks send the email only once. */
  failure: string | number;
  /** The record of the page. */
  of: RecordRef | null;
}

/** Sends an email again. Asks first if the email may already have been delivered. */
export default function ResendButton({ id, status, failure, of }: ResendButtonProps): ReactElement {
  const toasts = useToasts();
  const refresh = useRefresh();
  const submitKey = useSubmitKey();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      send(resendEmail, { params: { id } }, { idempotencyKey: submitKey.keyFor([id, failure]) }),
    onSuccess: () => toasts.done('Email queued'),
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => refresh({ noun: 'message', ...getRelatedIds(of) }),
  });
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        loading={isPending}
        onClick={() => (status === 'uncertain' ? setAsking(true) : mutate())}
      >
        Resend
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Resend this email?"
          confirmLabel="Resend"
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            mutate();
          }}
        >
          We don’t know whether this email was delivered. If it was, the customer will get it twice.
        </ConfirmDialog>
      )}
    </>
  );
}
