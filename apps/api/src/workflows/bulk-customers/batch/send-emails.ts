import type { TemplateValues } from '@handover/domain/mail-template.ts';
import { sendEmail } from '#features/conversations/outgoing/send-email.service.ts';
import { fillMail, type MailContent, valuesOfCustomers } from '#features/conversations/mail-content.ts';
import { AppError } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import type { RowResult } from '../rows.queries.ts';
import { emptyFields, readBulkMail, refusalOf, type BulkMail } from './bulk-mail.ts';
import type { Target } from './targets.queries.ts';
import { auditRows } from './write-batch.queries.ts';
import { skipped } from './write-plans.ts';

/** One mail for everybody, to be filled in for each. */
type Sending = {
  readonly member: Member;
  readonly mail: MailContent;
  readonly mailFrom: string | undefined;
};

/**
 * Queues one e-mail to each customer in the transaction that writes down its result, so that nobody gets
 * it twice however often the batch is tried.
 */
export async function sendEmails(
  work: Work,
  {
    member,
    runId,
    targets,
    input,
    mailFrom,
  }: {
    member: Member;
    runId: string;
    targets: readonly Target[];
    input: BulkMail;
    mailFrom: string | undefined;
  },
): Promise<RowResult[]> {
  // The run's own notice tells everybody once; one for each message would flood the streams.
  const quiet: Work = { ...work, publish: () => undefined };
  const sending = { member, mail: readBulkMail(input), mailFrom };
  const ids = targets.map(({ id }) => id);
  const valuesById = await valuesOfCustomers(work, member, ids);
  const results: RowResult[] = [];
  for (const target of targets)
    results.push(await sendTo(quiet, sending, { target, values: valuesById.get(target.id) }));
  const entries = results
    .filter(({ outcome }) => outcome === 'done')
    .map(({ record_id: customerId }) => ({ customerId, action: 'sendEmail', changed: [] }));
  if (entries.length > 0) {
    const { workspaceId, userId: actorId } = member;
    await auditRows(work.db, { workspaceId, actorId, runId, entries, now: work.now });
  }
  return results;
}

async function sendTo(
  work: Work,
  { member, mail, mailFrom }: Sending,
  { target, values }: { target: Target; values: TemplateValues | undefined },
): Promise<RowResult> {
  if (values === undefined) throw new Error(`Customer ${target.id} is locked and gone`);
  const { subject, body, missing } = fillMail(mail, values);
  const refusal = refusalOf(member, target) ?? emptyFields(missing);
  if (refusal !== null) return skipped(target.id, refusal);
  const input = { subject, [mail.body.kind === 'html' ? 'html' : 'text']: body };
  try {
    const messageId = await sendEmail(work, member, { customerId: target.id, input, mailFrom, isBulk: true });
    return {
      record_id: target.id,
      outcome: 'done',
      reason: null,
      before: null,
      version_after: null,
      message_id: messageId,
    };
  } catch (error) {
    // A refusal comes before anything is written; anything else ends the batch.
    if (error instanceof AppError && error.status < 500) return skipped(target.id, error.message);
    throw error;
  }
}
