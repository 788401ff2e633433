import type { AccountParty } from '@handover/contract/customers/account-members.ts';
import { AppError, notFound } from '#lib/errors.ts';
import { byMember, recordActivity } from '#platform/activities.ts';
import { findPhotoUrl } from '#platform/photos/photos.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import {
  deleteMembership,
  findMemberRow,
  hasMemberships,
  lockAccountType,
  lockAccountTypes,
  putMembership,
  type PartyRow,
} from './account-members.queries.ts';
import { getActiveCustomer } from '../customers.public.ts';

type Pair = { readonly corporateId: string; readonly memberId: string };

/**
 * Adds a person to an account, or updates their title. Throws NOT_FOUND for a customer out of scope,
 * RULE_BROKEN unless one is a corporate account and the other a person.
 */
export async function saveAccountMember(
  work: Work,
  actor: Member,
  { corporateId, memberId, title }: Pair & { title: string | null },
): Promise<AccountParty> {
  const { workspaceId } = actor;
  await getActiveCustomer(work.db, actor, corporateId);
  await getActiveCustomer(work.db, actor, memberId);
  const types = await lockAccountTypes(work.db, { workspaceId, corporateId, memberId });
  if (types.get(corporateId) !== 'Corporate')
    throw new AppError('RULE_BROKEN', 'Only corporate accounts can have members.');
  if (types.get(memberId) !== 'Individual')
    throw new AppError(
      'RULE_BROKEN',
      'Only individuals can be members. This customer is a corporate account.',
    );
  const isNew = await putMembership(work.db, { workspaceId, corporateId, memberId, title, now: work.now });
  work.audit({ memberId, isNew });
  if (isNew)
    await recordChange(work, actor, { corporateId, memberId, types: ['member.added', 'account.joined'] });
  else publishChange(work, actor, { corporateId, memberId });
  const row = await findMemberRow(work.db, actor, { corporateId, memberId });
  if (row === null) throw notFound('member');
  return presentParty(row);
}

/** Ends a membership. Throws NOT_FOUND. */
export async function removeAccountMember(
  work: Work,
  actor: Member,
  { corporateId, memberId }: Pair,
): Promise<void> {
  await getActiveCustomer(work.db, actor, corporateId);
  const row = await findMemberRow(work.db, actor, { corporateId, memberId });
  if (row === null) throw notFound('member');
  if (!(await deleteMembership(work.db, { workspaceId: actor.workspaceId, corporateId, memberId })))
    throw notFound('member');
  work.audit({ memberId });
  await recordChange(work, actor, { corporateId, memberId, types: ['member.removed', 'account.left'] });
}

/** Throws RULE_BROKEN if memberships depend on the customer's account type. */
export async function checkTypeChange(
  work: Work,
  key: { workspaceId: string; customerId: string },
): Promise<void> {
  await lockAccountType(work.db, key);
  const { asAccount, asPerson } = await hasMemberships(work.db, key);
  if (asAccount)
    throw new AppError(
      'RULE_BROKEN',
      'This account has members. Remove them before changing the type to Individual.',
    );
  if (asPerson)
    throw new AppError(
      'RULE_BROKEN',
      'Remove this customer from the account before changing the type to Corporate.',
    );
}

export function presentParty(row: PartyRow): AccountParty {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    avatarUrl: findPhotoUrl(row.photo_key),
    status: row.status,
    title: row.title,
    since: row.since.toISOString(),
  };
}

/** Writes an entry on both timelines, each about the other side. */
async function recordChange(
  work: Work,
  actor: Member,
  {
    corporateId,
    memberId,
    types: [ofAccount, ofPerson],
  }: Pair & {
    types: readonly ['member.added', 'account.joined'] | readonly ['member.removed', 'account.left'];
  },
): Promise<void> {
  await recordActivity(work, {
    ...byMember(actor, corporateId),
    type: ofAccount,
    subject: { kind: 'customer', id: memberId },
  });
  await recordActivity(work, {
    ...byMember(actor, memberId),
    type: ofPerson,
    subject: { kind: 'customer', id: corporateId },
  });
  publishChange(work, actor, { corporateId, memberId });
}

function publishChange(work: Work, { workspaceId }: Member, { corporateId, memberId }: Pair): void {
  for (const customerId of [corporateId, memberId])
    work.publish({ workspaceId, noun: 'customer', id: customerId, customerId });
}
