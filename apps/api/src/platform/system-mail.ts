import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import { newId } from '#lib/ids.ts';
import { stripAddress } from '#lib/mail/text.ts';
import { retriesForDays, type JobDefinition } from './jobs.ts';
import type { Platform } from './platform.ts';
import type { Work } from './work.ts';
import { readJson } from '#lib/text.ts';

const queue = 'mail.system';

export type SystemMail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
};

type MailParts = Pick<Platform, 'runner' | 'keyring' | 'mail' | 'config' | 'logger'>;

/**
 * Queues a product email in the current transaction. Its text may contain a link and is encrypted. After `expiresAt` it
 * is not delivered, because its link or code no longer works.
 */
export async function queueSystemMail(
  work: Work,
  { keyring }: Pick<Platform, 'keyring'>,
  { expiresAt, ...mail }: SystemMail & { readonly expiresAt?: Date },
): Promise<void> {
  const id = newId();
  const sealed = keyring.encrypt(JSON.stringify(mail), `system-mail:${id}`);
  await work.enqueue(queue, { id, sealed, ...(expiresAt && { expiresAt: expiresAt.toISOString() }) });
}

/** Delivers product emails; without a mail server they are dropped, since their links expire. */
export function systemMailJobs({ runner, keyring, mail, config, logger }: MailParts): JobDefinition[] {
  const handler: JobDefinition['handler'] = async ({ id, sealed, expiresAt }) => {
    if (typeof expiresAt === 'string' && new Date(expiresAt) <= runner.clock.now()) {
      logger.warn({ mailId: id }, 'not delivered: its link or code has expired');
      return;
    }
    if (mail.kind === 'outbox') {
      logger.warn({ mailId: id }, 'not delivered: no mail server configured');
      return;
    }
    const message = readJson<SystemMail>(keyring.decrypt(String(sealed), `system-mail:${String(id)}`));
    const from = config.mailFrom ?? `no-reply@${new URL(config.publicUrl).hostname}`;
    // A constant Message-ID identifies duplicates after a crash.
    const messageId = `<${String(id)}@${new URL(config.publicUrl).hostname}>`;
    const raw = await new MailComposer({ from, messageId, ...message }).compile().build();
    const session = await mail.open();
    try {
      const outcome = await session.deliver({
        envelope: { from: stripAddress(from), to: [message.to] },
        raw,
      });
      if (outcome.kind === 'retry') throw new Error(outcome.reason);
      if (outcome.kind !== 'sent')
        logger.warn({ mailId: id, outcome: outcome.kind }, 'system mail not delivered');
    } finally {
      session.close();
    }
  };
  return [{ queue, handler, ...retriesForDays, retryDelaySeconds: 30 }];
}
