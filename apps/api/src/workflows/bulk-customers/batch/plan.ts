import type { BulkInputOf } from '@handover/contract/bulk.ts';
import type { ActivityType } from '@handover/contract/activities.ts';
import { abilitiesOf, isBrokerOpenTo } from '#features/customers/customers.policy.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Target } from './targets.queries.ts';

/** What is to be written for a customer. Columns that are not named stay. */
export type Change = {
  readonly target: Target;
  readonly columns: Partial<Pick<Target, 'broker_id' | 'status' | 'banned_reason' | 'deleted_at'>>;
  readonly addTagIds: readonly string[];
  readonly removeTagIds: readonly string[];
  /** What an undo puts back. */
  readonly before: Record<string, unknown>;
  readonly activity: ActivityType;
  /** Names of the changed fields, for `customer.updated`. */
  readonly changed: readonly string[];
};

/** Done, or left out with a reason. */
export type Plan =
  | { readonly kind: 'change'; readonly change: Change }
  | { readonly kind: 'skip'; readonly customerId: string; readonly reason: string };

export type ChangeInput = Exclude<BulkInputOf<'customer'>, { action: 'email' }>;

export const reasons = {
  gone: 'Not there any more, or not yours.',
  role: 'Your role does not allow this.',
  isTrashed: 'In the bin.',
} as const;

/** What an action comes to for one customer, by what the member may do with it now. */
export function planChange(
  member: Member,
  { input, target, now }: { input: ChangeInput; target: Target; now: Date },
): Plan {
  switch (input.action) {
    case 'assign':
      return planAssign(member, { target, brokerId: input.brokerId });
    case 'ban':
      return planBan(member, { target, reason: input.reason });
    case 'delete':
      return planDelete(member, { target, deletedAt: now });
    case 'restore':
      return planDelete(member, { target, deletedAt: null });
    default:
      return planTags(member, { input, target });
  }
}

export function skip(target: Pick<Target, 'id'>, reason: string): Plan {
  return { kind: 'skip', customerId: target.id, reason };
}

/** A change with what it does not name left as it is. */
export function change(parts: Pick<Change, 'target' | 'before' | 'activity'> & Partial<Change>): Plan {
  return { kind: 'change', change: { columns: {}, addTagIds: [], removeTagIds: [], changed: [], ...parts } };
}

function planAssign(member: Member, { target, brokerId }: { target: Target; brokerId: string | null }): Plan {
  if (!abilitiesOf(member, target).canUpdate) return skip(target, reasons.isTrashed);
  if (!isBrokerOpenTo(member, brokerId))
    return skip(target, 'You can only be the broker of your own customers.');
  if (target.broker_id === brokerId)
    return skip(target, brokerId === null ? 'Has no broker already.' : 'Has this broker already.');
  return change({
    target,
    columns: { broker_id: brokerId },
    before: { brokerId: target.broker_id },
    activity: 'customer.updated',
    changed: ['broker_id'],
  });
}

function planTags(
  member: Member,
  { input, target }: { input: Extract<ChangeInput, { action: 'tag' | 'untag' }>; target: Target },
): Plan {
  if (!abilitiesOf(member, target).canUpdate) return skip(target, reasons.isTrashed);
  const isAdding = input.action === 'tag';
  const tagIds = [...new Set(input.tagIds)].filter((id) => target.tagIds.includes(id) !== isAdding);
  if (tagIds.length === 0) return skip(target, isAdding ? 'Has the tag already.' : 'Does not have the tag.');
  return change({
    target,
    ...(isAdding ? { addTagIds: tagIds } : { removeTagIds: tagIds }),
    before: { tagIds },
    activity: 'customer.updated',
    changed: ['tags'],
  });
}

function planBan(member: Member, { target, reason }: { target: Target; reason: string }): Plan {
  if (!abilitiesOf(member, target).canBan)
    return skip(target, target.deleted_at === null ? reasons.role : reasons.isTrashed);
  if (target.status === 'banned') return skip(target, 'Banned already.');
  return change({
    target,
    columns: { status: 'banned', banned_reason: reason },
    before: { status: target.status, bannedReason: target.banned_reason },
    activity: 'customer.banned',
  });
}

function planDelete(member: Member, { target, deletedAt }: { target: Target; deletedAt: Date | null }): Plan {
  if (!abilitiesOf(member, target).canDelete) return skip(target, reasons.role);
  if ((target.deleted_at === null) === (deletedAt === null))
    return skip(target, deletedAt === null ? 'Not in the bin.' : 'In the bin already.');
  return change({
    target,
    columns: { deleted_at: deletedAt },
    before: {},
    activity: deletedAt === null ? 'customer.restored' : 'customer.deleted',
  });
}
