import { composeMail } from '#adapters/mail/compose.ts';
import { MailServerError, type OutgoingMessage } from '#adapters/mail/transport.ts';
import { newId } from '#lib/ids.ts';
import { getDomain } from '#lib/mail/text.ts';
import type { JobDefinition } from '#platform/jobs.ts';
import { findWorkspaceMail, type MailParts, type Sender, getSender } from '#platform/mail/workspace-mail.ts';
import type { Platform } from '#platform/platform.ts';
import { findAccount, setTest, type AccountRow } from './mail-account.queries.ts';

type Parts = MailParts & Pick<Platform, 'runner'>;
type Outcome = { readonly status: 'sent' | 'failed'; readonly detail: string | null };

/** Sends test mails: one attempt each; the account stores the result. */
export function mailAccountJobs(parts: Parts): JobDefinition[] {
  return [
    {
      queue: testQueue,
      retryLimit: 0,
      concurrency: 4,
      maxPerWorkspace: 1,
      handler: async ({ workspaceId }) => {
        if (typeof workspaceId === 'string') await sendTestMail(parts, workspaceId);
      },
    },
  ];
}

async function sendTestMail(parts: Parts, workspaceId: string): Promise<void> {
  const { runner } = parts;
  const account = await findAccount(runner.db, workspaceId);
  if (account?.test_status !== 'running' || account.test_to === null) return;
  const { id: mailboxId, test_to: to } = account;
  const outcome = await send(parts, { workspaceId, account, to });
  await runner.transact(async (work) => {
    await setTest(work.db, { workspaceId, mailboxId, ...outcome, to, now: work.now });
    work.publish({ workspaceId, noun: 'workspace', id: mailboxId });
  });
}

async function send(
  parts: Parts,
  { workspaceId, account, to }: { workspaceId: string; account: AccountRow; to: string },
): Promise<Outcome> {
  const { transport, canLeave } = await findWorkspaceMail(parts.runner.db, { workspaceId, parts });
  if (!canLeave)
    return { status: 'failed', detail: 'Sample workspaces send email only to a server on this machine.' };
  const mail = composeTest(getSender(account, parts.config.mailFrom), { to, date: parts.runner.clock.now() });
  try {
    const session = await transport.open();
    try {
      const outcome = await session.deliver(mail);
      return outcome.kind === 'sent'
        ? { status: 'sent', detail: null }
        : { status: 'failed', detail: outcome.reason };
    } finally {
      session.close();
    }
  } catch (error) {
    if (error instanceof MailServerError) return { status: 'failed', detail: error.message };
    throw error;
  }
}

function composeTest({ name, address }: Sender, { to, date }: { to: string; date: Date }): OutgoingMessage {
  return composeMail({
    from: { name, address },
    to: [to],
    cc: [],
    bcc: [],
    subject: `Test email from ${name}`,
    text: `This email confirms that ${name} can send from ${address}.`,
    html: null,
    messageId: `<${newId()}@${getDomain(address)}>`,
    inReplyTo: null,
    references: [],
    date,
    attachments: [],
  });
}

/** The queue of test mails. */
export const testQueue = 'mail.test';
