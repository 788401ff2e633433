import type { BulkInputOf } from '@handover/contract/bulk.ts';
import type { TemplateField } from '@handover/domain/mail-template.ts';
import { type MailContent, readMail, readTextMail } from '#features/conversations/mail-content.ts';
import { abilitiesOf } from '#features/customers/customers.policy.ts';
import { invalidField } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';
import { reasons } from './plan.ts';
import type { Target } from './targets.queries.ts';

export type BulkMail = Pick<
  Extract<BulkInputOf<'customer'>, { action: 'email' }>,
  'subject' | 'html' | 'text'
>;

/** The mail of a run: HTML where there is some, else text. Throws INVALID_INPUT for neither, and for a field that there is not. */
export function readBulkMail({ subject, html, text }: BulkMail, within = ''): MailContent {
  if (html !== undefined) return readMail({ subject, html }, within);
  if (text !== undefined) return readTextMail({ subject, text }, within);
  throw invalidField(`${within}html`, 'Write a message');
}

/** Why a customer gets no bulk mail from this member, or null. */
export function refusalOf(member: Member, target: Target): string | null {
  if (target.status === 'banned') return 'Banned.';
  if (target.unsubscribed_at !== null) return 'Unsubscribed from bulk e-mail.';
  if (target.email === null && target.extra_emails.length === 0) return 'No e-mail address.';
  return abilitiesOf(member, target).canSendEmail ? null : reasons.isTrashed;
}

/** Why a mail is not sent for the fields that stay empty in it, or null. */
export function emptyFields(missing: readonly TemplateField[]): string | null {
  return missing.length === 0
    ? null
    : `Nothing to put in for ${missing.map((field) => `{{${field}}}`).join(', ')}.`;
}
