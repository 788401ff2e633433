import { getRoleLevel, roleLevels } from '@handover/contract/auth/roles.ts';
import type { Member } from '#platform/session/actor.ts';
import type { PersonRow } from './members.queries.ts';

/** Members can manage only people at or below their own role. */
export function canManage(actor: Member, person: Pick<PersonRow, 'role' | 'is_superadmin'>): boolean {
  return actor.level >= (person.is_superadmin ? roleLevels.SUPERADMIN : getRoleLevel(person.role));
}

/** Removing a second factor weakens access to all workspaces of a person, so the administrator must administer all of them. Not for oneself. */
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
