import { messageTransitions, type Message, type MessageStatus } from '@handover/contract/conversations.ts';
import type { StatusTone } from '@handover/ui/parts/status-label.tsx';

/** How a status reads. */
export const statusLabels: Readonly<
  Record<MessageStatus, { readonly text: string; readonly tone: StatusTone }>
> = {
  scheduled: { text: 'Scheduled', tone: 'info' },
  queued: { text: 'Queued', tone: 'info' },
  sending: { text: 'Sending', tone: 'info' },
  sent: { text: 'Sent', tone: 'success' },
  failed: { text: 'Failed', tone: 'error' },
  uncertain: { text: 'Uncertain', tone: 'warning' },
  undelivered: { text: 'Not delivered: no mail server configured', tone: 'error' },
  canceled: { text: 'Canceled', tone: 'neutral' },
  received: { text: 'Received', tone: 'neutral' },
};

/** Whether a person may send it again: it ended without having arrived for certain. */
export function canResend({ status }: Pick<Message, 'status'>): boolean {
  return status === 'failed' || status === 'uncertain' || status === 'undelivered';
}

/** Whether it can still be held back. */
export function canCancel({ status }: Pick<Message, 'status'>): boolean {
  return messageTransitions[status].includes('canceled');
}
