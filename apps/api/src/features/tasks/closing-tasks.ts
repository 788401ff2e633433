import {
  closingDateKinds,
  closingDateNames,
  type ClosingDates,
} from '@handover/contract/deals/deal-closing.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { addTask } from './add-task.ts';
import { deleteTask } from './deletion.service.ts';
import { findAssignableId } from './task-links.ts';
import { updateTask } from './tasks.service.ts';
import { findClosingTask } from './task-writes.queries.ts';

export type ClosedDeal = {
  readonly id: string;
  readonly businessId: string;
  readonly brokerId: string | null;
  readonly buyerName: string;
  /** The changed dates; null for a removed date. */
  readonly dates: ClosingDates;
};

/**
 * Gives the deal's broker a task on each date after its closing. The open task of a changed date is rescheduled, and
 * moved to the trash if the date was removed; after a completed task, a later date gets a new task.
 */
export async function setClosingTasks(work: Work, actor: Member, deal: ClosedDeal): Promise<void> {
  for (const kind of closingDateKinds) {
    const dueDate = deal.dates[kind];
    if (dueDate === undefined) continue;
    const { workspaceId } = actor;
    const task = await findClosingTask(work.db, { workspaceId, dealId: deal.id, kind });
    const isOpen = task !== null && task.status !== 'done';
    if (task !== null && task.due_date === dueDate) continue;
    if (dueDate === null) {
      if (isOpen) await deleteTask(work, actor, task.id);
    } else if (isOpen)
      await updateTask(work, actor, { taskId: task.id, input: { version: task.version, dueDate } });
    else
      await addTask(work, actor, {
        title: `${closingDateNames[kind]}: ${deal.buyerName}`,
        description: null,
        priority: 'normal',
        audience: 'staff',
        requests_files: false,
        due_date: dueDate,
        assignee_id: deal.brokerId ?? (await findAssignableId(work, actor, null)),
        customer_id: null,
        business_id: deal.businessId,
        deal_id: deal.id,
        closing_date: kind,
        recurrence: null,
        reminder: null,
        created_by: actor.userId,
      });
  }
}
