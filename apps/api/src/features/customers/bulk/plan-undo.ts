import type { BulkInputOf } from '@handover/contract/records/bulk.ts';
import * as z from 'zod/mini';
import { change, reasons, skip, type Plan as PlanOf, type UndoInput } from '#platform/records/bulk/bulk.ts';
import { undoTags } from '#platform/records/tags/tag-bulk.ts';
import type { Member } from '#platform/session/actor.ts';
import { canAssignTo } from '#platform/session/policy.ts';
import type { Target } from './customer-bulk.queries.ts';

type Plan = PlanOf<Target>;

export const tagEntry = { activity: 'customer.updated', operation: 'updateCustomer' } as const;

const beforeValues = z.object({
  brokerId: z.optional(z.nullable(z.string())),
  bannedReason: z.optional(z.nullable(z.string())),
});

/** Restores the previous values of one customer unless they have changed since. */
export function planUndo(
  member: Member,
  { input, done, target, isChanged }: UndoInput<BulkInputOf<'customer'>, Target>,
): Plan {
  const before = beforeValues.parse(done.before ?? {});
  const changed = skip(target, reasons.isChanged);
  switch (input.action) {
    case 'assign':
      if (isChanged || target.broker_id !== input.brokerId) return changed;
      return undoAssign(member, { target, brokerId: before.brokerId ?? null });
    case 'tag':
    case 'untag':
      return undoTags({ input, target, tagIds: target.tagIds, before: done.before, entry: tagEntry });
    case 'ban':
      if (isChanged || target.status !== 'banned') return changed;
      return change({
        target,
        columns: { status: 'active', banned_reason: before.bannedReason ?? null },
        activity: 'customer.unbanned',
        operation: 'unbanCustomer',
      });
    case 'delete':
      return change({
        target,
        columns: { deleted_at: null },
        activity: 'customer.restored',
        operation: 'restoreCustomer',
      });
    default:
      return changed;
  }
}

function undoAssign(member: Member, { target, brokerId }: { target: Target; brokerId: string | null }): Plan {
  if (!canAssignTo(member, brokerId)) return skip(target, reasons.role);
  return change({
    target,
    columns: { broker_id: brokerId },
    activity: 'customer.updated',
    operation: 'updateCustomer',
    changed: ['broker_id'],
  });
}
