import type { Holdings, Person } from '@handover/contract/members.ts';
import * as contract from '@handover/contract/members.ts';
import { stopPersonalAccount } from '#features/conversations/imap/imap-accounts.service.ts';
import { deactivate } from '#features/settings/members/members.service.ts';
import { invalidField } from '#lib/errors.ts';
import { byMember, recordActivity } from '#platform/activities.ts';
import type { Routes } from '#platform/http/routes.ts';
import { isStaffMember } from '#platform/members/member.queries.ts';
import { notify } from '#platform/notifications.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import {
  countHoldings,
  moveBusinesses,
  moveCustomers,
  moveMailboxes,
  moveOpenTasks,
  recordCustomerChanges,
} from './holdings.queries.ts';

/** A person leaves: what they are responsible for, and its hand-over with the end of their access. */
export function deactivateMemberRoutes(routes: Routes): void {
  routes.add(contract.getHoldings, async ({ actor, params, work }) => ({
    holdings: await countHoldings(work.db, { workspaceId: actor.workspaceId, userId: params.id }),
  }));

  routes.add(contract.deactivatePerson, async ({ actor, params, body, work }) => {
    const person = await deactivate(work, actor, { userId: params.id, version: body.version });
    const handedOver = await handOver(work, actor, { person, to: body.handOverTo });
    work.audit({ handedOver, to: body.handOverTo });
    return { person, handedOver };
  });
}

type HandOver = { readonly person: Person; readonly to: string | null };

/** Moves all of it in the same transaction; personal mail stays closed when nobody takes over. */
async function handOver(work: Work, actor: Member, { person, to }: HandOver): Promise<Holdings> {
  const { workspaceId } = actor;
  if (to !== null && !(await isStaffMember(work.db, { workspaceId, userId: to })))
    throw invalidField('handOverTo', 'Choose a member of this workspace');
  const move = { workspaceId, userId: person.id, to, now: work.now };
  const customerIds = await moveCustomers(work.db, move);
  const businesses = await moveBusinesses(work.db, move);
  const openTasks = await moveOpenTasks(work.db, move);
  await stopPersonalAccount(work, { workspaceId, userId: person.id, isHandover: to !== null });
  const mailboxes = to === null ? 0 : await moveMailboxes(work.db, { ...move, to });
  await record(work, actor, { customerIds, businesses });
  const handedOver = { customers: customerIds.length, openTasks, businesses: businesses.length, mailboxes };
  await tell(work, actor, { person, to, handedOver });
  return handedOver;
}

/** The timelines say that the broker changed, and lists on open pages follow. */
async function record(
  work: Work,
  actor: Member,
  moved: { customerIds: readonly string[]; businesses: readonly { id: string; owner_id: string | null }[] },
): Promise<void> {
  const detail = { changed: ['broker_id'] };
  const { workspaceId, userId: actorId } = actor;
  await recordCustomerChanges(work.db, {
    workspaceId,
    actorId,
    ids: moved.customerIds,
    detail,
    now: work.now,
  });
  if (moved.customerIds.length > 0) work.publish({ workspaceId, noun: 'customer', id: workspaceId });
  for (const { id, owner_id: ownerId } of moved.businesses) {
    const subject = { kind: 'business', id } as const;
    const type = 'business.updated';
    await recordActivity(work, { ...byMember(actor, ownerId), businessId: id, type, subject, detail });
    work.publish({ workspaceId, noun: 'business', id, customerId: ownerId });
  }
}

async function tell(
  work: Work,
  actor: Member,
  { person, to, handedOver }: HandOver & { handedOver: Holdings },
): Promise<void> {
  const { workspaceId } = actor;
  if (handedOver.openTasks > 0) work.publish({ workspaceId, noun: 'task', id: person.id });
  const { customers, businesses, openTasks } = handedOver;
  if (to === null || to === actor.userId || customers + businesses + openTasks === 0) return;
  const counts = [
    plural(customers, 'customer'),
    plural(businesses, 'business', 'businesses'),
    plural(openTasks, 'task'),
  ];
  await notify(work, {
    workspaceId,
    userIds: [to],
    type: 'task.assigned',
    title: `${actor.displayName} handed over to you from ${person.displayName}: ${counts.filter(Boolean).join(', ')}`,
    customerId: null,
  });
}

function plural(count: number, one: string, many = `${one}s`): string {
  return count === 0 ? '' : `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
