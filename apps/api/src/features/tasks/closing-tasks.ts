import { closingDateKinds, closingDateNames, type ClosingDates } from '@handover/contract/deal-closing.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { addTask } from './add-task.ts';

export type ClosedDeal = {
  readonly id: string;
  readonly businessId: string;
  readonly brokerId: string | null;
  readonly buyerName: string;
  readonly dates: ClosingDates;
};

/** A task for the deal's broker on each date after its closing. */
export async function addClosingTasks(work: Work, actor: Member, deal: ClosedDeal): Promise<void> {
  for (const kind of closingDateKinds) {
    const dueDate = deal.dates[kind];
    if (dueDate == null) continue;
    await addTask(work, actor, {
      title: `${closingDateNames[kind]}: ${deal.buyerName}`,
      description: null,
      priority: 'normal',
      audience: 'staff',
      requests_files: false,
      due_date: dueDate,
      assignee_id: deal.brokerId ?? actor.userId,
      customer_id: null,
      business_id: deal.businessId,
      deal_id: deal.id,
      recurrence: null,
      reminder: null,
      created_by: actor.userId,
    });
  }
}
