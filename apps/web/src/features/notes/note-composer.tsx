import { createNote, type NoteKind } from '@handover/contract/notes.ts';
import type { ReactElement } from 'react';
import { LabelledInput } from '@handover/ui/forms/labelled-input.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { send } from '#shared/api/client.ts';
import { DraftFormView } from '#shared/drafts/draft-form-view.tsx';
import { useDraftForm } from '#shared/drafts/use-draft-form.ts';
import { useDraft } from '#shared/drafts/use-draft.ts';
import { useRefresh } from '#shared/live/affected-keys.ts';
import { MentionInput } from '#shared/mentions/mention-input.tsx';
import { emptyNoteDraft, noteDraftSchema, parseNote } from './note-draft.ts';
import styles from './note-composer.module.css';

const words = {
  note: {
    label: 'Note',
    placeholder: 'Write a note; @ mentions a colleague',
    submit: 'Add note',
    done: 'Note added',
  },
  call: {
    label: 'What was said',
    placeholder: 'Who called whom, and what was agreed',
    submit: 'Log call',
    done: 'Call logged',
  },
  meeting: {
    label: 'What was discussed',
    placeholder: 'Who was there, and what was agreed',
    submit: 'Log meeting',
    done: 'Meeting logged',
  },
} as const satisfies Record<NoteKind, object>;

/** Adds a note to a customer, or logs a call or meeting with its time and duration. */
export function NoteComposer({ customerId, kind }: { customerId: string; kind: NoteKind }): ReactElement {
  const draft = useDraft(`${kind}:${customerId}`, { schema: noteDraftSchema, empty: emptyNoteDraft });
  const toasts = useToasts();
  const refresh = useRefresh();
  const form = useDraftForm(draft, {
    parse: (values) => parseNote(kind, values),
    send: (body, idempotencyKey) =>
      send(createNote, { params: { id: customerId }, body }, { idempotencyKey }),
    onSent: () => {
      refresh({ noun: 'note', customerId });
      toasts.done(words[kind].done);
    },
  });
  const { values, change } = draft;
  return (
    <DraftFormView form={form} label={words[kind].submit} submitLabel={words[kind].submit}>
      <MentionInput
        label={words[kind].label}
        placeholder={words[kind].placeholder}
        text={values.text}
        mentioned={values.mentioned}
        onChange={(text, mentioned) => change({ text, mentioned: [...mentioned] })}
        error={form.errors['body']}
        isReadOnly={form.isPending}
      />
      {kind !== 'note' && (
        <div className={styles['times']}>
          <LabelledInput
            type="datetime-local"
            label="When"
            hint="Now, if left empty"
            value={values.occurredAt}
            error={form.errors['occurredAt']}
            onChange={(event) => change({ occurredAt: event.target.value })}
          />
          <LabelledInput
            type="number"
            label="Minutes"
            value={values.durationMinutes}
            error={form.errors['durationMinutes']}
            inputProps={{ min: 1, max: 1440, inputMode: 'numeric' }}
            onChange={(event) => change({ durationMinutes: event.target.value })}
          />
        </div>
      )}
    </DraftFormView>
  );
}
