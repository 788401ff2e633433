import type { BulkInput } from '@handover/contract/bulk.ts';
import { sendEmail } from '../../../features/conversations/outgoing/send-email.service.ts';
import { abilitiesOf } from '../../../features/customers/customers.policy.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Member } from '../../../platform/session/actor.ts';
import type { Work } from '../../../platform/work.ts';
import type { RowResult } from '../rows.queries.ts';
import { reasons } from './plan.ts';
import type { Target } from './targets.queries.ts';
import { auditRows } from './write-batch.queries.ts';
import { skipped } from './write-plans.ts';

type Email = Extract<BulkInput, { action: 'email' }>;

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
    input: Email;
    mailFrom: string | undefined;
  },
): Promise<RowResult[]> {
  // The run's own notice tells everybody once; one for each message would flood the streams.
  const quiet: Work = { ...work, publish: () => undefined };
  const results: RowResult[] = [];
  for (const target of targets) {
    const refusal = refusalOf(member, target);
    results.push(
      refusal === null ? await send(quiet, { member, target, input, mailFrom }) : skipped(target.id, refusal),
    );
  }
  const entries = results
    .filter(({ outcome }) => outcome === 'done')
    .map(({ customer_id: customerId }) => ({ customerId, action: 'sendEmail', changed: [] }));
  if (entries.length > 0) {
    const { workspaceId, userId: actorId } = member;
    await auditRows(work.db, { workspaceId, actorId, runId, entries, now: work.now });
  }
  return results;
}

function refusalOf(member: Member, target: Target): string | null {
  if (target.status === 'banned') return 'Banned.';
  if (target.email === null && target.extra_emails.length === 0) return 'No e-mail address.';
  return abilitiesOf(member, target).canSendEmail ? null : reasons.inBin;
}

async function send(
  work: Work,
  {
    member,
    target,
    input,
    mailFrom,
  }: { member: Member; target: Target; input: Email; mailFrom: string | undefined },
): Promise<RowResult> {
  const { subject, text } = input;
  try {
    const messageId = await sendEmail(work, member, {
      customerId: target.id,
      input: { subject, text },
      mailFrom,
    });
    return {
      customer_id: target.id,
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
