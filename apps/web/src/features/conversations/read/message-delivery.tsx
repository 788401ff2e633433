import Button from '@mui/material/Button';
import type { Message } from '@handover/contract/conversations.ts';
import { useState, type ReactElement } from 'react';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { fullTime } from '@handover/ui/parts/time-text.ts';
import type { RecordRef } from '#shared/records/page/record-ref.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { canCancel, canResend, statusLabels } from './message-status.ts';
import styles from './message-view.module.css';
import { useMessageMutations } from './use-message-mutations.ts';

/** Where an outgoing email stands, why, and what a person can do about it. */
export function MessageDelivery({ message, of }: { message: Message; of: RecordRef }): ReactElement {
  const { timeZone } = useUser();
  const acts = useMessageMutations(message, of);
  const [isAsking, setAsking] = useState(false);
  const { text, tone } = statusLabels[message.status];
  const time =
    message.status === 'scheduled' && message.scheduledAt !== null
      ? ` for ${fullTime(new Date(message.scheduledAt), timeZone)}`
      : '';
  return (
    <div className={styles['delivery']}>
      <StatusLabel tone={tone} hasDot={message.status === 'queued' || message.status === 'sending'}>
        {text}
        {time}
      </StatusLabel>
      {message.statusDetail !== null && message.status !== 'undelivered' && (
        <span className={styles['detail']}>{message.statusDetail}</span>
      )}
      {canResend(message) && (
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          loading={acts.isPending}
          onClick={() => (message.status === 'uncertain' ? setAsking(true) : acts.resend())}
        >
          Resend
        </Button>
      )}
      {canCancel(message) && (
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          loading={acts.isPending}
          onClick={acts.cancel}
        >
          Cancel sending
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Send it again?"
          confirmLabel="Send again"
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            acts.resend();
          }}
        >
          It is not known whether this email arrived. If it did, the customer gets it twice.
        </ConfirmDialog>
      )}
    </div>
  );
}
