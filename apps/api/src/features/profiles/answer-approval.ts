import { lowerFirst } from '@handover/domain/text/letter-case.ts';
import { listStaffOrAdminIds } from '#platform/session/session.queries.ts';
import { profileKindNames, type AnswerApproval } from '@handover/contract/profiles.ts';
import type { FastifyRequest } from 'fastify';
import { AppError, notFound } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { notify } from '#platform/notifications.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import {
  endApprovalLinks,
  findApproval,
  findApprovalLink,
  findOwnerApproval,
  findOwnApproval,
  updatePendingApproval,
  type ApprovalRow,
} from './approvals.queries.ts';
import { getApprovalState } from './profiles.presenter.ts';
import { recordEvent } from './profiles.service.ts';
import { insertView } from './reading.queries.ts';

/** How many days the link used to respond to a profile continues to show it. */
const copyDays = 30;

/** The person who responds: the owner's login, or anyone with the link. */
type Decider = { readonly userId: string | null; readonly linkId: string | null; readonly name: string };

/** A request to the client as the owner. Throws NOT_FOUND, also for staff, who never answer for a seller. */
export async function getOwnApproval(work: Work, member: Member, approvalId: string): Promise<ApprovalRow> {
  const row = member.scope === 'client' ? await findOwnApproval(work.db, member, approvalId) : null;
  if (row === null) throw notFound('approval');
  return row;
}

/**
 * The request of a link that can still be used, or with which the request was answered in the last 30 days. Does not
 * consume the link. Throws LINK_INVALID with the reason, also if its customer no longer owns the business or has
 * another address.
 */
export async function openApprovalLink(
  work: Work,
  secret: string,
): Promise<{ row: ApprovalRow; linkId: string }> {
  const link = await findApprovalLink(work.db, secret);
  const {
    workspace_id: workspaceId,
    approval_id: approvalId,
    customer_id: customerId,
    email = null,
  } = link ?? {};
  const row =
    workspaceId == null || approvalId == null || customerId == null
      ? null
      : await findOwnerApproval(work.db, { workspaceId, approvalId, customerId, email });
  if (link === null || row === null)
    throw createGoneError(
      'This link is not valid. Check that it is complete, or ask your broker for a new one.',
    );
  const isAnsweredByIt = row.link_id === link.id;
  if (!isAnsweredByIt) requireUsable(row, link, work.now);
  else if (row.decided_at !== null && work.now.getTime() - row.decided_at.getTime() > copyDays * 86_400_000)
    throw createGoneError('You already approved or declined this. Ask your broker for a copy.');
  return { row, linkId: link.id };
}

/** Records that the seller reads a version, before it is sent. */
export async function recordSellerView(
  work: Work,
  row: Pick<ApprovalRow, 'workspace_id' | 'profile_id' | 'number'>,
  { userId, ipAddress }: { userId: string | null; ipAddress: string },
): Promise<void> {
  await insertView(work.db, {
    workspace_id: row.workspace_id,
    id: newId(),
    profile_id: row.profile_id,
    number: row.number,
    reader: 'seller',
    user_id: userId,
    deal_id: null,
    format: 'page',
    ip_address: ipAddress,
    viewed_at: work.now,
  });
}

/** Returns the request after the answer. Throws CONFLICT if it was answered before, LINK_INVALID past the deadline. */
export async function answerApproval(
  work: Work,
  { row, decider }: { row: ApprovalRow; decider: Decider },
  { input, request }: { input: AnswerApproval; request: Pick<FastifyRequest, 'ip' | 'headers'> },
): Promise<ApprovalRow> {
  const state = getApprovalState(row, work.now);
  if (state === 'overdue')
    throw createGoneError('The time to respond has ended. Ask your broker to send it again.');
  if (state !== 'pending') throw alreadyAnsweredError();
  const { workspace_id: workspaceId, id: approvalId } = row;
  const { decision, reason = null } = input;
  const isUpdated = await updatePendingApproval(
    work.db,
    { workspaceId, approvalId },
    {
      status: decision,
      decided_at: work.now,
      decider_name: decider.name,
      decider_user_id: decider.userId,
      link_id: decider.linkId,
      reason,
      ip_address: request.ip,
      user_agent: request.headers['user-agent']?.slice(0, 500) ?? null,
    },
  );
  if (!isUpdated) throw alreadyAnsweredError();
  await endApprovalLinks(work.db, { workspaceId, approvalId }, work.now);
  await recordEvent(work, { row, event: decision, actorId: decider.userId });
  await notifyBrokers(work, row, decision);
  const after = await findApproval(work.db, { workspaceId, approvalId });
  if (after === null) throw notFound('approval');
  return after;
}

async function notifyBrokers(
  work: Work,
  row: ApprovalRow,
  decision: AnswerApproval['decision'],
): Promise<void> {
  const { workspace_id: workspaceId, requested_by: requestedBy, broker_id: brokerId } = row;
  const userIds = [...new Set([requestedBy, ...(brokerId === null ? [] : [brokerId])])];
  await notify(work, {
    workspaceId,
    userIds: await listStaffOrAdminIds(work.db, { workspaceId, userIds }),
    type: 'profile.answered',
    title: `The seller ${decision} the ${lowerFirst(profileKindNames[row.kind])} for ${row.business_name}`,
    customerId: null,
    businessId: row.business_id,
  });
}

function requireUsable(
  row: ApprovalRow,
  link: { expires_at: Date; consumed_at: Date | null },
  now: Date,
): void {
  if (row.status === 'replaced')
    throw createGoneError('Your broker sent a newer version. Use the latest link you received.');
  if (row.status !== 'pending') throw createGoneError('You already responded to this request.');
  if (link.expires_at <= now) throw createGoneError('This link has expired. Ask your broker for a new one.');
  if (link.consumed_at !== null)
    throw createGoneError('This link no longer works. Ask your broker for a new one.');
}

function createGoneError(message: string): AppError {
  return new AppError('LINK_INVALID', message);
}

function alreadyAnsweredError(): AppError {
  return new AppError('CONFLICT', 'This was already approved or declined. Nothing was changed.');
}
