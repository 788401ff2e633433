import type { Person } from '@handover/contract/settings/members.ts';
import * as contract from '@handover/contract/settings/members.ts';
import { stopPersonalAccount } from '#features/conversations/imap/imap-accounts.service.ts';
import { countPersonalMailboxes, movePersonalMailboxes } from '#features/conversations/mailboxes.queries.ts';
import { countAssignedQuestions } from '#features/documents/questions/questions.queries.ts';
import { countOpenLinks, handOverLinks } from '#features/shared-links/shared-links.queries.ts';
import { deactivate } from '#features/settings/members/members.service.ts';
import { invalidField } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import type { Routes } from '#platform/http/routes.ts';
import { notify } from '#platform/notifications.ts';
import type { Platform } from '#platform/platform.ts';
import {
  countHoldings,
  type RecordCount,
  type MemberKey,
} from '#platform/records/handover/handover.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { isStaffMember } from '#platform/session/session.queries.ts';
import { handOverQueue, type HandOver } from './hand-over.job.ts';

const questionLabels = { one: 'data room question', many: 'data room questions' } as const;
const mailboxLabels = { one: 'mailbox', many: 'mailboxes' } as const;
const linkLabels = { one: 'shared link', many: 'shared links' } as const;

/**
 * The records that a departing member is responsible for, and the end of their access, after which a job hands the
 * records over.
 */
export function deactivateMemberRoutes(routes: Routes, { records }: Pick<Platform, 'records'>): void {
  routes.add(contract.getHoldings, async ({ actor: { workspaceId }, params, work: { db, now } }) => {
    const key = { workspaceId, userId: params.id };
    const mailboxes = { labels: mailboxLabels, count: await countPersonalMailboxes(db, key) };
    const links = { labels: linkLabels, count: await countOpenLinks(db, { ...key, now }) };
    const questions = { labels: questionLabels, count: await countAssignedQuestions(db, key) };
    return {
      holdings: present([...(await countHoldings(db, records.all, key)), questions, mailboxes, links]),
    };
  });

  routes.add(contract.deactivatePerson, async ({ actor, params, body, work }) => {
    const { handOverTo: to } = body;
    const person = await deactivate(work, actor, { userId: params.id, version: body.version });
    if (to !== null && !(await isStaffMember(work.db, { workspaceId: actor.workspaceId, userId: to })))
      throw invalidField('handOverTo', 'Choose a member of this workspace');
    const leaving = { workspaceId: actor.workspaceId, userId: person.id };
    const holdings = await countHoldings(work.db, records.all, leaving);
    const questionCount = await countAssignedQuestions(work.db, leaving);
    await queueHandOver(work, actor, { records, leaving, to });
    const moved = [...holdings, { labels: questionLabels, count: questionCount }];
    const mailboxes = { labels: mailboxLabels, count: await handOverMail(work, actor, { person, to }) };
    if (to !== null && to !== actor.userId) await notifySuccessor(work, actor, { person, to, moved });
    const links = { labels: linkLabels, count: await handOverSharedLinks(work, { ...leaving, to }) };
    const handedOver = present([...moved, mailboxes, links]);
    work.audit({ handedOver: Object.fromEntries(handedOver.map(({ many, count }) => [many, count])), to });
    return { person, handedOver };
  });
}

/**
 * Hands the records over in a job, so that the member's access ends with the request, however many records they have.
 */
async function queueHandOver(
  work: Work,
  { userId: actorId }: Member,
  { records, leaving, to }: Pick<Platform, 'records'> & { leaving: MemberKey; to: string | null },
): Promise<void> {
  const handoverIds = Object.fromEntries(records.all.map(({ type }) => [type, newId()]));
  await work.enqueue(handOverQueue, { ...leaving, actorId, to, handoverIds } satisfies HandOver);
}

/** Personal mailboxes stay closed if no one takes over. Returns how many mailboxes were handed over. */
async function handOverMail(
  work: Work,
  { workspaceId }: Member,
  { person: { id: userId }, to }: { person: Person; to: string | null },
): Promise<number> {
  await stopPersonalAccount(work, { workspaceId, userId, isHandover: to !== null });
  return to === null ? 0 : movePersonalMailboxes(work.db, { workspaceId, userId, to });
}

/** Shared links end if no one takes over. Returns how many were handed over. */
async function handOverSharedLinks(
  work: Work,
  { workspaceId, userId, to }: MemberKey & { to: string | null },
): Promise<number> {
  const documentIds = await handOverLinks(work.db, { workspaceId, userId, to, now: work.now });
  for (const id of new Set(documentIds)) work.publish({ workspaceId, noun: 'document', id });
  return to === null ? 0 : documentIds.length;
}

async function notifySuccessor(
  work: Work,
  { workspaceId }: Member,
  { person, to, moved }: { person: Person; to: string; moved: readonly RecordCount[] },
): Promise<void> {
  const counts = present(moved).map(
    ({ one, many, count }) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`,
  );
  if (counts.length === 0) return;
  await notify(work, {
    workspaceId,
    userIds: [to],
    type: 'task.assigned',
    title: `${person.displayName}’s work was assigned to you: ${counts.join(', ')}`,
    customerId: null,
  });
}

/** Omits kinds without records. */
function present(holdings: readonly RecordCount[]): contract.Holdings {
  return holdings
    .filter(({ count }) => count > 0)
    .map(({ labels: { one, many }, count }) => ({ one, many, count }));
}
