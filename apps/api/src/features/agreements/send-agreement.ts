import { createHash } from 'node:crypto';
import {
  signingDays,
  type AgreementDetail,
  type SendAgreement,
} from '@handover/contract/agreements/agreements.ts';
import type { Db } from '#db/client.ts';
import { getActiveBusiness } from '#features/businesses/businesses.public.ts';
import { getActiveCustomer } from '#features/customers/customers.public.ts';
import { assertBuyerNotExcluded, getActiveDeal } from '#features/deals/deals.public.ts';
import { unshareFile } from '#features/documents/documents.public.ts';
import { addMinutes } from '#lib/clock.ts';
import { AppError, invalidField, notFound } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { createLink, createLinkUrl } from '#platform/links/links.ts';
import type { Platform } from '#platform/platform.ts';
import { indexForSearch } from '#platform/search/search-entries.ts';
import type { Member } from '#platform/session/actor.ts';
import { queueSystemMail } from '#platform/system-mail.ts';
import type { Work } from '#platform/work.ts';
import { endLinks, insertAgreement, updatePending, withdrawPaper } from './agreement-writes.queries.ts';
import { notifyBuyer, recordAgreementEvent } from './agreement-events.ts';
import { authorize } from './agreements.policy.ts';
import { getDecidingFacts, presentDetail } from './agreements.presenter.ts';
import { findReadableAgreement, type AgreementRow } from './agreements.queries.ts';
import { fillText } from './fill-text.ts';
import { findTemplateRow, type TemplateRow } from './templates/templates.queries.ts';

type Parts = Pick<Platform, 'config' | 'keyring' | 'mail'>;
type Delivery = SendAgreement['delivery'];
export type Sent = { readonly agreement: AgreementDetail; readonly link: string | null };

const linkMinutes = signingDays * 24 * 60;

/** Throws NOT_FOUND. */
export async function getReadableAgreement(
  db: Db,
  member: Member,
  agreementId: string,
): Promise<AgreementRow> {
  const row = await findReadableAgreement(db, member, agreementId);
  if (row === null) throw notFound('NDA');
  return row;
}

/**
 * Sends an NDA to a buyer. Its text is filled and stored as the buyer will see it. Throws NOT_FOUND, INVALID_INPUT for
 * a template, business, or deal that does not fit, RULE_BROKEN for a buyer without an email address, banned,
 * blocked, or excluded from a business.
 */
export async function sendAgreement(
  work: Work,
  actor: Member,
  { platform, input }: { platform: Parts; input: SendAgreement },
): Promise<Sent> {
  const row = await createAgreement(work, actor, input);
  return deliver(work, actor, { platform, row, delivery: input.delivery });
}

/** An NDA that is waiting for a signature, without a link to sign it. Throws like `sendAgreement`. */
export async function createAgreement(
  work: Work,
  actor: Member,
  input: Omit<SendAgreement, 'delivery'>,
): Promise<AgreementRow> {
  const { workspaceId, userId } = actor;
  const { customerId, templateId, businessIds, dealId } = input;
  const customer = await getActiveCustomer(work.db, actor, customerId);
  const template = await findTemplate(work, { workspaceId, templateId });
  await checkRecords(work, actor, input);
  await checkMaySign(work, { workspaceId, customerId, businessIds, status: customer.status });
  const id = newId();
  const text = await fillText(work, actor, { customerId, businessIds, template });
  await insertAgreement(
    work.db,
    {
      workspace_id: workspaceId,
      id,
      customer_id: customerId,
      deal_id: dealId ?? null,
      template_id: templateId,
      text_number: template.text_number,
      title: template.title,
      text,
      text_sha256: createHash('sha256').update(text, 'utf8').digest(),
      valid_months: template.valid_months,
      sent_by: userId,
      sent_at: work.now,
      deadline: addMinutes(work.now, linkMinutes),
      created_at: work.now,
    },
    businessIds,
  );
  const parts = [customer.name, template.title, template.name];
  await indexForSearch(work.db, { workspaceId, kind: 'agreement', recordId: id, parts });
  const row = await getReadableAgreement(work.db, actor, id);
  await recordAgreementEvent(work, { row, type: 'agreement.sent', actorId: userId });
  await notifyBuyer(work, row);
  return row;
}

/**
 * Emails a new link, or returns it to be given to the buyer; earlier links end and the deadline starts again. Throws
 * NOT_FOUND, FORBIDDEN unless the NDA waits for a signature, RULE_BROKEN for a buyer without an email address, deleted, banned,
 * blocked, or excluded from a business.
 */
export async function sendLink(
  work: Work,
  actor: Member,
  { platform, agreementId, delivery }: { platform: Parts; agreementId: string; delivery: Delivery },
): Promise<Sent> {
  const row = await getReadableAgreement(work.db, actor, agreementId);
  authorize(actor, 'agreement:send', getDecidingFacts(row, work.now));
  if (row.customer_deleted_at !== null)
    throw new AppError('RULE_BROKEN', 'This buyer is in the trash. Restore the customer first.');
  await checkMaySign(work, {
    workspaceId: row.workspace_id,
    customerId: row.customer_id,
    businessIds: row.businesses.map(({ id }) => id),
    status: row.customer_status,
  });
  await recordAgreementEvent(work, { row, type: 'agreement.reminded', actorId: actor.userId });
  return deliver(work, actor, { platform, row, delivery });
}

