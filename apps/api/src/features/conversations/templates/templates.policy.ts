import { roleLevels } from '@handover/contract/roles.ts';
import type { Member } from '#platform/session/actor.ts';

/** Shared templates belong to the administrators, personal ones to whoever made them. */
export function canUpdateTemplate(
  member: Member,
  { owner_id: ownerId }: { readonly owner_id: string | null },
): boolean {
  return ownerId === null ? member.level >= roleLevels.ADMIN : ownerId === member.userId;
}
