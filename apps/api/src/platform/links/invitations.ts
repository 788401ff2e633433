import { roleLevels } from '@handover/contract/auth/roles.ts';
import { AppError } from '#lib/errors.ts';
import { emailKey } from '#lib/text.ts';
import { getBrand } from '#platform/installation/installation.ts';
import { createLink, createLinkUrl, expireLinks } from './links.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';
import { queueSystemMail } from '#platform/system-mail.ts';
import type { Work } from '#platform/work.ts';
import { peopleQuota, reserveQuota } from '#platform/workspace-limits/quota.ts';

const lifetimeMinutes = 7 * 24 * 60;

export type SentInvitation = { readonly id: string; readonly expiresAt: Date; readonly link: string | null };

/**
 * Invites a person to the actor's workspace, as staff or as the login of a customer, which ends their earlier
 * invitation. With a mail server the link is emailed; otherwise it is returned for the inviter to pass on.
 * Throws WORKSPACE_LIMIT; pending invitations count towards the limit.
 */
export async function sendInvitation(
  work: Work,
  platform: Pick<Platform, 'keyring' | 'config' | 'mail'>,
  {
    actor,
    email,
    role,
    customerId,
  }: { actor: Member; email: string; role: 'CLIENT' | 'STAFF' | 'ADMIN'; customerId: string | null },
): Promise<SentInvitation> {
  const { workspaceId } = actor;
  if (role !== 'CLIENT') {
    await endStaffInvitations(work, { workspaceId, email });
    await reserveQuota(work, { workspaceId, quota: peopleQuota });
  }
  if (customerId !== null) await expireLinks(work, { kind: 'invite', customerId });
  const { id, secret, expiresAt } = await createLink(work, {
    kind: 'invite',
    lifetimeMinutes,
    email,
    workspaceId,
    role,
    createdBy: actor.userId,
    isEmailed: platform.mail.kind === 'smtp',
    ...(customerId === null ? {} : { customerId }),
  });
  const link = createLinkUrl(platform.config.publicUrl, '/accept-invite', secret);
  if (platform.mail.kind === 'outbox') return { id, expiresAt, link: handOver(actor, link) };
  const brand = await getBrand(work.db);
  await queueSystemMail(work, platform, {
    to: email,
    subject: `${actor.displayName} invited you to ${brand}`,
    text: `${actor.displayName} invited you to ${brand}. Use this link within 7 days to set up your account:\n\n${link}\n`,
  });
  return { id, expiresAt, link: null };
}

/** Ends the open invitations of an address to join a workspace as staff. */
export async function endStaffInvitations(
  work: Work,
  { workspaceId, email }: { workspaceId: string; email: string },
): Promise<void> {
  await expireLinks(work, {
    kind: 'invite',
    workspaceId,
    emailKey: emailKey(email),
    roles: ['STAFF', 'ADMIN'],
  });
}

/**
 * Ends the open invitations to join as staff that someone sent who may no longer send any, in one workspace or
 * everywhere: otherwise one to another address of theirs would give them their access back.
 */
export async function endSentInvitations(
  work: Work,
  sender: { userId: string; workspaceId?: string },
): Promise<void> {
  const { userId: createdBy, ...workspace } = sender;
  await expireLinks(work, { kind: 'invite', roles: ['STAFF', 'ADMIN'], createdBy, ...workspace });
}

/** Anyone with the link can take over the login, so only administrators see it. Throws RULE_BROKEN. */
function handOver(actor: Member, link: string): string {
  if (actor.level >= roleLevels.ADMIN) return link;
  throw new AppError(
    'RULE_BROKEN',
    'No mail server is set up, so the invitation cannot be sent. Ask an administrator to invite this person.',
  );
}
