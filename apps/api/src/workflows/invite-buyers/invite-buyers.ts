import type { BulkInputOf } from '@handover/contract/records/bulk.ts';
import { matchGateNames } from '@handover/contract/buyers/buyer-matches.ts';
import type { Db } from '#db/client.ts';
import { getActiveBusiness } from '#features/businesses/businesses.public.ts';
import type { Target } from '#features/buyers/buyer-writes.queries.ts';
import { insertInvitation } from '#features/buyers/matching/matches.queries.ts';
import { findMatch } from '#features/buyers/matching/matches.service.ts';
import { fillMail, readTextMail, listTemplateValues } from '#features/conversations/mail-content.ts';
import { sendEmail } from '#features/conversations/outgoing/send-email.service.ts';
import { lockTargets } from '#features/customers/bulk/customer-bulk.queries.ts';
import { findPassages, findTeaserPath } from '#features/profiles/profiles.public.ts';
import { AppError, invalidField } from '#lib/errors.ts';
import { byMember, recordActivity } from '#platform/activities.ts';
import { createSkippedRow, type RowResult, type SpecialAction } from '#platform/records/bulk/bulk.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { formatMissingFields, findBlockReason, requirePostalAddress } from '../bulk-email/bulk-email.ts';

type Input = BulkInputOf<'buyer'>;
type InviteInput = Extract<Input, { action: 'invite' }>;

/**
 * Emails buyers about a business on the market, each at most once: the invitation is written in the transaction that
 * queues the email. The email describes the business in the broker's words, never by its name, and ends with a link
 * to its teaser, or to the registration of buyers if no teaser is released.
 */
export const inviteBuyers: SpecialAction<Input, Target> = {
  // Sending an email takes many statements, so batches are small.
  batchSize: 50,
  operation: 'inviteBuyer',
  prepare: async (work, member, input) => {
    const invitation = toInvitation(input);
    readTextMail(invitation, 'input.');
    await requirePostalAddress(work.db, member.workspaceId);
    const business = await getActiveBusiness(work.db, member, invitation.businessId);
    if (business.stage !== 'on_market')
      throw new AppError('RULE_BROKEN', 'Buyers can be invited once the business is on the market.');
    for (const field of ['subject', 'text'] as const) {
      const [passage] = await findPassages(work.db, {
        workspaceId: member.workspaceId,
        businessId: business.id,
        text: invitation[field],
        isMessage: true,
      });
      if (passage !== undefined)
        throw invalidField(`input.${field}`, `Remove “${passage}”. It identifies the business.`);
    }
  },
  run: async (work, { member, runId, targets, input }, { config: { mailFrom, publicUrl } }) => {
    const results: RowResult[] = [];
    for (const target of targets)
      results.push(
        await invite(work, member, { target, input: toInvitation(input), runId, mailFrom, publicUrl }),
      );
    return results;
  },
};

function toInvitation(input: Input): InviteInput {
  if (input.action !== 'invite') throw new Error(`${input.action} is not an invitation`);
  return input;
}

type Invitation = {
  readonly target: Target;
  readonly input: InviteInput;
  readonly runId: string;
  readonly mailFrom: string | undefined;
  readonly publicUrl: string;
};

async function invite(
  work: Work,
  member: Member,
  { target, input, runId, mailFrom, publicUrl }: Invitation,
): Promise<RowResult> {
  const { businessId } = input;
  const { id: buyerId, customer_id: customerId } = target;
  const match = await findMatch(work, member, { buyerId, businessId });
  const [gate] = match?.gates ?? [];
  if (match === null) return createSkippedRow(buyerId, 'Deleted or not accessible.');
  if (match.stage !== 'on_market')
    return createSkippedRow(buyerId, 'The business is no longer on the market.');
  if (gate !== undefined) return createSkippedRow(buyerId, `${matchGateNames[gate]}.`);
  if (match.invitedAt !== null) return createSkippedRow(buyerId, 'Already invited to this business.');
  const [customer] = await lockTargets(work.db, member, [customerId]);
  const values = (await listTemplateValues(work, member, [customerId])).get(customerId);
  if (customer === undefined || values === undefined)
    return createSkippedRow(buyerId, 'Deleted or not accessible.');
  const path = await getPublicPath(work.db, { workspaceId: member.workspaceId, businessId });
  const text = `${input.text.trimEnd()}\n\n${publicUrl}${path}\n`;
  const filled = fillMail(readTextMail({ subject: input.subject, text }), values);
  const refusal = findBlockReason(member, customer) ?? formatMissingFields(filled.missing);
  if (refusal !== null) return createSkippedRow(buyerId, refusal);
  try {
    const messageId = await sendEmail(work, member, {
      customerId,
      input: { subject: filled.subject, text: filled.body },
      mailFrom,
      bulkRunId: runId,
    });
    await recordInvitation(work, member, { target, businessId, messageId });
    return {
      record_id: buyerId,
      outcome: 'done',
      reason: null,
      before: null,
      version_after: null,
      message_id: messageId,
    };
  } catch (error) {
    // A rejection happens before the first write; any other error ends the batch.
    if (error instanceof AppError && error.status < 500) return createSkippedRow(buyerId, error.message);
    throw error;
  }
}

async function recordInvitation(
  work: Work,
  member: Member,
  { target, businessId, messageId }: { target: Target; businessId: string; messageId: string },
): Promise<void> {
  const { workspaceId, userId } = member;
  await insertInvitation(work.db, {
    workspaceId,
    businessId,
    buyerId: target.id,
    messageId,
    userId,
    now: work.now,
  });
  await recordActivity(work, {
    ...byMember(member, target.customer_id),
    businessId,
    type: 'buyer.invited',
    subject: { kind: 'buyer', id: target.id },
  });
}

/** The public page of the teaser, or the registration of buyers, who then inquire about the business. */
async function getPublicPath(db: Db, business: { workspaceId: string; businessId: string }): Promise<string> {
  const { workspaceId, businessId } = business;
  return (
    (await findTeaserPath(db, business)) ?? `/register-buyer?workspace=${workspaceId}&business=${businessId}`
  );
}
