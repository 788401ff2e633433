import type { MonthCount } from '@handover/contract/dashboard.ts';
import type { BusinessStage } from '@handover/contract/business-stages.ts';

const businesses = '/admin/business-center';

/** Where the unanswered e-mail stands on the page: no other list has it. */
export const unansweredId = 'unanswered';

/** Neither sold, withdrawn nor expired. */
export const openBusinesses = `${businesses}?isOpen=true`;

/** The businesses in a stage. */
export function businessesIn(stage: BusinessStage): string {
  return `${businesses}?stage=${stage}`;
}

/** Open businesses that a filter of the list finds. */
export function openBusinessesWith(filter: Readonly<Record<string, string>>): string {
  return `${businesses}?${new URLSearchParams({ isOpen: 'true', ...filter }).toString()}`;
}

/** Somebody's tasks that are due and not done. */
export function dueTasksOf({ id, today }: { id: string; today: string }): string {
  return `/admin/tasks?${new URLSearchParams({ assigneeId: id, dueTo: today }).toString()}`;
}

/** The customers who joined in a month. */
export function customersOf({ from, to }: Pick<MonthCount, 'from' | 'to'>): string {
  return `/admin/users?${new URLSearchParams({ joinedFrom: from, joinedTo: to }).toString()}`;
}
