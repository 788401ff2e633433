import Button from '@mui/material/Button';
import { writeMessageBody, type Message, type WriteMessageBody } from '@handover/contract/conversations.ts';
import * as z from 'zod/mini';
import type { ReactElement } from 'react';
import { LabelledInput } from '@handover/ui/forms/labelled-input.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { DraftFormView } from '#shared/drafts/draft-form-view.tsx';
import { useDraftForm } from '#shared/drafts/use-draft.ts';
import { useDraft } from '#shared/drafts/use-draft.ts';

const schema = z.object({ subject: z.string(), text: z.string() });
const empty = { subject: '', text: '' };

/** Sends the text; retries of the same text use the same key. */
export type WriteMessage = (body: WriteMessageBody, idempotencyKey: string) => Promise<void>;

interface ClientComposerProps {
  /** Null for a new conversation, which needs a subject. */
  answered: Message | null;
  write: WriteMessage;
  /** For a form that can be closed; also called once the text is sent. */
  onClose?: () => void;
}

/** Writes to the broker. Each conversation keeps its own text until it is sent. */
export function ClientComposer({ answered, write, onClose }: ClientComposerProps): ReactElement {
  const toasts = useToasts();
  const draft = useDraft(`to-broker:${answered?.threadId ?? 'new'}`, { schema, empty });
  const form = useDraftForm(draft, {
    parse: ({ subject, text }) =>
      writeMessageBody.safeParse(answered === null ? { subject, text } : { text, inReplyTo: answered.id }),
    send: write,
    onSent: () => {
      toasts.done('Message sent');
      onClose?.();
    },
  });
  const { values, change } = draft;
  const isNew = answered === null;
  return (
    <DraftFormView
      form={form}
      label={isNew ? 'New message' : 'Reply'}
      submitLabel="Send"
      extras={
        onClose !== undefined && (
          <Button variant="text" color="inherit" onClick={onClose}>
            Close
          </Button>
        )
      }
    >
      {isNew && (
        <LabelledInput
          label="Subject"
          value={values.subject}
          error={form.errors['subject']}
          readOnly={form.isPending}
          autoComplete="off"
          onChange={(event) => change({ subject: event.target.value })}
        />
      )}
      <LabelledInput
        label={isNew ? 'Message' : 'Your reply'}
        multiline
        minRows={isNew ? 4 : 2}
        maxRows={16}
        value={values.text}
        error={form.errors['text']}
        readOnly={form.isPending}
        onChange={(event) => change({ text: event.target.value })}
      />
    </DraftFormView>
  );
}
