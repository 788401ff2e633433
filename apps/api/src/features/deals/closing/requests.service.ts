import type { ActivityType } from '@handover/contract/records/activities.ts';
import type {
  CreateRequest,
  DiligenceRequest,
  ReturnRequest,
  UpdateRequest,
} from '@handover/contract/deals/diligence-requests.ts';
import { isDealEnded } from '@handover/contract/deals/deal-stages.ts';
import { AppError, notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { notifyBroker, notifyParty } from '../deal-notices.ts';
import { authorize, can } from '../deals.policy.ts';
import { findDealRow, type DealRow } from '../deals.queries.ts';
import { reindexAndReload, loadDeal, recordOnDeal, writeDeal } from '../deals.service.ts';
import { lockDeal } from '../deals.public.ts';
import {
  findRequestRow,
  insertRequest,
  listRequestRows,
  updateRequestRow,
  type RequestRow,
} from './requests.queries.ts';

/** The diligence requests of a deal, and whether the viewer may add one. Throws NOT_FOUND. */
export async function listRequests(
  work: Work,
  actor: Member,
  dealId: string,
): Promise<{ requests: DiligenceRequest[]; canAdd: boolean }> {
  const deal = await loadDeal(work, actor, dealId);
  const rows = await listRequestRows(work.db, { ...actor, dealId });
  return {
    requests: rows.map((row) => presentRequest(actor, { deal, row })),
    canAdd: can(actor, 'deal:ask', deal),
  };
}

/** Throws NOT_FOUND, FORBIDDEN for the seller, for the buyer before due diligence, and for a deal that has ended. */
export async function createRequest(
  work: Work,
  actor: Member,
  { dealId, input }: { dealId: string; input: CreateRequest },
): Promise<DiligenceRequest> {
  const deal = authorize(actor, 'deal:ask', await findDealRow(work.db, actor, dealId));
  // Each request increments the deal's version, so that concurrent requests cannot get the same number.
  await writeDeal(work, actor, { dealId, version: deal.version, change: {} });
  const id = newId();
  await insertRequest(work.db, {
    workspace_id: actor.workspaceId,
    id,
    deal_id: dealId,
    title: input.title,
    details: input.details ?? null,
    due_on: input.dueOn ?? null,
    state: 'open',
    answer: null,
    created_by: actor.userId,
    answered_by: null,
    answered_at: null,
    created_at: work.now,
    updated_at: work.now,
  });
  await record(work, actor, { deal, type: 'deal.request_added', title: input.title });
  await notifyBroker(work, actor, {
    deal,
    notice: { type: 'diligence.added', title: `New diligence request: ${input.title}`, renewsUnread: true },
  });
  await notifyParty(work, actor, {
    deal,
    side: 'seller',
    notice: (business) => ({
      type: 'diligence.added',
      title: `Diligence request for ${business}: ${input.title}`,
    }),
  });
  return publishAndReload(work, actor, { dealId, requestId: id });
}

/** Throws NOT_FOUND, RULE_BROKEN for a closed request, STALE_VERSION with the current one. */
export async function updateRequest(
  work: Work,
  actor: Member,
  { requestId, input: { version, title, details, dueOn } }: { requestId: string; input: UpdateRequest },
): Promise<DiligenceRequest> {
  const { row } = await load(work, actor, { requestId, ability: 'deal:update' });
  requireNotClosed(row);
  await write(work, actor, {
    requestId,
    version,
    change: {
      ...(title !== undefined && { title }),
      ...(details !== undefined && { details }),
      ...(dueOn !== undefined && { due_on: dueOn }),
    },
  });
  return publishAndReload(work, actor, { dealId: row.deal_id, requestId });
}

/** Throws NOT_FOUND, FORBIDDEN for the buyer, RULE_BROKEN for a closed request, STALE_VERSION with the current one. */
export async function answerRequest(
  work: Work,
  actor: Member,
  {
    requestId,
    input: { version, answer },
  }: { requestId: string; input: { version: number; answer: string } },
): Promise<DiligenceRequest> {
  const { deal, row } = await load(work, actor, { requestId, ability: 'deal:answer' });
  requireNotClosed(row);
  await write(work, actor, {
    requestId,
    version,
    change: {
      state: 'answered',
      answer,
      return_reason: null,
      answered_by: actor.userId,
      answered_at: work.now,
    },
  });
  await record(work, actor, { deal, type: 'deal.request_answered', title: row.title });
  await notifyBroker(work, actor, {
    deal,
    notice: { type: 'diligence.answered', title: `Answered: ${row.title}`, renewsUnread: true },
  });
  await notifyParty(work, actor, {
    deal,
    side: 'buyer',
    notice: (business) => ({
      type: 'diligence.answered',
      title: `Diligence request for ${business} answered: ${row.title}`,
      renewsUnread: true,
    }),
  });
  return publishAndReload(work, actor, { dealId: deal.id, requestId });
}

/** Returns an answer to the seller, who is notified. Throws NOT_FOUND, RULE_BROKEN without an answer, STALE_VERSION with the current one. */
export async function returnRequest(
  work: Work,
  actor: Member,
  { requestId, input: { version, reason } }: { requestId: string; input: ReturnRequest },
): Promise<DiligenceRequest> {
  const { deal, row } = await load(work, actor, { requestId, ability: 'deal:update' });
  if (row.state !== 'answered')
    throw new AppError('RULE_BROKEN', 'Only an answered request can be returned.');
  await write(work, actor, { requestId, version, change: { state: 'open', return_reason: reason } });
  await record(work, actor, { deal, type: 'deal.request_returned', title: row.title });
  await notifyParty(work, actor, {
    deal,
    side: 'seller',
    notice: (business) => ({
      type: 'diligence.added',
      title: `Diligence answer returned for ${business}: ${row.title}. ${reason}`,
    }),
  });
  return publishAndReload(work, actor, { dealId: deal.id, requestId });
}

/** Closes a request, or reopens one of an open deal. Throws NOT_FOUND, RULE_BROKEN, STALE_VERSION with the current one. */
export async function closeRequest(
  work: Work,
  actor: Member,
  { requestId, input }: { requestId: string; input: { version: number; isClosed: boolean } },
): Promise<DiligenceRequest> {
  const { deal, row } = await load(work, actor, { requestId, ability: 'deal:update' });
  if (!input.isClosed && isDealEnded(deal.stage))
    throw new AppError('RULE_BROKEN', 'Requests on a closed or lost deal cannot be reopened.');
  const reopened = row.answer === null || row.return_reason !== null ? 'open' : 'answered';
  const state = input.isClosed ? 'closed' : reopened;
  await write(work, actor, { requestId, version: input.version, change: { state } });
  if (input.isClosed) await record(work, actor, { deal, type: 'deal.request_closed', title: row.title });
  return publishAndReload(work, actor, { dealId: deal.id, requestId });
}

/**
 * A request, with its deal locked against moves until the transaction ends: requests decide whether it can be closed.
 */
async function load(
  work: Work,
  actor: Member,
  { requestId, ability }: { requestId: string; ability: 'deal:update' | 'deal:answer' },
): Promise<{ deal: DealRow; row: RequestRow }> {
  const row = await findRequestRow(work.db, { ...actor, requestId });
  const deal = row === null ? null : await findDealRow(work.db, actor, row.deal_id);
  if (row === null || deal === null) throw notFound('request');
  const locked = { ...deal, ...(await lockDeal(work.db, { ...actor, dealId: deal.id })) };
  return { deal: authorize(actor, ability, locked), row };
}

function requireNotClosed({ state }: RequestRow): void {
  if (state === 'closed') throw new AppError('RULE_BROKEN', 'This request is closed. Reopen it first.');
}

/** Both parties read the requests, so both see these entries. */
function record(
  work: Work,
  actor: Member,
  { deal, type, title }: { deal: DealRow; type: ActivityType; title: string },
): Promise<void> {
  return recordOnDeal(work, actor, { deal, type, audience: 'client', detail: { reason: title } });
}

async function write(
  work: Work,
  actor: Member,
  {
    requestId,
    ...change
  }: { requestId: string } & Pick<Parameters<typeof updateRequestRow>[1], 'version' | 'change'>,
): Promise<void> {
  const { workspaceId } = actor;
  if (await updateRequestRow(work.db, { workspaceId, requestId, ...change, now: work.now })) return;
  throw staleVersion(await read(work, actor, requestId));
}

async function publishAndReload(
  work: Work,
  actor: Member,
  { dealId, requestId }: { dealId: string; requestId: string },
): Promise<DiligenceRequest> {
  await reindexAndReload(work, actor, dealId);
  return read(work, actor, requestId);
}

async function read(work: Work, actor: Member, requestId: string): Promise<DiligenceRequest> {
  const row = await findRequestRow(work.db, { ...actor, requestId });
  if (row === null) throw notFound('request');
  return presentRequest(actor, { deal: await loadDeal(work, actor, row.deal_id), row });
}

/** The buyer's side does not see returned answers, or who responds for the seller. */
function presentRequest(actor: Member, { deal, row }: { deal: DealRow; row: RequestRow }): DiligenceRequest {
  const isBuyer = deal.side === 'buyer';
  const isHidden = isBuyer && row.return_reason !== null;
  const isOpen = row.state !== 'closed';
  const canUpdate = can(actor, 'deal:update', deal);
  return {
    id: row.id,
    dealId: row.deal_id,
    number: row.number,
    title: row.title,
    details: row.details,
    dueOn: row.due_on,
    state: row.state,
    answer: isHidden ? null : row.answer,
    returnReason: isBuyer ? null : row.return_reason,
    createdBy: { id: row.created_by, displayName: row.author_name },
    createdAt: row.created_at.toISOString(),
    answeredBy:
      isBuyer || row.answered_by === null || row.responder_name === null
        ? null
        : { id: row.answered_by, displayName: row.responder_name },
    answeredAt: isHidden ? null : (row.answered_at?.toISOString() ?? null),
    version: row.version,
    abilities: {
      canUpdate: canUpdate && isOpen,
      canAnswer: can(actor, 'deal:answer', deal) && isOpen,
      canReturn: canUpdate && row.state === 'answered',
      canClose: canUpdate && (isOpen || !isDealEnded(deal.stage)),
    },
  };
}
