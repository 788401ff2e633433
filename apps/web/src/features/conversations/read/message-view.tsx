import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import {
  type Message,
  messageTransitions,
  type MessageStatus,
  type SenderWarning,
  cancelEmail,
  canResend,
} from '@handover/contract/conversations/conversations.ts';
import { useState, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { type MailRecordRef, getRelatedIds } from '#shared/records/page/record-ref.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { MessageAttachments } from './message-attachments.tsx';
import { MessageHtml } from './message-html.tsx';
import styles from './message-view.module.css';
import { StatusLabel, type StatusTone } from '@handover/ui/parts/status-label.tsx';
import { formatFullTime } from '@handover/ui/parts/time-text.ts';
import { useMutation } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import ResendButton from '#shared/conversations/resend-button.tsx';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { QuarantineNotice } from '#shared/quarantines/quarantine-notice.tsx';
import { useHashTarget } from '#shared/lists/use-hash-target.ts';

interface MessageViewProps {
  message: Message;
  of: MailRecordRef;
  /** The newest of its thread is open. */
  isNewest: boolean;
  onReply: (message: Message) => void;
}

/** One email: a line when closed; text, files, delivery, and reply when open. */
export function MessageView({ message, of, isNewest, onReply }: MessageViewProps): ReactElement {
  const { ref, isTarget } = useHashTarget<HTMLElement>(`message-${message.id}`);
  const [chosen, setOpen] = useState<boolean | null>(null);
  const isOpen = chosen ?? (isNewest || isTarget);
  const { timeZone } = useUser();
  const sender = message.from.name ?? message.from.address;
  return (
    <article
      ref={ref}
      className={styles['message']}
      data-target={isTarget || undefined}
      aria-label={`Email from ${sender}`}
    >
      <button type="button" className={styles['top']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Avatar name={sender} size={32} />
        <span className={styles['who']}>
          <span className={styles['sender']}>{sender}</span>
          <span className={styles['snippet']}>
            {isOpen ? `to ${message.to.join(', ')}` : message.snippet}
          </span>
        </span>
        {!isOpen && canResend(message.status) && (
          <Icon name="solar:danger-triangle-bold" size={18} label={statusLabels[message.status].text} />
        )}
        {!isOpen && message.senderWarning !== null && (
          <Icon name="solar:danger-triangle-bold" size={18} label="Possibly forged" />
        )}
        <span className={styles['time']}>
          <RelativeTime time={message.sentAt ?? message.createdAt} timeZone={timeZone} />
        </span>
      </button>
      {isOpen && (
        <div className={styles['open']}>
          <Recipients message={message} />
          <SenderNotice message={message} />
          {message.direction === 'outbound' && <MessageDelivery message={message} of={of} />}
          <MessageBody message={message} />
          <MessageAttachments attachments={message.attachments} of={of} />
          <div>
            <Button
              size="small"
              variant="outlined"
              color="inherit"
              startIcon={<Icon name="solar:reply-linear" size={16} />}
              onClick={() => onReply(message)}
            >
              Reply
            </Button>
          </div>
        </div>
      )}
    </article>
  );
}

function MessageBody({ message }: { message: Message }): ReactElement {
  if (message.quarantineId !== null)
    return <QuarantineNotice id={message.quarantineId} text={message.text} />;
  return message.hasHtml ? (
    <MessageHtml message={message} />
  ) : (
    <p className={styles['text']}>{message.text}</p>
  );
}

function Recipients({ message }: { message: Message }): ReactElement {
  const others = [
    ...(message.cc.length > 0 ? [`Cc: ${message.cc.join(', ')}`] : []),
    ...(message.bcc.length > 0 ? [`Bcc: ${message.bcc.join(', ')}`] : []),
  ];
  return (
    <p className={styles['recipients']}>
      From {message.from.address}
      {others.map((line) => ` · ${line}`)}
    </p>
  );
}

/** Marks a received email from an unverified sender. */
function SenderNotice({
  message: { senderCheck, senderWarning },
}: {
  message: Message;
}): ReactElement | null {
  if (senderWarning !== null)
    return (
      <Alert severity="error">
        <strong>Sender not verified.</strong> {warnings[senderWarning]}
      </Alert>
    );
  if (senderCheck === null || senderCheck === 'verified') return null;
  return (
    <div className={styles['delivery']}>
      <StatusLabel tone="warning">Sender not verified</StatusLabel>
      <span className={styles['detail']}>
        {senderCheck === 'failed'
          ? 'This email could not be verified as coming from its domain.'
          : 'The sender could not be checked because DNS did not respond.'}
      </span>
    </div>
  );
}

const warnings = {
  payment:
    'This email mentions payment details and may be forged. Call the sender at a number you already have to confirm before anyone sends money.',
  changed: 'Earlier email from this address was verified; this one was not. It may be forged.',
} as const satisfies Record<SenderWarning, string>;

/** The delivery status of an outgoing email, its cause, and the actions on it. */
export function MessageDelivery({ message, of }: { message: Message; of: MailRecordRef }): ReactElement {
  const { timeZone } = useUser();
  const { cancel, isPending } = useCancel(message, of);
  const { text, tone } = statusLabels[message.status];
  const time =
    message.status === 'scheduled' && message.scheduledAt !== null
      ? ` for ${formatFullTime(new Date(message.scheduledAt), timeZone)}`
      : '';
  return (
    <div className={styles['delivery']}>
      <StatusLabel tone={tone} hasDot={message.status === 'queued' || message.status === 'sending'}>
        {text}
        {time}
      </StatusLabel>
      {message.statusDetail !== null && <span className={styles['detail']}>{message.statusDetail}</span>}
      {canResend(message.status) && (
        <ResendButton id={message.id} status={message.status} failure={message.version} of={of} />
      )}
      {canCancel(message) && (
        <Button size="small" variant="outlined" color="inherit" loading={isPending} onClick={cancel}>
          Cancel sending
        </Button>
      )}
    </div>
  );
}

export const statusLabels: Readonly<
  Record<MessageStatus, { readonly text: string; readonly tone: StatusTone }>
> = {
  scheduled: { text: 'Scheduled', tone: 'info' },
  queued: { text: 'Queued', tone: 'info' },
  sending: { text: 'Sending', tone: 'info' },
  sent: { text: 'Sent', tone: 'success' },
  failed: { text: 'Failed', tone: 'error' },
  uncertain: { text: 'Delivery unknown', tone: 'warning' },
  undelivered: { text: 'Not delivered', tone: 'error' },
  canceled: { text: 'Canceled', tone: 'neutral' },
  received: { text: 'Received', tone: 'neutral' },
};

/** Whether sending can still be canceled. */
export function canCancel({ status }: Pick<Message, 'status'>): boolean {
  return messageTransitions[status].includes('canceled');
}

/** Cancels an email that has not been sent. */
function useCancel(message: Message, of: MailRecordRef): { cancel: () => void; isPending: boolean } {
  const toasts = useToasts();
  const refresh = useRefresh();
  const { mutate, isPending } = useMutation({
    mutationFn: () => send(cancelEmail, { params: { id: message.id } }),
    onSuccess: () => toasts.done('Sending canceled'),
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => refresh({ noun: 'message', ...getRelatedIds(of) }),
  });
  return { cancel: () => !isPending && mutate(), isPending };
}
