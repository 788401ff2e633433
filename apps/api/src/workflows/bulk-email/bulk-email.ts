import { listEmailAddresses } from '@handover/contract/customers/contact-points.ts';
import type { BulkInputOf } from '@handover/contract/records/bulk.ts';
import type { TemplateField, TemplateValues } from '@handover/domain/mail-template.ts';
import type { Db } from '#db/client.ts';
import { findPostalAddress } from '#features/conversations/outgoing/outgoing.queries.ts';
import { sendEmail } from '#features/conversations/outgoing/send-email.service.ts';
import {
  fillMail,
  readMail,
  readTextMail,
  listTemplateValues,
  type MailContent,
} from '#features/conversations/mail-content.ts';
import { countTemplateUse } from '#features/conversations/templates.service.ts';
import type { Target } from '#features/customers/bulk/customer-bulk.queries.ts';
import { customerPolicy } from '#features/customers/customers.policy.ts';
import { AppError, invalidField } from '#lib/errors.ts';
import {
  reasons,
  createSkippedRow,
  type RowResult,
  type SpecialAction,
} from '#platform/records/bulk/bulk.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';

type Input = BulkInputOf<'customer'>;
type EmailInput = Extract<Input, { action: 'email' }>;

/** One mail for all recipients, to be filled in for each. */
type BulkEmail = {
  readonly member: Member;
  readonly mail: MailContent;
  readonly mailFrom: string | undefined;
  readonly runId: string;
};

/**
 * Email to many customers. Each is queued in the transaction that writes its result, so that no one gets it twice even
 * if the batch is retried.
 */
export const bulkEmail: SpecialAction<Input, Target> = {
  // Sending an email takes many statements, so batches are small.
  batchSize: 50,
  operation: 'sendEmail',
  prepare: async (work, member, input) => {
    const email = toEmailInput(input);
    readBulkMail(email, 'input.');
    await requirePostalAddress(work.db, member.workspaceId);
    if (email.templateId !== undefined) await countTemplateUse(work, member, email.templateId);
  },
  run: async (work, { member, runId, targets, input }, { config: { mailFrom } }) => {
    const sending = { member, mail: readBulkMail(toEmailInput(input)), mailFrom, runId };
    const valuesById = await listTemplateValues(
      work,
      member,
      targets.map(({ id }) => id),
    );
    const results: RowResult[] = [];
    for (const target of targets)
      results.push(await sendTo(work, sending, { target, values: valuesById.get(target.id) }));
    return results;
  },
};

/** Bulk email ends with the postal address. Throws RULE_BROKEN without one. */
export async function requirePostalAddress(db: Db, workspaceId: string): Promise<void> {
  const { postalAddress } = await findPostalAddress(db, workspaceId);
  if (postalAddress.trim() === '')
    throw new AppError(
      'RULE_BROKEN',
      'Add the postal address of the workspace in the settings before sending bulk email.',
    );
}

function toEmailInput(input: Input): EmailInput {
  if (input.action !== 'email') throw new Error(`${input.action} is not an email`);
  return input;
}

async function sendTo(
  work: Work,
  { member, mail, mailFrom, runId }: BulkEmail,
  { target, values }: { target: Target; values: TemplateValues | undefined },
): Promise<RowResult> {
  if (values === undefined) throw new Error(`Customer ${target.id} is locked but does not exist`);
  const { subject, body, missing } = fillMail(mail, values);
  const refusal = findBlockReason(member, target) ?? formatMissingFields(missing);
  if (refusal !== null) return createSkippedRow(target.id, refusal);
  const input = { subject, [mail.body.kind === 'html' ? 'html' : 'text']: body };
  try {
    const messageId = await sendEmail(work, member, {
      customerId: target.id,
      input,
      mailFrom,
      bulkRunId: runId,
    });
    return {
      record_id: target.id,
      outcome: 'done',
      reason: null,
      before: null,
      version_after: null,
      message_id: messageId,
    };
  } catch (error) {
    // A rejection happens before the first write; any other error ends the batch.
    if (error instanceof AppError && error.status < 500) return createSkippedRow(target.id, error.message);
    throw error;
  }
}

/**
 * The mail of a run: HTML if there is some, else text. Throws INVALID_INPUT if both are empty, and for an unknown
 * field.
 */
function readBulkMail(
  { subject, html, text }: Pick<EmailInput, 'subject' | 'html' | 'text'>,
  within = '',
): MailContent {
  if (html !== undefined) return readMail({ subject, html }, within);
  if (text !== undefined) return readTextMail({ subject, text }, within);
  throw invalidField(`${within}html`, 'Write a message');
}

/** Why a customer gets no bulk email from this member, or null. */
export function findBlockReason(member: Member, target: Target): string | null {
  if (target.status === 'banned') return 'Banned.';
  if (target.unsubscribed_at !== null) return 'Unsubscribed from bulk email.';
  const { email, contact_points: contactPoints } = target;
  if (listEmailAddresses({ email, contactPoints }).length === 0) return 'No email address.';
  const reason = customerPolicy.whyNot(member, 'customer:email', target);
  return reason === null ? null : reasons[reason];
}

/** Why an email with empty fields is not sent, or null. */
export function formatMissingFields(missing: readonly TemplateField[]): string | null {
  return missing.length === 0 ? null : `No value for ${missing.map((field) => `{{${field}}}`).join(', ')}.`;
}
