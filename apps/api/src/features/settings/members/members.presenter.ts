import type { Person } from '@handover/contract/members.ts';
import { photoUrl } from '#platform/photos/photos.ts';
import type { Member } from '#platform/session/actor.ts';
import { canManage, canRemoveSecondFactor } from './members.policy.ts';
import type { PersonRow } from './members.queries.ts';

/** A person as the contract shows them to an administrator. */
export function presentPerson(row: PersonRow, actor: Member): Person {
  const isManaged = canManage(actor, row);
  const isActive = row.status === 'active';
  return {
    id: row.id,
    displayName: row.display_name,
    email: row.email,
    photoURL: photoUrl(row.photo_key),
    role: row.is_superadmin ? 'SUPERADMIN' : row.role,
    status: isActive ? 'active' : 'deactivated',
    joinedAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    deactivatedAt: row.deactivated_at?.toISOString() ?? null,
    version: row.version,
    hasSecondFactor: row.has_second_factor,
    hasPasskey: row.has_passkey,
    can: {
      changeRole: isManaged && isActive && !row.is_superadmin,
      deactivate: isManaged && isActive && row.id !== actor.userId,
      reactivate: isManaged && row.status === 'deactivated',
      removeSecondFactor: canRemoveSecondFactor(actor, row),
    },
  };
}
