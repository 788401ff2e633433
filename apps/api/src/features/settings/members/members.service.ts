import type { Person } from '@handover/contract/settings/members.ts';
import { AppError, forbidden, notFound, staleVersion } from '#lib/errors.ts';
import { endSentInvitations } from '#platform/links/invitations.ts';
import type { Member } from '#platform/session/actor.ts';
import { deleteCalendarLinks, revokeApiKeys } from '#platform/session/session.queries.ts';
import type { Work } from '#platform/work.ts';
import { peopleQuota, reserveQuota } from '#platform/workspace-limits/quota.ts';
import { canManage, canRemoveSecondFactor, isLastAdmin } from './members.policy.ts';
import {
  findPersonForChange,
  listPeopleRows,
  lockAdmins,
  setDeactivated,
  setRole,
  type PersonRow,
} from './members.queries.ts';
import { findPhotoUrl } from '#platform/photos/photos.ts';

type Seen = { readonly userId: string; readonly version: number };

export async function listPeople(work: Work, actor: Member): Promise<Person[]> {
  const rows = await listPeopleRows(work.db, { workspaceId: actor.workspaceId, actorId: actor.userId });
  return rows.map((row) => presentPerson(row, actor));
}

/** Applies immediately, including on open pages. Throws NOT_FOUND, FORBIDDEN, STALE_VERSION, RULE_BROKEN for the last ADMIN. */
export async function changeRole(
  work: Work,
  actor: Member,
  { userId, version, role }: Seen & { role: 'STAFF' | 'ADMIN' },
): Promise<Person> {
  const adminIds = await lockAdmins(work.db, actor.workspaceId);
  const before = await loadForChange(work, actor, { userId, version });
  if (before.status !== 'active')
    throw new AppError('RULE_BROKEN', 'Reactivate this member before changing their role.');
  if (role === 'STAFF') requireAnAdmin(userId, adminIds);
  const { workspaceId } = actor;
  await setRole(work.db, { workspaceId, userId, role, now: work.now });
  if (role === 'STAFF' && !before.is_superadmin) await endSentInvitations(work, { workspaceId, userId });
  work.audit({ from: before.role, to: role });
  return notifyAndReturn(work, actor, userId);
}

/** Ends a member's access and revokes their API keys, calendar link, and invitations of staff in the workspace. Throws NOT_FOUND, FORBIDDEN, STALE_VERSION, RULE_BROKEN for oneself and the last ADMIN. */
export async function deactivate(work: Work, actor: Member, seen: Seen): Promise<Person> {
  const { workspaceId } = actor;
  const adminIds = await lockAdmins(work.db, workspaceId);
  const before = await loadForChange(work, actor, seen);
  if (seen.userId === actor.userId)
    throw new AppError('RULE_BROKEN', 'You cannot deactivate yourself. Ask another administrator.');
  if (before.status === 'deactivated')
    throw new AppError('RULE_BROKEN', 'This member is already deactivated.');
  requireAnAdmin(seen.userId, adminIds);
  await setDeactivated(work.db, { workspaceId, userId: seen.userId, at: work.now });
  await revokeApiKeys(work.db, { workspaceId, userId: seen.userId, now: work.now });
  await deleteCalendarLinks(work.db, { workspaceId, userId: seen.userId });
  await endSentInvitations(work, { workspaceId, userId: seen.userId });
  return notifyAndReturn(work, actor, seen.userId);
}

/** Restores the previous role; handed-over records are not returned. Throws like `deactivate`, and WORKSPACE_LIMIT. */
export async function reactivate(work: Work, actor: Member, seen: Seen): Promise<Person> {
  const before = await loadForChange(work, actor, seen);
  if (before.status !== 'deactivated') throw new AppError('RULE_BROKEN', 'This member is not deactivated.');
  const { workspaceId } = actor;
  await reserveQuota(work, { workspaceId, quota: peopleQuota });
  await setDeactivated(work.db, { workspaceId, userId: seen.userId, at: null });
  return notifyAndReturn(work, actor, seen.userId);
}

/** Returns a member, if the actor may remove their second factor. Throws NOT_FOUND, FORBIDDEN, RULE_BROKEN without one. */
export async function getPersonToHelp(work: Work, actor: Member, userId: string): Promise<PersonRow> {
  const row = await findPerson(work, actor, userId);
  if (row === null) throw notFound('person');
  if (!row.has_second_factor) throw new AppError('RULE_BROKEN', 'This member does not use two-step sign-in.');
  if (!canRemoveSecondFactor(actor, row))
    throw forbidden(
      row.id === actor.userId
        ? 'Turn off your own two-step sign-in under “Your account”.'
        : 'Only an administrator of every workspace this member belongs to can do this.',
    );
  return row;
}

function findPerson(
  work: Work,
  { workspaceId, userId: actorId }: Member,
  userId: string,
): Promise<PersonRow | null> {
  return findPersonForChange(work.db, { workspaceId, userId, actorId });
}

async function loadForChange(work: Work, actor: Member, { userId, version }: Seen): Promise<PersonRow> {
  const row = await findPerson(work, actor, userId);
  if (row === null) throw notFound('person');
  if (!canManage(actor, row)) throw forbidden('This member has a higher role than you.');
  if (row.version !== version) throw staleVersion(presentPerson(row, actor));
  return row;
}

function requireAnAdmin(userId: string, adminIds: readonly string[]): void {
  if (isLastAdmin(userId, adminIds))
    throw new AppError(
      'RULE_BROKEN',
      'This is the last administrator of the workspace. Make someone else an administrator first.',
    );
}

/** Restarts the person's live streams with their new rights and refreshes member lists. */
export async function notifyAndReturn(work: Work, actor: Member, userId: string): Promise<Person> {
  work.publish({ workspaceId: actor.workspaceId, noun: 'workspace', id: userId });
  work.publish({ workspaceId: null, noun: 'session', id: userId, userId });
  const row = await findPerson(work, actor, userId);
  if (row === null) throw notFound('person');
  return presentPerson(row, actor);
}

function presentPerson(row: PersonRow, actor: Member): Person {
  const isManaged = canManage(actor, row);
  const isActive = row.status === 'active';
  return {
    id: row.id,
    displayName: row.display_name,
    email: row.email,
    photoURL: findPhotoUrl(row.photo_key),
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
