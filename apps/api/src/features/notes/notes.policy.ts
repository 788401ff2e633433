import { roleLevels } from '@handover/contract/roles.ts';
import { forbidden } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';

/** The author and administrators may edit and delete a note; all staff may pin it. */
export function isNoteEditor(member: Member, note: { readonly author_id: string }): boolean {
  return member.level >= roleLevels.ADMIN || note.author_id === member.userId;
}

/** Throws FORBIDDEN unless the member may edit the note. */
export function requireNoteEditor(member: Member, note: { readonly author_id: string }): void {
  if (!isNoteEditor(member, note)) throw forbidden('Only the author or an admin can change this note.');
}
