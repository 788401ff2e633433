import type { CustomerDetail } from '@handover/contract/customers/customers.ts';
import { AppError, staleVersion } from '#lib/errors.ts';
import { byMember, recordActivity } from '#platform/activities.ts';
import { sendInvitation, type SentInvitation } from '#platform/links/invitations.ts';
import { expireLinks } from '#platform/links/links.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';
import { hasWorkspace, revokeApiKeys, revokeSessions } from '#platform/session/session.queries.ts';
import type { Work } from '#platform/work.ts';
import { setMembershipStatus, updateCustomerRow } from './customer-writes.queries.ts';
import { authorize, requireInvitable } from './customers.policy.ts';
import { getCustomer, loadCustomerTo } from './customers.service.ts';

/**
 * Bans a customer: their login loses access to this workspace and an open invitation ends, but records are kept. Throws
 * NOT_FOUND, STALE_VERSION, RULE_BROKEN.
 */
export async function banCustomer(
  work: Work,
  actor: Member,
  { customerId, version, reason }: { customerId: string; version: number; reason: string },
): Promise<CustomerDetail> {
  return setStatus(work, actor, { customerId, version, status: 'banned', reason });
}

/** Lifts a ban. Throws NOT_FOUND, STALE_VERSION, RULE_BROKEN. */
export async function unbanCustomer(
  work: Work,
  actor: Member,
  { customerId, version }: { customerId: string; version: number },
): Promise<CustomerDetail> {
  return setStatus(work, actor, { customerId, version, status: 'active', reason: null });
}

/** Invites a customer to their own login. Throws NOT_FOUND, RULE_BROKEN. */
export async function inviteCustomer(
  work: Work,
  actor: Member,
  { customerId, platform }: { customerId: string; platform: Pick<Platform, 'keyring' | 'config' | 'mail'> },
): Promise<SentInvitation & { email: string }> {
  const row = await loadCustomerTo('customer:update', { work, actor, customerId });
  const email = requireInvitable(row);
  authorize(actor, 'customer:invite', row);
  const invitation = await sendInvitation(work, platform, {
    actor,
    email,
    role: 'CLIENT',
    customerId,
  });
  await recordActivity(work, {
    ...byMember(actor, customerId),
    type: 'customer.invited',
    subject: { kind: 'customer', id: customerId },
  });
  work.publish({ workspaceId: actor.workspaceId, noun: 'customer', id: customerId, customerId });
  return { ...invitation, email };
}

type StatusChange = {
  customerId: string;
  version: number;
  status: 'active' | 'banned';
  reason: string | null;
};

async function setStatus(
  work: Work,
  actor: Member,
  { customerId, version, status, reason }: StatusChange,
): Promise<CustomerDetail> {
  const before = await loadCustomerTo('customer:ban', { work, actor, customerId });
  if (before.status === status)
    throw new AppError(
      'RULE_BROKEN',
      status === 'banned' ? 'This customer is already banned.' : 'This customer is not banned.',
    );
  const { workspaceId } = actor;
  const isCurrent = await updateCustomerRow(work.db, {
    workspaceId,
    customerId,
    version,
    change: { status, banned_reason: reason },
    now: work.now,
  });
  if (!isCurrent) throw staleVersion(await getCustomer(work, actor, customerId));
  if (before.user_id !== null) await setLogin(work, { workspaceId, userId: before.user_id, status, reason });
  if (status === 'banned') await expireLinks(work, { kind: 'invite', workspaceId, customerId });
  await recordActivity(work, {
    ...byMember(actor, customerId),
    type: status === 'banned' ? 'customer.banned' : 'customer.unbanned',
    subject: { kind: 'customer', id: customerId },
  });
  work.publish({ workspaceId, noun: 'customer', id: customerId, customerId, version: version + 1 });
  return getCustomer(work, actor, customerId);
}

/**
 * Opens the workspace to a customer's login, or closes it unless the login represents another active customer or
 * belongs to staff. Access to other workspaces does not change: sessions end only if no workspace is left.
 */
export async function setLogin(
  work: Work,
  {
    workspaceId,
    userId,
    status,
    reason,
  }: { workspaceId: string; userId: string; status: 'active' | 'banned'; reason: string | null },
): Promise<void> {
  const isChanged = await setMembershipStatus(work.db, { workspaceId, userId, status, reason });
  if (status === 'active' || !isChanged) return;
  await revokeApiKeys(work.db, { workspaceId, userId, now: work.now });
  if (!(await hasWorkspace(work.db, userId))) await revokeSessions(work.db, { userId, now: work.now });
  // Live streams restart with the access that is left.
  work.publish({ workspaceId: null, noun: 'session', id: userId, userId });
}
