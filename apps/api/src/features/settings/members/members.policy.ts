import { levelOf, roleLevels } from '@handover/contract/roles.ts';
import type { Member } from '../../../platform/session/actor.ts';
import type { PersonRow } from './members.queries.ts';

/** Whether a member may decide about somebody's role and access: nobody about people above themselves. */
export function canManage(actor: Member, person: Pick<PersonRow, 'role' | 'is_superadmin'>): boolean {
  return actor.level >= (person.is_superadmin ? roleLevels.SUPERADMIN : levelOf(person.role));
}

/** Whether the workspace would be left without an administrator. */
export function isLastAdmin(userId: string, adminIds: readonly string[]): boolean {
  return adminIds.length === 1 && adminIds[0] === userId;
}
