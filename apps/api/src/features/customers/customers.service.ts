import { toCalendarDate } from '@handover/domain/local-time.ts';
import type { ContactPoint } from '@handover/contract/customers/contact-points.ts';
import type { CustomerDetail } from '@handover/contract/customers/customers.ts';
import type { CreateCustomer, UpdateCustomer } from '@handover/contract/customers/customer-changes.ts';
import { notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { byMember, recordActivity } from '#platform/activities.ts';
import { expireLinks } from '#platform/links/links.ts';
import {
  checkCustomChanges,
  listChangedCustomKeys,
  withChanges,
} from '#platform/records/custom-fields/custom-values.ts';
import { checkPlanName } from '#features/billing/billing.public.ts';
import { replaceTags } from '#platform/records/tags/tags.queries.ts';
import { indexForSearch } from '#platform/search/search-entries.ts';
import type { Member } from '#platform/session/actor.ts';
import { requireAssignable } from '#platform/session/policy.ts';
import { publishList, type Work } from '#platform/work.ts';
import { reserveQuota } from '#platform/workspace-limits/quota.ts';
import { checkTypeChange } from './account-members/account-members.service.ts';
import { toChangedColumns, toCustomerColumns, searchParts } from './customer-columns.ts';
import {
  insertCustomer,
  replaceContactPoints,
  setDeletedAt,
  updateCustomerRow,
} from './customer-writes.queries.ts';
import { customerTags } from './customer-rows.queries.ts';
import { customerQuota } from './customers.public.ts';
import { authorize, createMissingCustomerError } from './customers.policy.ts';
import { presentCustomerDetail } from './customers.presenter.ts';
import { findCustomerRow, type CustomerDetailRow, findMergeTargetId } from './customers.queries.ts';
import { assertStaffMember } from '#platform/session/session.queries.ts';

/** Throws NOT_FOUND. */
export async function getCustomer(work: Work, actor: Member, customerId: string): Promise<CustomerDetail> {
  return presentCustomerDetail(actor, await loadCustomer(work, actor, customerId));
}

/** The customer, or the one it was merged into. Throws NOT_FOUND. */
export async function getCustomerOrMergeTarget(
  work: Work,
  actor: Member,
  customerId: string,
): Promise<CustomerDetail> {
  const row = await findCustomerRow(work.db, actor, { customerId, now: work.now });
  if (row?.deleted_at === null) return presentCustomerDetail(actor, row);
  const survivorId = await findMergeTargetId(work.db, { workspaceId: actor.workspaceId, customerId });
  return getCustomer(work, actor, survivorId ?? customerId);
}

/** A customer in scope; deleted ones only for members who see the trash. Throws NOT_FOUND. */
export async function loadCustomer(
  work: Work,
  actor: Member,
  customerId: string,
): Promise<CustomerDetailRow> {
  return authorize(
    actor,
    'customer:read',
    await findCustomerRow(work.db, actor, { customerId, now: work.now }),
  );
}

/** A customer to change. Throws NOT_FOUND, CONFLICT if merged, RULE_BROKEN in the trash, FORBIDDEN. */
export async function loadCustomerTo(
  ability: 'customer:update' | 'customer:ban',
  { work, actor, customerId }: { work: Work; actor: Member; customerId: string },
): Promise<CustomerDetailRow> {
  const row = await loadCustomer(work, actor, customerId);
  if (row.merged_into !== null) throw createMissingCustomerError(actor, row);
  return authorize(actor, ability, row);
}

/** Throws INVALID_INPUT for a broker or tag of another workspace or an unknown plan, WORKSPACE_LIMIT. */
export async function createCustomer(
  work: Work,
  actor: Member,
  input: CreateCustomer,
): Promise<CustomerDetail> {
  const id = newId();
  const { workspaceId } = actor;
  const brokerId =
    requireAssignable(
      actor,
      input.brokerId ?? (actor.scope === 'own' ? actor.userId : undefined),
      'customers',
    ) ?? null;
  await assertStaffMember(work.db, workspaceId, { path: 'brokerId', userId: brokerId });
  const planName = await checkPlanName(work.db, { name: input.planName });
  const joiningDate =
    input.joiningDate === undefined ? toCalendarDate(work.now, actor.timeZone) : input.joiningDate;
  const custom = await checkCustomChanges(work.db, { workspaceId, recordType: 'customer' }, input.custom);
  await reserveQuota(work, { workspaceId, quota: customerQuota });
  await insertCustomer(work.db, {
    ...toCustomerColumns({ ...input, joiningDate, brokerId, planName }),
    custom: JSON.stringify(withChanges({}, custom)),
    workspace_id: workspaceId,
    id,
    created_at: work.now,
    updated_at: work.now,
  });
  await replaceContactPoints(work.db, { workspaceId, customerId: id, points: input.contactPoints ?? [] });
  await replaceTags(work.db, customerTags, { workspaceId, recordId: id, tagIds: input.tagIds ?? [] });
  await recordActivity(work, {
    ...byMember(actor, id),
    type: 'customer.created',
    subject: { kind: 'customer', id },
  });
  return reindexAndReload(work, actor, id);
}

/**
 * A new email address ends an open invitation. Throws STALE_VERSION with the current customer, NOT_FOUND,
 * INVALID_INPUT, RULE_BROKEN in the trash.
 */
export async function updateCustomer(
  work: Work,
  actor: Member,
  { customerId, input }: { customerId: string; input: UpdateCustomer },
): Promise<CustomerDetail> {
  const before = await loadCustomerTo('customer:update', { work, actor, customerId });
  const { workspaceId } = actor;
  const brokerId = requireAssignable(actor, input.brokerId, 'customers');
  if (brokerId !== undefined && brokerId !== before.broker_id)
    await assertStaffMember(work.db, workspaceId, { path: 'brokerId', userId: brokerId });
  if (input.accountType !== undefined && input.accountType !== before.account_type)
    await checkTypeChange(work, { workspaceId, customerId });
  const custom = await checkCustomChanges(work.db, { workspaceId, recordType: 'customer' }, input.custom);
  const planName = await checkPlanName(work.db, { name: input.planName, current: before.plan_name });
  const change = toChangedColumns(before, { ...input, brokerId, planName });
  const isCurrent = await updateCustomerRow(work.db, {
    workspaceId,
    customerId,
    version: input.version,
    change,
    custom,
    now: work.now,
  });
  if (!isCurrent) throw staleVersion(await getCustomer(work, actor, customerId));
  const changedFields = [
    ...Object.keys(change).filter((column) => !/_(sort|key)$/.test(column)),
    ...listChangedCustomKeys(before.custom, custom),
  ];
  const { contactPoints: points, tagIds } = input;
  if (points !== undefined && !isSameList(points.map(formatPoint), before.contact_points.map(formatPoint))) {
    await replaceContactPoints(work.db, { workspaceId, customerId, points });
    changedFields.push('contact_points');
  }
  if (tagIds !== undefined && !isSameList(tagIds.toSorted(), before.tags.map((tag) => tag.id).toSorted())) {
    await replaceTags(work.db, customerTags, { workspaceId, recordId: customerId, tagIds });
    changedFields.push('tags');
  }
  work.audit({ changed: changedFields });
  if (changedFields.length > 0)
    await recordActivity(work, {
      ...byMember(actor, customerId),
      type: 'customer.updated',
      subject: { kind: 'customer', id: customerId },
      detail: { changed: changedFields },
    });
  if ('email' in change) await expireLinks(work, { kind: 'invite', workspaceId, customerId });
  if ('broker_id' in change) publishList(work, actor, 'customer');
  return reindexAndReload(work, actor, customerId);
}

/** Moves a customer to the trash and ends an open invitation. Throws NOT_FOUND. */
export async function deleteCustomer(work: Work, actor: Member, customerId: string): Promise<void> {
  await setDeleted(work, actor, { customerId, isDeleted: true });
}

/** Restores a customer. Throws NOT_FOUND unless deleted, WORKSPACE_LIMIT. */
export async function restoreCustomer(
  work: Work,
  actor: Member,
  customerId: string,
): Promise<CustomerDetail> {
  await setDeleted(work, actor, { customerId, isDeleted: false });
  return getCustomer(work, actor, customerId);
}

async function setDeleted(
  work: Work,
  actor: Member,
  { customerId, isDeleted }: { customerId: string; isDeleted: boolean },
): Promise<void> {
  authorize(actor, 'customer:delete', await loadCustomer(work, actor, customerId));
  const { workspaceId } = actor;
  if (!isDeleted) await reserveQuota(work, { workspaceId, quota: customerQuota });
  const isMoved = await setDeletedAt(work.db, {
    workspaceId,
    customerId,
    deletedAt: isDeleted ? work.now : null,
    now: work.now,
  });
  if (!isMoved) throw notFound('customer');
  if (isDeleted) await expireLinks(work, { kind: 'invite', workspaceId, customerId });
  await recordActivity(work, {
    ...byMember(actor, customerId),
    type: isDeleted ? 'customer.deleted' : 'customer.restored',
    subject: { kind: 'customer', id: customerId },
  });
  work.publish({ workspaceId, noun: 'customer', id: customerId, customerId });
}

async function reindexAndReload(work: Work, actor: Member, customerId: string): Promise<CustomerDetail> {
  const row = await loadCustomer(work, actor, customerId);
  await indexForSearch(work.db, {
    workspaceId: actor.workspaceId,
    kind: 'customer',
    recordId: customerId,
    parts: searchParts(row),
  });
  work.publish({
    workspaceId: actor.workspaceId,
    noun: 'customer',
    id: customerId,
    customerId,
    version: row.version,
    isForClient: true,
  });
  return presentCustomerDetail(actor, row);
}

function formatPoint({ kind, label, value }: ContactPoint): string {
  return JSON.stringify([kind, label, value]);
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
