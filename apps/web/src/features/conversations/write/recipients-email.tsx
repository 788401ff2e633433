import {
  sendBusinessEmail,
  sendBusinessEmailBody,
  type Message,
} from '@handover/contract/conversations/conversations.ts';
import { useState, type ReactElement } from 'react';
import * as z from 'zod/mini';
import { RichEditor } from '@handover/ui/editor/lazy-rich-editor.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { send } from '#shared/api/client.ts';
import { DraftFormView } from '#shared/drafts/draft-form-view.tsx';
import { useDraftForm } from '#shared/drafts/use-draft.ts';
import { useDraft } from '#shared/drafts/use-draft.ts';
import { NoDeliveryWarning } from '#shared/mail-templates/no-delivery-warning.tsx';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { getDraftName } from '#shared/records/page/record-ref.ts';

const draftSchema = z.object({
  to: z.string(),
  subject: z.string(),
  html: z.string(),
});

interface RecipientsEmailProps {
  businessId: string;
  /** Null for a new email. */
  replyTo: Message | null;
  onSent: () => void;
}

/** Writes an email about a business to any address, such as its accountant's, or replies to one. */
export default function RecipientsEmail({ businessId, replyTo, onSent }: RecipientsEmailProps): ReactElement {
  const name = getDraftName('email', { type: 'business', id: businessId });
  // A reply goes to the sender unless another address is typed.
  const [empty] = useState(() => ({
    to: getReplyRecipient(replyTo),
    subject: getAnsweredSubject(replyTo),
    html: '',
  }));
  const draft = useDraft(replyTo === null ? name : `${name}:${replyTo.id}`, { schema: draftSchema, empty });
  const toasts = useToasts();
  const refresh = useRefresh();
  const { values, change } = draft;
  const form = useDraftForm(draft, {
    parse: ({ to, subject, html }) =>
      sendBusinessEmailBody.safeParse({
        to: to.split(/[\s,;]+/).filter((address) => address !== ''),
        subject,
        html,
        ...(replyTo !== null && { inReplyTo: replyTo.id, withQuote: true }),
      }),
    send: (body, idempotencyKey) =>
      send(sendBusinessEmail, { params: { id: businessId }, body }, { idempotencyKey }),
    onSent: () => {
      refresh({ noun: 'message', customerId: null });
      toasts.done('Email queued');
      onSent();
    },
  });
  const recipientError = Object.entries(form.errors).find(([path]) => path.startsWith('to'))?.[1];
  return (
    <DraftFormView form={form} label={replyTo === null ? 'New email' : 'Reply'} submitLabel="Send">
      <NoDeliveryWarning />
      <LabeledInput
        label="To"
        hint="Separate addresses with commas"
        value={values.to}
        error={recipientError}
        autoComplete="off"
        readOnly={form.isPending}
        onChange={(event) => change({ to: event.target.value })}
      />
      <LabeledInput
        label="Subject"
        value={values.subject}
        error={form.errors['subject']}
        autoComplete="off"
        readOnly={form.isPending}
        onChange={(event) => change({ subject: event.target.value })}
      />
      <RichEditor
        isCompact
        label="Message"
        placeholder="Write your message"
        value={values.html}
        error={form.errors['text'] ?? form.errors['html']}
        isReadOnly={form.isPending}
        onChange={(html) => change({ html })}
      />
    </DraftFormView>
  );
}

function getReplyRecipient(message: Message | null): string {
  if (message === null) return '';
  return message.direction === 'inbound' ? message.from.address : message.to.join(', ');
}

function getAnsweredSubject(message: Message | null): string {
  if (message === null) return '';
  return /^re\s*:/i.test(message.subject) ? message.subject : `Re: ${message.subject}`;
}
