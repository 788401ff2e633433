import { toCalendarDate } from '@handover/domain/local-time.ts';
import type { AgreementState } from '@handover/contract/agreements/agreement-list.ts';
import type {
  Agreement,
  AgreementDetail,
  openSigning,
  OwnSigning,
  Signing,
} from '@handover/contract/agreements/agreements.ts';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import type { Member } from '#platform/session/actor.ts';
import { can } from './agreements.policy.ts';
import type { AgreementRow } from './agreements.queries.ts';

type SigningProof = ResponseOf<typeof openSigning>['proof'];
type AgreementDates = Pick<AgreementRow, 'status' | 'deadline' | 'expires_sort' | 'time_zone'>;

export function getAgreementState(
  { status, deadline, expires_sort, time_zone }: AgreementDates,
  now: Date,
): AgreementState {
  if (status === 'pending') return deadline > now ? 'pending' : 'overdue';
  if (status === 'signed') return expires_sort >= toCalendarDate(now, time_zone) ? 'in_force' : 'ended';
  return status;
}

/** The facts that decide whether an NDA applies. */
export function getDecidingFacts(row: AgreementRow, now: Date): { state: AgreementState; isPaper: boolean } {
  return { state: getAgreementState(row, now), isPaper: row.template_id === null };
}

export function presentAgreement(member: Member, row: AgreementRow, now: Date): Agreement {
  const facts = getDecidingFacts(row, now);
  return {
    id: row.id,
    title: row.title,
    state: facts.state,
    customer: { id: row.customer_id, name: row.customer_name },
    businesses: listShownBusinesses(row),
    dealId: row.deal_id,
    template: presentTemplate(row),
    sentBy: { id: row.sent_by, displayName: row.sender_name },
    sentAt: row.sent_at.toISOString(),
    sentTo: row.sent_to,
    deadline: row.deadline.toISOString(),
    openedAt: row.opened_at?.toISOString() ?? null,
    signedAt: row.status === 'signed' ? (row.closed_at?.toISOString() ?? null) : null,
    signerName: row.signer_name,
    isOtherName: row.is_other_name,
    identityMethod: row.identity_method,
    expiresOn: row.expires_on,
    declineReason: row.decline_reason,
    textSha256: row.text_sha256?.toString('hex') ?? null,
    hasPdf: row.file_id !== null,
    abilities: {
      canSend: can(member, 'agreement:send', facts),
      canRevoke: can(member, 'agreement:revoke', facts),
      canRenew: can(member, 'agreement:renew', facts),
    },
  };
}

export function listShownBusinesses({
  businesses,
}: Pick<AgreementRow, 'businesses'>): Agreement['businesses'] {
  return businesses.filter(({ isShown }) => isShown).map(({ id, name }) => ({ id, name }));
}

function presentTemplate(row: AgreementRow): Agreement['template'] {
  const { template_id: id, template_name: name, text_number: textNumber } = row;
  return id === null || name === null || textNumber === null ? null : { id, name, textNumber };
}

export function presentDetail(member: Member, row: AgreementRow, now: Date): AgreementDetail {
  return { ...presentAgreement(member, row, now), text: row.text };
}

/** Without the names of the businesses, which are hidden from the buyer until the NDA is signed. */
export function presentSigning(row: AgreementRow, now: Date): Signing {
  return {
    state: getAgreementState(row, now),
    title: row.title,
    text: row.text ?? '',
    textSha256: row.text_sha256?.toString('hex') ?? '',
    customerName: row.customer_name,
    workspaceName: row.workspace_name,
    senderName: row.sender_name,
    deadline: row.deadline.toISOString(),
    signedAt: row.status === 'signed' ? (row.closed_at?.toISOString() ?? null) : null,
    expiresOn: row.expires_on,
    hasPdf: row.file_id !== null,
  };
}

/** How a reader of an emailed link proves their address. */
export function presentProof(row: AgreementRow, email: string): SigningProof {
  return { email: shortenEmail(email), senderName: row.sender_name, workspaceName: row.workspace_name };
}

export function presentOwn(row: AgreementRow, now: Date): OwnSigning {
  return { ...presentSigning(row, now), id: row.id };
}

/** A masked address that its owner still recognizes: `b•••@example.com`. */
function shortenEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, Math.min(1, at))}•••${email.slice(at)}`;
}
