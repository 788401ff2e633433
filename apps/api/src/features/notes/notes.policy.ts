import { roleLevels } from '@handover/contract/roles.ts';
import { forbidden } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';

/** The author edits and deletes a note, and so does an admin; everybody on staff may pin it. */
export function isNoteEditor(member: Member, note: { readonly author_id: string }): boolean {
  return member.level >= roleLevels.ADMIN || note.author_id === member.userId;
}

/** Throws FORBIDDEN for who is neither the author nor an admin. */
export function requireNoteEditor(member: Member, note: { readonly author_id: string }): void {
  if (!isNoteEditor(member, note)) throw forbidden('Only the author or an admin can change this note.');
}
