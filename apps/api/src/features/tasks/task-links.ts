import { invalidField } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import type { TaskRow } from './tasks.queries.ts';
import { isAssignable } from './task-writes.queries.ts';
import { getActiveBusiness } from '#features/businesses/businesses.public.ts';
import { getActiveDeal } from '#features/deals/deals.public.ts';
import { getActiveCustomer } from '#features/customers/customers.public.ts';

/** The records of a task, and the client it is for. */
export type Links = Pick<TaskRow, 'customer_id' | 'business_id' | 'deal_id' | 'assignee_id' | 'audience'>;

/** Checks the links added to a task. Throws NOT_FOUND, INVALID_INPUT. */
export async function checkLinks(
  work: Work,
  actor: Member,
  { before, after }: { before: Links | null; after: Links },
): Promise<void> {
  const { customer_id, business_id, deal_id, assignee_id, audience } = after;
  const isElsewhere = customer_id !== (before?.customer_id ?? null);
  if (isElsewhere && customer_id !== null) await getActiveCustomer(work.db, actor, customer_id);
  if (business_id !== null && business_id !== before?.business_id)
    await getActiveBusiness(work.db, actor, business_id);
  if (deal_id !== null && deal_id !== before?.deal_id) await getActiveDeal(work.db, actor, deal_id);
  if (audience === 'client' && customer_id === null)
    throw invalidField('audience', 'Only a task for a customer can be a client task');
  if (assignee_id === null || (assignee_id === before?.assignee_id && !isElsewhere)) return;
  const wanted = { workspaceId: actor.workspaceId, userId: assignee_id, customerId: customer_id };
  if (!(await isAssignable(work.db, wanted)))
    throw invalidField('assigneeId', 'This person does not have access to this customer');
}

/** A superadmin can work in a workspace without being a member; the task then starts unassigned. */
export async function findAssignableId(
  work: Work,
  actor: Member,
  customerId: string | null,
): Promise<string | null> {
  return (await isAssignable(work.db, { ...actor, customerId })) ? actor.userId : null;
}
