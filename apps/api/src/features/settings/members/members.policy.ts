import { levelOf, roleLevels } from '@handover/contract/roles.ts';
import type { Member } from '#platform/session/actor.ts';
import type { PersonRow } from './members.queries.ts';

/** Whether a member may decide about somebody's role and access: nobody about people above themselves. */
export function canManage(actor: Member, person: Pick<PersonRow, 'role' | 'is_superadmin'>): boolean {
  return actor.level >= (person.is_superadmin ? roleLevels.SUPERADMIN : levelOf(person.role));
}

/**
 * Whether a member may take somebody's second factor away: that opens every workspace of theirs to whoever
 * has the password, so an administrator needs to run all of them. Nobody does it to themselves this way.
 */
export function canRemoveSecondFactor(
  actor: Member,
  person: Pick<PersonRow, 'id' | 'role' | 'is_superadmin' | 'has_second_factor' | 'is_governed'>,
): boolean {
  const governs = actor.level >= roleLevels.SUPERADMIN || person.is_governed;
  return person.has_second_factor && person.id !== actor.userId && governs && canManage(actor, person);
}

/** Whether the workspace would be left without an administrator. */
export function isLastAdmin(userId: string, adminIds: readonly string[]): boolean {
  return adminIds.length === 1 && adminIds[0] === userId;
}
