import {
  createBusinessNote,
  createDealNote,
  createNote,
  createNoteBody,
  type NoteKind,
} from '@handover/contract/records/notes.ts';
import { useState, type ReactElement } from 'react';
import * as z from 'zod/mini';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { send } from '#shared/api/client.ts';
import { DraftFormView } from '#shared/drafts/draft-form-view.tsx';
import { useDraftForm } from '#shared/drafts/use-draft.ts';
import { useDraft } from '#shared/drafts/use-draft.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { toStored } from '#shared/mentions/mentions.ts';
import { MentionInput } from '#shared/mentions/mention-input.tsx';
import {
  toAttachment,
  getRelatedIds,
  getDraftName,
  type LinkedRecord,
  type RecordRef,
} from '#shared/records/page/record-ref.ts';
import { toInstant } from '@handover/domain/local-time.ts';
import { useUser } from '#shared/session/session-context.tsx';
import styles from './notes.module.css';
import { AlsoOn } from '#shared/records/page/record-composer.tsx';

const noteDraftSchema = z.object({
  text: z.string(),
  mentioned: z.array(z.object({ id: z.string(), displayName: z.string() })),
  /** Local time in the workspace; empty means now. */
  occurredAt: z.string(),
  durationMinutes: z.string(),
});
type NoteDraft = z.infer<typeof noteDraftSchema>;

const emptyNoteDraft: NoteDraft = { text: '', mentioned: [], occurredAt: '', durationMinutes: '' };

const labels = {
  note: {
    label: 'Note',
    placeholder: 'Write a note; @ mentions a colleague',
    submit: 'Add note',
    done: 'Note added',
  },
  call: {
    label: 'Call notes',
    placeholder: 'What you discussed and agreed',
    submit: 'Log call',
    done: 'Call logged',
  },
  meeting: {
    label: 'Meeting notes',
    placeholder: 'Who attended and what you agreed',
    submit: 'Log meeting',
    done: 'Meeting logged',
  },
} as const satisfies Record<NoteKind, object>;

interface NoteComposerProps {
  of: RecordRef;
  /** A related record that the note can be attached to as well. */
  other?: LinkedRecord | null;
  kind: NoteKind;
}

const creations = { customer: createNote, business: createBusinessNote, deal: createDealNote } as const;

/** Adds a note to a record, or logs a call or meeting with its time and duration. */
export function NoteComposer({ of, other = null, kind }: NoteComposerProps): ReactElement {
  const { timeZone } = useUser();
  const [isShared, setShared] = useState(true);
  const attached = isShared ? other : null;
  const draft = useDraft(getDraftName(kind, of), { schema: noteDraftSchema, empty: emptyNoteDraft });
  const toasts = useToasts();
  const refresh = useRefresh();
  const form = useDraftForm(draft, {
    parse: (values) => parseNote(kind, values, timeZone),
    send: (body, idempotencyKey) =>
      send(
        creations[of.type],
        { params: { id: of.id }, body: { ...body, ...toAttachment(attached) } },
        { idempotencyKey },
      ),
    onSent: ({ note: { quarantineId } }) => {
      refresh({ noun: 'note', ...getRelatedIds(of, attached) });
      if (quarantineId === null) toasts.done(labels[kind].done);
      else
        toasts.failed(
          'This may contain patient information. Only you and reviewers can read it until you edit it.',
        );
    },
  });
  const { values, change } = draft;
  return (
    <DraftFormView
      form={form}
      label={labels[kind].submit}
      submitLabel={labels[kind].submit}
      extras={<AlsoOn other={other} isOn={isShared} onChange={setShared} />}
    >
      <MentionInput
        label={labels[kind].label}
        placeholder={labels[kind].placeholder}
        text={values.text}
        mentioned={values.mentioned}
        onChange={(text, mentioned) => change({ text, mentioned: [...mentioned] })}
        error={form.errors['body']}
        isReadOnly={form.isPending}
      />
      {kind !== 'note' && (
        <div className={styles['times']}>
          <LabeledInput
            type="datetime-local"
            label="When"
            placeholder="Yesterday 3pm"
            hint={`Time in ${timeZone.replaceAll('_', ' ')}; leave empty for now`}
            value={values.occurredAt}
            error={form.errors['occurredAt']}
            onChange={(event) => change({ occurredAt: event.target.value })}
          />
          <LabeledInput
            type="number"
            label="Duration (minutes)"
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

/** Validates a draft with the contract. Only calls and meetings have a time and a duration. */
function parseNote(
  kind: NoteKind,
  draft: NoteDraft,
  timeZone: string,
): ReturnType<typeof createNoteBody.safeParse> {
  const isTimed = kind !== 'note';
  return createNoteBody.safeParse({
    kind,
    body: toStored(draft.text, draft.mentioned),
    ...(isTimed &&
      draft.occurredAt !== '' && { occurredAt: toInstant(draft.occurredAt, timeZone).toISOString() }),
    ...(isTimed && draft.durationMinutes !== '' && { durationMinutes: Number(draft.durationMinutes) }),
  });
}