/** Throws NOT_FOUND, FORBIDDEN unless the NDA waits for a signature or was recorded as signed on paper. */
export async function revokeAgreement(
  work: Work,
  actor: Member,
  agreementId: string,
): Promise<AgreementDetail> {
  const row = await getReadableAgreement(work.db, actor, agreementId);
  authorize(actor, 'agreement:revoke', getDecidingFacts(row, work.now));
  const key = { workspaceId: actor.workspaceId, agreementId };
  const isWithdrawn =
    row.template_id === null
      ? await withdrawPaper(work.db, key)
      : await updatePending(work.db, key, { status: 'revoked', closed_at: work.now });
  if (!isWithdrawn) throw alreadyAnsweredError();
  if (row.file_id !== null) await unshareFile(work, actor, row.file_id);
  await endLinks(work.db, key, work.now);
  await recordAgreementEvent(work, { row, type: 'agreement.revoked', actorId: actor.userId });
  return presentDetail(actor, await getReadableAgreement(work.db, actor, agreementId), work.now);
}

/**
 * Sends the template's current text again. Throws like `sendAgreement`, FORBIDDEN while the NDA waits for a signature.
 */
export async function renewAgreement(
  work: Work,
  actor: Member,
  { platform, agreementId, delivery }: { platform: Parts; agreementId: string; delivery: Delivery },
): Promise<Sent> {
  const row = await getReadableAgreement(work.db, actor, agreementId);
  authorize(actor, 'agreement:renew', getDecidingFacts(row, work.now));
  if (row.template_id === null) throw notFound('template');
  const input: SendAgreement = {
    customerId: row.customer_id,
    templateId: row.template_id,
    businessIds: row.businesses.map(({ id }) => id),
    ...(row.deal_id !== null && { dealId: row.deal_id }),
    delivery,
  };
  return sendAgreement(work, actor, { platform, input });
}

/** The link must not be used anymore, because the buyer has responded in the meantime. */
export function alreadyAnsweredError(): AppError {
  return new AppError('CONFLICT', 'The buyer has already responded. Reload the page to see the response.');
}

async function deliver(
  work: Work,
  actor: Member,
  { platform, row, delivery }: { platform: Parts; row: AgreementRow; delivery: Delivery },
): Promise<Sent> {
  const { workspaceId } = actor;
  const key = { workspaceId, agreementId: row.id };
  const email = row.customer_email;
  if (delivery === 'email' && email === null)
    throw new AppError('RULE_BROKEN', 'This buyer has no email address. Add one, or create a link to share.');
  const isEmailed = delivery === 'email' && platform.mail.kind === 'smtp';
  await endLinks(work.db, key, work.now);
  const { secret, expiresAt } = await createLink(work, {
    kind: 'sign',
    lifetimeMinutes: linkMinutes,
    workspaceId,
    agreementId: row.id,
    createdBy: actor.userId,
    isEmailed,
    ...(isEmailed && email !== null && { email }),
  });
  const isUpdated = await updatePending(work.db, key, {
    deadline: expiresAt,
    sent_to: isEmailed ? email : null,
  });
  if (!isUpdated) throw alreadyAnsweredError();
  const link = createLinkUrl(platform.config.publicUrl, '/sign', secret);
  if (isEmailed && email !== null)
    await queueSystemMail(work, platform, createInvitation(actor, row, { email, link }));
  const current = await getReadableAgreement(work.db, actor, row.id);
  return { agreement: presentDetail(actor, current, work.now), link: isEmailed ? null : link };
}

function createInvitation(
  { displayName }: Member,
  row: AgreementRow,
  { email, link }: { email: string; link: string },
): { to: string; subject: string; text: string } {
  return {
    to: email,
    subject: `Please sign: ${row.title}`,
    text: `${displayName} at ${row.workspace_name} has asked you to sign this agreement:\n\n${row.title}\n\nRead and sign it within ${String(signingDays)} days:\n\n${link}\n\nThis link is for you only, and you can sign with it once. When you open it, we will email a code to this address.\n`,
  };
}

/** Throws RULE_BROKEN for a buyer who is banned, blocked, or excluded from a business. */
async function checkMaySign(
  { db }: Work,
  {
    workspaceId,
    customerId: buyerId,
    businessIds,
    status,
  }: {
    workspaceId: string;
    customerId: string;
    businessIds: readonly string[];
    status: AgreementRow['customer_status'];
  },
): Promise<void> {
  if (status === 'banned')
    throw new AppError('RULE_BROKEN', 'This buyer is banned. Lift the ban on the customer’s page first.');
  for (const businessId of businessIds)
    await assertBuyerNotExcluded(db, { workspaceId, businessId, buyerId });
}

async function findTemplate(
  work: Work,
  key: { workspaceId: string; templateId: string },
): Promise<TemplateRow> {
  const template = await findTemplateRow(work.db, key);
  if (template === null || template.archived_at !== null)
    throw invalidField('templateId', 'Choose a template that is in use.');
  return template;
}

/** Throws INVALID_INPUT for a business or deal that does not fit the buyer or that the member may not read. */
export async function checkRecords(
  { db }: Work,
  actor: Member,
  { customerId, businessIds, dealId }: Pick<SendAgreement, 'customerId' | 'businessIds' | 'dealId'>,
): Promise<void> {
  for (const businessId of businessIds)
    await loadReadableField(getActiveBusiness(db, actor, businessId), 'businessIds');
  if (dealId === undefined) return;
  const deal = await loadReadableField(getActiveDeal(db, actor, dealId), 'dealId');
  if (deal.buyerId !== customerId || !businessIds.includes(deal.businessId))
    throw invalidField('dealId', 'This deal is with another buyer or about another business.');
}

/** A record in the input that the member may not read is invalid input. */
async function loadReadableField<T>(loading: Promise<T>, field: string): Promise<T> {
  try {
    return await loading;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND')
      throw invalidField(
        field,
        field === 'dealId'
          ? 'You do not have access to this deal'
          : 'You do not have access to this business',
      );
    throw error;
  }
}
