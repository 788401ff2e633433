import { toCalendarDate } from '@handover/domain/local-time.ts';
import type { Buyer } from '@handover/contract/buyers/buyers.ts';
import type { BodyOf } from '@handover/contract/http/endpoint.ts';
import type { answerProofOfFunds } from '@handover/contract/buyers/proof-of-funds.ts';
import { AppError, invalidField } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { requireOpenable } from '#platform/files/files.ts';
import { notify } from '#platform/notifications.ts';
import type { Member } from '#platform/session/actor.ts';
import { listResponsibleIds } from '#platform/session/session.queries.ts';
import type { Work } from '#platform/work.ts';
import { authorize } from '../buyers.policy.ts';
import { findBuyerRow, type BuyerRow } from '../buyers.queries.ts';
import { reindexAndReloadBuyer, changeBuyer } from '../buyers.service.ts';
import { decideProof, findCustomerLogin, insertProof, lockSentProof } from './proofs.queries.ts';

type NewProof = { readonly buyerId: string; readonly amountCents: number; readonly datedOn: string };

/**
 * A buyer who may send proof of funds dated this day. Throws NOT_FOUND, FORBIDDEN for staff, INVALID_INPUT for a future
 * date.
 */
export async function requireProofSender(
  work: Work,
  actor: Member,
  { buyerId, datedOn }: Pick<NewProof, 'buyerId' | 'datedOn'>,
): Promise<BuyerRow> {
  const row = authorize(actor, 'buyer:send-proof', await findBuyerRow(work.db, actor, buyerId));
  if (datedOn > toCalendarDate(work.now, actor.timeZone))
    throw invalidField('datedOn', 'Cannot be in the future');
  return row;
}

/**
 * Records proof of funds from a buyer and notifies the broker, or the administrators. Throws like `requireProofSender`,
 * and RULE_BROKEN while another proof is waiting for the broker.
 */
export async function sendProof(
  work: Work,
  actor: Member,
  { buyerId, amountCents, datedOn, documentId }: NewProof & { readonly documentId: string },
): Promise<Buyer> {
  const { workspaceId } = actor;
  const row = await requireProofSender(work, actor, { buyerId, datedOn });
  if (row.last_proof?.state === 'sent')
    throw new AppError('RULE_BROKEN', 'Your broker is reviewing the proof of funds you sent.');
  await changeBuyer(work, actor, { buyerId, version: row.version, change: {} });
  await insertProof(work.db, {
    workspace_id: workspaceId,
    id: newId(),
    buyer_id: buyerId,
    amount_cents: amountCents,
    dated_on: datedOn,
    document_id: documentId,
    sent_at: work.now,
  });
  await notify(work, {
    workspaceId,
    userIds: await listResponsibleIds(work.db, { workspaceId, userId: row.broker_id }),
    type: 'proof.sent',
    title: `${row.customer_name} sent proof of funds`,
    customerId: row.customer_id,
  });
  return reindexAndReloadBuyer(work, actor, { buyerId, type: 'buyer.proof_sent' });
}

/**
 * Accepts the waiting proof of funds, so that it counts, or returns it with a reason; the buyer is notified. Throws
 * NOT_FOUND, STALE_VERSION, RULE_BROKEN if there is none, or if the accepted file is deleted or blocked.
 */
export async function answerProof(
  work: Work,
  actor: Member,
  { buyerId, ...input }: { readonly buyerId: string } & BodyOf<typeof answerProofOfFunds>,
): Promise<Buyer> {
  const { workspaceId, userId } = actor;
  const row = authorize(actor, 'buyer:manage', await findBuyerRow(work.db, actor, buyerId));
  const proof = await lockSentProof(work.db, { workspaceId, buyerId });
  if (proof === null) throw new AppError('RULE_BROKEN', 'There is no proof of funds to review.');
  const isAccepted = input.answer === 'accepted';
  if (isAccepted) {
    if (proof.is_deleted)
      throw new AppError('RULE_BROKEN', 'The file is in the trash. Restore it, or return the proof.');
    requireOpenable(proof);
  }
  const accepted = {
    proof_amount_cents: proof.amount_cents,
    proof_dated_on: proof.dated_on,
    proof_document_id: proof.document_id,
    proof_verified_by: userId,
    proof_verified_at: work.now,
  };
  await changeBuyer(work, actor, { buyerId, version: input.version, change: isAccepted ? accepted : {} });
  const reason = input.answer === 'returned' ? input.reason : null;
  await decideProof(work.db, { workspaceId, proofId: proof.id, reason, userId, now: work.now });
  const login = await findCustomerLogin(work.db, { workspaceId, customerId: row.customer_id });
  await notify(work, {
    workspaceId,
    userIds: login === null ? [] : [login],
    type: 'proof.answered',
    title: reason === null ? 'Your proof of funds was accepted' : `Send proof of funds again: ${reason}`,
    customerId: row.customer_id,
  });
  return reindexAndReloadBuyer(work, actor, {
    buyerId,
    type: isAccepted ? 'buyer.funds_verified' : 'buyer.proof_returned',
  });
}
