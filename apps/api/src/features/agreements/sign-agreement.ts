import { toCalendarDate } from '@handover/domain/local-time.ts';
import type { IdentityMethod, SignBody } from '@handover/contract/agreements/agreements.ts';
import { signingConsent } from '@handover/contract/agreements/signing-consent.ts';
import { isOtherName, getTermEnd } from '@handover/domain/agreement-text.ts';
import type { FastifyRequest } from 'fastify';
import { isBuyerExcludedFrom } from '#features/deals/deals.public.ts';
import { AppError, notFound } from '#lib/errors.ts';
import type { LinkRow } from '#platform/links/links.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { agreementPdfQueue } from './agreement-pdf.job.ts';
import { notifyBrokers, publishAgreement, recordAgreementEvent } from './agreement-events.ts';
import { endLinks, findSigningLink, setOpened, updatePending } from './agreement-writes.queries.ts';
import { getAgreementState } from './agreements.presenter.ts';
import {
  findAgreement,
  findReadableAgreement,
  listOwnRows,
  type AgreementRow,
} from './agreements.queries.ts';

/** How many days the link used to sign or decline an NDA continues to open it, with the signed PDF. */
const copyDays = 30;

/** The signer: the buyer's login, or anyone with the link. */
export type Signer = {
  readonly userId: string | null;
  readonly linkId: string | null;
  readonly method: IdentityMethod;
};
/** The NDA of a link, which anyone may have. */
export type OpenedLink = { readonly row: AgreementRow; readonly link: LinkRow };
type Request = Pick<FastifyRequest, 'ip' | 'id' | 'headers'>;

/** NDAs of the client, newest first; none for staff. */
export async function listOwn(work: Work, member: Member): Promise<AgreementRow[]> {
  return member.scope === 'client' ? listOwnRows(work.db, member) : [];
}

/** An NDA that was sent to the client. Throws NOT_FOUND, also for staff, who never sign for a buyer. */
export async function getOwn(
  work: Work,
  member: Member,
  agreementId: string,
): Promise<{ row: AgreementRow; signer: Signer }> {
  const row = member.scope === 'client' ? await findReadableAgreement(work.db, member, agreementId) : null;
  if (row === null || row.status === 'revoked') throw notFound('NDA');
  return { row, signer: { userId: member.userId, linkId: null, method: 'account' } };
}

/**
 * The NDA of a link that can still be used, or with which it was signed or declined in the last 30 days. Does not
 * consume the link. Throws LINK_INVALID with the reason.
 */
export async function openLink(work: Work, secret: string): Promise<OpenedLink> {
  const link = await findSigningLink(work.db, secret);
  const { workspace_id: workspaceId, agreement_id: agreementId } = link ?? {};
  const row =
    workspaceId == null || agreementId == null
      ? null
      : await findAgreement(work.db, { workspaceId, agreementId });
  if (link === null || row === null)
    throw createGoneError(
      'This link is not valid. Check that it is complete, or ask your broker for a new one.',
    );
  if (isSigningBlocked(row)) throw createGoneError('This link is no longer valid. Ask your broker about it.');
  const isAnsweredByIt = row.link_id === link.id && !isOlder(row.closed_at, copyDays, work.now);
  if (!isAnsweredByIt) {
    requireUsable(row, link, work.now);
    await requireAllowed(work, row);
  }
  return { row, link };
}

export async function recordFirstOpen(work: Work, row: AgreementRow): Promise<void> {
  if (row.status !== 'pending' || row.opened_at !== null) return;
  await setOpened(work.db, { workspaceId: row.workspace_id, agreementId: row.id }, work.now);
  publishAgreement(work, row);
}

/**
 * Signs an NDA: the row is the signature, and a job creates the PDF. Throws CONFLICT if it was answered before or if a
 * different text was shown, LINK_INVALID past the deadline or for a barred buyer.
 */
