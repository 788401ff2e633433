import type { Superadmins } from '@handover/contract/installation/superadmins.ts';
import { AppError, forbidden, invalidField, notFound } from '#lib/errors.ts';
import { endSentInvitations } from '#platform/links/invitations.ts';
import { findPhotoUrl } from '#platform/photos/photos.ts';
import type { Platform } from '#platform/platform.ts';
import { notifySecurityChange } from '#platform/security-mail/security-mail.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { endSessions } from '../password.service.ts';
import { requirePassword, resetAttempts } from '../reauthenticate.ts';
import {
  listCandidateRows,
  listSuperadminRows,
  lockSuperadmins,
  grantSuperadmin,
  revokeSuperadmin,
} from './superadmins.queries.ts';

type Parts = Pick<Platform, 'limits' | 'keyring'>;
type Change = { readonly userId: string; readonly password: string };

export async function listSuperadmins({ db }: Work): Promise<Superadmins> {
  const superadmins = await listSuperadminRows(db);
  const candidates = await listCandidateRows(db);
  return {
    superadmins: superadmins.map((row) => ({ ...present(row), canRemove: superadmins.length > 1 })),
    candidates: candidates.map(present),
  };
}

/**
 * Applies immediately, including on open pages. Throws CURRENT_PASSWORD_WRONG, INVALID_INPUT for a user who is not an
 * administrator of any workspace.
 */
export async function addSuperadmin(
  work: Work,
  actor: Member,
  { platform, userId, password }: Change & { platform: Parts },
): Promise<Superadmins> {
  const ids = await lockForChange(work, actor, { platform, password });
  if (!(await grantSuperadmin(work.db, { userId, now: work.now })))
    throw invalidField('userId', 'Choose an active administrator of a workspace');
  work.audit({ userId });
  // Their live streams restart with the new rights.
  work.publish({ workspaceId: null, noun: 'session', id: userId, userId });
  await notifySecurityChange(work, platform, { userId, event: { kind: 'superadmin-added' } });
  return publishSuperadmins(work, ids);
}

/**
 * Ends their sessions, API keys, and invitations of staff, too. Throws CURRENT_PASSWORD_WRONG, NOT_FOUND, RULE_BROKEN for the last superadmin.
 */
export async function removeSuperadmin(
  work: Work,
  actor: Member,
  { platform, userId, password }: Change & { platform: Parts },
): Promise<Superadmins> {
  const ids = await lockForChange(work, actor, { platform, password });
  if (!ids.includes(userId)) throw notFound('superadmin');
  if (ids.length === 1)
    throw new AppError('RULE_BROKEN', 'This is the last superadmin. Make someone else a superadmin first.');
  await revokeSuperadmin(work.db, { userId, now: work.now });
  await endSessions(work, { userId });
  await endSentInvitations(work, { userId });
  await notifySecurityChange(work, platform, { userId, event: { kind: 'superadmin-removed' } });
  return publishSuperadmins(
    work,
    ids.filter((id) => id !== userId),
  );
}

/** The ids of the superadmins. The caller may have been removed in the meantime. */
async function lockForChange(
  work: Work,
  { userId }: Member,
  { platform, password }: { platform: Parts; password: string },
): Promise<string[]> {
  await requirePassword(work, platform, { userId, password });
  await resetAttempts(platform.limits, userId);
  const ids = await lockSuperadmins(work.db);
  if (!ids.includes(userId)) throw forbidden();
  return ids;
}

/** Refreshes the list of those who see it, and returns it. */
function publishSuperadmins(work: Work, superadminIds: readonly string[]): Promise<Superadmins> {
  for (const userId of superadminIds)
    work.publish({ workspaceId: null, noun: 'workspace', id: userId, userId });
  return listSuperadmins(work);
}

function present({
  id,
  display_name: displayName,
  email,
  photo_key: photoKey,
}: Awaited<ReturnType<typeof listSuperadminRows>>[number]) {
  return { id, displayName, email, photoURL: findPhotoUrl(photoKey) };
}
