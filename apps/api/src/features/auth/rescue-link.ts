import { AppError } from '#lib/errors.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { createLink, createLinkUrl, expireLinks } from '#platform/links/links.ts';
import type { Platform } from '#platform/platform.ts';
import { notifySecurityChange } from '#platform/security-mail/security-mail.ts';
import type { Work } from '#platform/work.ts';
import { findUserByEmail, listSuperadminEmails } from './auth.queries.ts';
import { deleteSecondFactor } from './second-factor/second-factor.queries.ts';

export const rescueMinutes = 60;

/**
 * Creates a one-time link for a locked-out SUPERADMIN that sets a new password and removes the second factor; revokes
 * an earlier link. Returns its URL for the server operator. Throws RULE_BROKEN with a list of the SUPERADMINs if the
 * address is not one of theirs.
 */
export async function makeRescueLink(
  work: Work,
  platform: Pick<Platform, 'config' | 'keyring'>,
  email: string,
): Promise<string> {
  const user = await findUserByEmail(work.db, email);
  if (user === null || !user.is_superadmin || user.status !== 'active')
    throw await createNoSuperadminError(work, email);
  const { id: userId } = user;
  await expireLinks(work, { kind: 'rescue', userId });
  const { secret } = await createLink(work, { kind: 'rescue', lifetimeMinutes: rescueMinutes, userId });
  await recordAudit(work.db, {
    workspaceId: null,
    actorId: null,
    action: 'makeRescueLink',
    subjectId: userId,
    detail: {},
    ipAddress: null,
    requestId: null,
    now: work.now,
  });
  await notifySecurityChange(work, platform, { userId, event: { kind: 'rescue-link-made' } });
  return createLinkUrl(platform.config.publicUrl, '/reset-password', secret);
}

/** Removes the second factor after a rescue link was used and sends an email if there was one. */
export async function removeLostFactor(
  work: Work,
  platform: Pick<Platform, 'keyring'>,
  userId: string,
): Promise<void> {
  if (!(await deleteSecondFactor(work.db, userId))) return;
  const event = { kind: 'second-factor-removed', by: 'A rescue link' } as const;
  await notifySecurityChange(work, platform, { userId, event });
}

async function createNoSuperadminError({ db }: Work, email: string): Promise<AppError> {
  const known = await listSuperadminEmails(db);
  const advice =
    known.length === 0
      ? 'Start the server: it prints a link for the first one.'
      : `Superadmins: ${known.join(', ')}`;
  return new AppError('RULE_BROKEN', `No active superadmin has the email address ${email}. ${advice}`);
}