export async function sign(
  work: Work,
  { row, signer }: { row: AgreementRow; signer: Signer },
  { input, request }: { input: Pick<SignBody, 'textSha256' | 'signature'>; request: Request },
): Promise<void> {
  requireOpen(row, work.now);
  await requireAllowed(work, row);
  if (input.textSha256 !== row.text_sha256?.toString('hex'))
    throw new AppError('CONFLICT', 'The text on this page has changed. Reload the page and read it again.');
  const { signature } = input;
  const { workspace_id: workspaceId, id: agreementId, valid_months: months } = row;
  const { kind, name, ...drawing } = signature;
  const isSigned = await updatePending(
    work.db,
    { workspaceId, agreementId },
    {
      status: 'signed',
      closed_at: work.now,
      signer_name: name,
      is_other_name: isOtherName(name, row.customer_name),
      signature_kind: kind,
      signature_drawing: kind === 'drawn' ? JSON.stringify(drawing) : null,
      signer_user_id: signer.userId,
      link_id: signer.linkId,
      identity_method: signer.method,
      consent: signingConsent,
      ip_address: request.ip,
      user_agent: request.headers['user-agent']?.slice(0, 500) ?? null,
      request_id: request.id,
      expires_on: months === null ? null : getTermEnd(toCalendarDate(work.now, row.time_zone), months),
    },
  );
  if (!isSigned) throw createAlreadyAnsweredError();
  await endLinks(work.db, { workspaceId, agreementId }, work.now);
  await work.enqueue(agreementPdfQueue, { workspaceId, agreementId });
  await recordAnswer(work, row, { type: 'agreement.signed', signer });
}

/** Throws CONFLICT if it was answered before, LINK_INVALID past the deadline. */
export async function decline(
  work: Work,
  { row, signer }: { row: AgreementRow; signer: Signer },
  reason: string | undefined,
): Promise<void> {
  requireOpen(row, work.now);
  const { workspace_id: workspaceId, id: agreementId } = row;
  const change = {
    status: 'declined',
    closed_at: work.now,
    decline_reason: reason ?? null,
    link_id: signer.linkId,
  } as const;
  if (!(await updatePending(work.db, { workspaceId, agreementId }, change)))
    throw createAlreadyAnsweredError();
  await endLinks(work.db, { workspaceId, agreementId }, work.now);
  await recordAnswer(work, row, { type: 'agreement.declined', signer });
}

/** The NDA after the answer. */
export async function reloadAgreement(work: Work, { workspace_id, id }: AgreementRow): Promise<AgreementRow> {
  const row = await findAgreement(work.db, { workspaceId: workspace_id, agreementId: id });
  if (row === null) throw notFound('NDA');
  return row;
}

async function recordAnswer(
  work: Work,
  row: AgreementRow,
  { type, signer }: { type: 'agreement.signed' | 'agreement.declined'; signer: Signer },
): Promise<void> {
  await recordAgreementEvent(work, { row, type, actorId: signer.userId });
  const verb = type === 'agreement.signed' ? 'signed' : 'declined';
  await notifyBrokers(work, row, {
    type: 'agreement.answered',
    title: `${row.customer_name} ${verb}: ${row.title}`,
  });
}

function isSigningBlocked(row: AgreementRow): boolean {
  return (
    row.customer_status !== 'active' || row.customer_deleted_at !== null || row.workspace_archived_at !== null
  );
}

function requireUsable(
  row: AgreementRow,
  link: { expires_at: Date; consumed_at: Date | null },
  now: Date,
): void {
  if (row.status === 'revoked')
    throw createGoneError('Your broker withdrew this agreement. You do not need to sign it.');
  if (row.status === 'declined')
    throw createGoneError('This agreement was declined. Ask your broker for a new link to sign it.');
  if (row.status === 'signed')
    throw createGoneError('This agreement is already signed. Ask your broker for a copy.');
  if (link.expires_at <= now) throw createGoneError('This link has expired. Ask your broker for a new one.');
  if (link.consumed_at !== null)
    throw createGoneError(
      // The newest link expires at the deadline. A restore from a backup ends that one, too.
      link.expires_at < row.deadline
        ? 'This link was replaced by a newer one. Use the latest one you received.'
        : 'This link no longer works. Ask your broker for a new one.',
    );
}

function requireOpen(row: AgreementRow, now: Date): void {
  const state = getAgreementState(row, now);
  if (state === 'overdue')
    throw createGoneError('The time to sign has ended. Ask your broker to send the agreement again.');
  if (state !== 'pending') throw createAlreadyAnsweredError();
}

/** Throws LINK_INVALID for a buyer who was blocked, or excluded from a business, after it was sent; without the reason. */
async function requireAllowed(
  { db }: Work,
  { workspace_id: workspaceId, customer_id: buyerId, businesses }: AgreementRow,
): Promise<void> {
  for (const { id: businessId } of businesses)
    if (await isBuyerExcludedFrom(db, { workspaceId, buyerId, businessId }))
      throw createGoneError('This agreement can no longer be signed. Ask your broker about it.');
}

function createGoneError(message: string): AppError {
  return new AppError('LINK_INVALID', message);
}

function createAlreadyAnsweredError(): AppError {
  return new AppError('CONFLICT', 'This agreement was already signed or declined. Nothing was changed.');
}

function isOlder(time: Date | null, days: number, now: Date): boolean {
  return time !== null && now.getTime() - time.getTime() > days * 86_400_000;
}
