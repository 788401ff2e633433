import type pg from 'pg';
import { withSingleConnection } from '#db/one-connection.ts';
import { deliverQueue } from '#features/conversations/outgoing/delivery-outcome.ts';
import type { JobDefinition } from '#platform/jobs.ts';
import type { WorkRunner } from '#platform/work.ts';
import { sealImapPassword } from '#features/conversations/imap/imap-connection.ts';
import { sealSecret } from '#features/settings/webhooks/signature.ts';
import { createWebhookSecret } from '#features/settings/webhooks/signature.ts';
import type { Keyring } from '#lib/keyring.ts';
import { sealMailPassword } from '#platform/mail/workspace-mail.ts';
import {
  dropKeyedData,
  endMark,
  listImapAccounts,
  listMailServers,
  listRetainedJobs,
  listScheduled,
  listWebhooks,
  replaceImapPassword,
  replaceMailPassword,
  replaceWebhookSecret,
  retireFileKeys,
} from './restore-backup.queries.ts';

/**
 * Queues pending jobs and removes the mark, after which the installation can start. Imports and bulk actions resume at
 * the start, as after a crash.
 */
export async function finishRestore({
  connectionString,
  runner,
  definitions,
}: {
  connectionString: string;
  runner: Pick<WorkRunner, 'transact'>;
  definitions: readonly JobDefinition[];
}): Promise<void> {
  await withSingleConnection(connectionString, async (client) => {
    const queues = definitions.flatMap(({ queue, isRestored }) => (isRestored === true ? [queue] : []));
    const jobs = await listRetainedJobs(client, queues);
    const scheduled = await listScheduled(client);
    await runner.transact(async (work) => {
      for (const { name, data, start_after: startAfter, singleton_key: singletonKey } of jobs)
        await work.enqueue(name, data, { startAfter, ...(singletonKey === null ? {} : { singletonKey }) });
      for (const { at, ...key } of scheduled) await work.enqueue(deliverQueue, key, { startAfter: at });
    });
    await endMark(client);
  });
}

/** Settings that must be entered again after a restore with another secret key. */
export type LostSecrets = {
  readonly secondFactors: number;
  readonly mailServers: number;
  readonly mailboxes: number;
  readonly webhooks: number;
  /** Files with keys that only the previous secret key opens. */
  readonly files: number;
};

/**
 * Moves an installation to another secret key. Data sealed with the previous key is replaced by values that grant no
 * access. Runs in the caller's transaction.
 */
export async function renewKey(
  client: pg.Client,
  { keyring, now }: { keyring: Keyring; now: Date },
): Promise<LostSecrets> {
  const webhooks = await listWebhooks(client);
  for (const row of webhooks)
    await replaceWebhookSecret(client, row, sealSecret(keyring, createWebhookSecret(), row));
  const mailServers = await listMailServers(client);
  for (const row of mailServers) {
    const { workspaceId, id: mailboxId } = row;
    await replaceMailPassword(client, row, sealMailPassword(keyring, '', { workspaceId, mailboxId }));
  }
  const accounts = await listImapAccounts(client);
  for (const row of accounts) {
    const { workspaceId, id: mailboxId } = row;
    await replaceImapPassword(
      client,
      { ...row, now },
      sealImapPassword(keyring, '', { workspaceId, mailboxId }),
    );
  }
  return {
    secondFactors: await dropKeyedData(client, keyring.fingerprint),
    mailServers: mailServers.length,
    mailboxes: accounts.length,
    webhooks: webhooks.length,
    files: await retireFileKeys(client, now),
  };
}
