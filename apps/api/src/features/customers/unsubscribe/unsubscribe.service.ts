import type { CustomerDetail } from '@handover/contract/customers/customers.ts';
import type { FastifyRequest } from 'fastify';
import { AppError, notFound } from '#lib/errors.ts';
import { recordActivity } from '#platform/activities.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { getCustomer, loadCustomerTo } from '../customers.service.ts';
import { findSubscription, resubscribe, unsubscribe } from './unsubscribe.queries.ts';
import { readUnsubscribeToken, type UnsubscribeRef } from '../customers.public.ts';
import { findMergeTargetId } from '../customers.queries.ts';

type Change = UnsubscribeRef & {
  readonly isUnsubscribed: boolean;
  /** Null for the recipient of a link. */
  readonly actorId: string | null;
  readonly reason: string | null;
};

/** Unsubscribes or resubscribes a customer. Throws NOT_FOUND, RULE_BROKEN if unchanged. */
export async function setUnsubscribed(
  work: Work,
  actor: Member,
  {
    customerId,
    isUnsubscribed,
    reason,
  }: { customerId: string; isUnsubscribed: boolean; reason: string | null },
): Promise<CustomerDetail> {
  await loadCustomerTo('customer:update', { work, actor, customerId });
  const { workspaceId, userId: actorId } = actor;
  const isChanged = await change(work, { workspaceId, customerId, isUnsubscribed, actorId, reason });
  if (!isChanged)
    throw new AppError(
      'RULE_BROKEN',
      isUnsubscribed ? 'This customer has already unsubscribed.' : 'This customer has not unsubscribed.',
    );
  work.audit({ reason });
  return getCustomer(work, actor, customerId);
}

export type Subscription = {
  readonly ref: UnsubscribeRef;
  readonly workspaceName: string;
  readonly isUnsubscribed: boolean;
};

/** The subscription of a link, following merges; null for an invalid link. */
export async function findByLink(
  { db }: Work,
  keyring: Platform['keyring'],
  token: string,
): Promise<Subscription | null> {
  const named = readUnsubscribeToken(keyring, token);
  if (named === null) return null;
  const { workspaceId } = named;
  const ref = { workspaceId, customerId: (await findMergeTargetId(db, named)) ?? named.customerId };
  const found = await findSubscription(db, ref);
  return found === null ? null : { ref, ...found };
}

/** The recipient unsubscribes or resubscribes; repeating is harmless. Throws NOT_FOUND. */
export async function followLink(
  work: Work,
  {
    keyring,
    token,
    isUnsubscribed,
    request,
  }: {
    keyring: Platform['keyring'];
    token: string;
    isUnsubscribed: boolean;
    request: Pick<FastifyRequest, 'ip' | 'id'>;
  },
): Promise<Subscription> {
  const found = await findByLink(work, keyring, token);
  if (found === null) throw notFound('link');
  const isChanged = await change(work, { ...found.ref, isUnsubscribed, actorId: null, reason: null });
  if (isChanged)
    await recordAudit(work.db, {
      workspaceId: found.ref.workspaceId,
      actorId: null,
      action: isUnsubscribed ? 'unsubscribeByLink' : 'resubscribeByLink',
      subjectId: found.ref.customerId,
      detail: {},
      ipAddress: request.ip,
      requestId: request.id,
      now: work.now,
    });
  return { ...found, isUnsubscribed };
}

async function change(
  work: Work,
  { workspaceId, customerId, isUnsubscribed, actorId, reason }: Change,
): Promise<boolean> {
  const key = { workspaceId, customerId };
  const ids = isUnsubscribed
    ? (await unsubscribe(work.db, key, work.now))
      ? [customerId]
      : []
    : await resubscribe(work.db, key);
  for (const id of ids) {
    await recordActivity(work, {
      workspaceId,
      customerId: id,
      type: isUnsubscribed ? 'customer.unsubscribed' : 'customer.resubscribed',
      subject: { kind: 'customer', id },
      actorId,
      ...(reason !== null && { detail: { reason } }),
    });
    work.publish({ workspaceId, noun: 'customer', id, customerId: id, isForClient: true });
  }
  return ids.length > 0;
}
