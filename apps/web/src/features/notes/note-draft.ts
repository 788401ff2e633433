import { createNoteBody, type NoteKind } from '@handover/contract/notes.ts';
import * as z from 'zod/mini';
import { toStored } from '#shared/mentions/mentions.ts';

export const noteDraftSchema = z.object({
  text: z.string(),
  mentioned: z.array(z.object({ id: z.string(), displayName: z.string() })),
  /** As the browser's input gives it: local time without a zone. Empty stands for now. */
  occurredAt: z.string(),
  durationMinutes: z.string(),
});
export type NoteDraft = z.infer<typeof noteDraftSchema>;

export const emptyNoteDraft: NoteDraft = { text: '', mentioned: [], occurredAt: '', durationMinutes: '' };

/** Judges a draft by the contract. Only calls and meetings have a time and a duration. */
export function parseNote(kind: NoteKind, draft: NoteDraft): ReturnType<typeof createNoteBody.safeParse> {
  const isTimed = kind !== 'note';
  return createNoteBody.safeParse({
    kind,
    body: toStored(draft.text, draft.mentioned),
    ...(isTimed && draft.occurredAt !== '' && { occurredAt: new Date(draft.occurredAt).toISOString() }),
    ...(isTimed && draft.durationMinutes !== '' && { durationMinutes: Number(draft.durationMinutes) }),
  });
}
