import type { BulkAction, BulkInputOf } from '@handover/contract/bulk.ts';
import { abilitiesOf, isBrokerOpenTo } from '#features/customers/customers.policy.ts';
import type { Member } from '#platform/session/actor.ts';
import * as z from 'zod/mini';
import type { DoneRow } from '../rows.queries.ts';
import { change, reasons, skip, type Plan } from './plan.ts';
import type { ChangeMark, Target } from './targets.queries.ts';

const beforeValues = z.object({
  brokerId: z.optional(z.nullable(z.string())),
  tagIds: z.optional(z.array(z.string())),
  bannedReason: z.optional(z.nullable(z.string())),
});

/** What on a timeline tells that somebody has since changed what an action had set. Tags are compared one by one. */
export const changeMarks: Partial<Record<BulkAction, ChangeMark>> = {
  assign: { column: 'broker_id', types: [] },
  ban: { column: null, types: ['customer.banned', 'customer.unbanned'] },
  delete: { column: null, types: ['customer.deleted', 'customer.restored'] },
};

type Undone = {
  readonly input: BulkInputOf<'customer'>;
  readonly done: DoneRow;
  readonly target: Target;
  /** Whether the timeline tells of a change since. */
  readonly isChanged: boolean;
};

/** What taking an action back comes to for one customer: the values before, unless somebody has changed them since. */
export function planUndo(member: Member, { input, done, target, isChanged }: Undone): Plan {
  const before = beforeValues.parse(done.before ?? {});
  const left = skip(target, 'Changed since: left as it is.');
  const isUntouched = target.version === done.version_after || !isChanged;
  switch (input.action) {
    case 'assign':
      if (!abilitiesOf(member, target).canUpdate) return skip(target, reasons.isTrashed);
      if (!isUntouched || target.broker_id !== input.brokerId) return left;
      return undoAssign(member, { target, brokerId: before.brokerId ?? null });
    case 'tag':
    case 'untag':
      if (!abilitiesOf(member, target).canUpdate) return skip(target, reasons.isTrashed);
      return undoTags({ target, tagIds: before.tagIds ?? [], wasAdded: input.action === 'tag' }) ?? left;
    case 'ban':
      if (!abilitiesOf(member, target).canBan)
        return skip(target, target.deleted_at === null ? reasons.role : reasons.isTrashed);
      if (!isUntouched || target.status !== 'banned') return left;
      return change({
        target,
        columns: { status: 'active', banned_reason: before.bannedReason ?? null },
        before: {},
        activity: 'customer.unbanned',
      });
    case 'delete':
      if (!abilitiesOf(member, target).canDelete) return skip(target, reasons.role);
      if (!isUntouched || target.deleted_at === null) return left;
      return change({ target, columns: { deleted_at: null }, before: {}, activity: 'customer.restored' });
    default:
      return left;
  }
}

function undoAssign(member: Member, { target, brokerId }: { target: Target; brokerId: string | null }): Plan {
  if (!isBrokerOpenTo(member, brokerId)) return skip(target, reasons.role);
  return change({
    target,
    columns: { broker_id: brokerId },
    before: {},
    activity: 'customer.updated',
    changed: ['broker_id'],
  });
}

/** Null when none of the tags is as the action left it. */
function undoTags({
  target,
  tagIds,
  wasAdded,
}: {
  target: Target;
  tagIds: readonly string[];
  wasAdded: boolean;
}): Plan | null {
  const asLeft = tagIds.filter((id) => target.tagIds.includes(id) === wasAdded);
  if (asLeft.length === 0) return null;
  return change({
    target,
    ...(wasAdded ? { removeTagIds: asLeft } : { addTagIds: asLeft }),
    before: {},
    activity: 'customer.updated',
    changed: ['tags'],
  });
}
