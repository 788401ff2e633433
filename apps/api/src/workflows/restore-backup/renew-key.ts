import type pg from 'pg';
import { sealImapPassword } from '#features/conversations/imap/imap-server.ts';
import { sealSecret } from '#features/settings/webhooks/secrets.ts';
import { newWebhookSecret } from '#features/settings/webhooks/signature.ts';
import type { Keyring } from '#lib/keyring.ts';
import { sealMailPassword } from '#platform/mail/workspace-mail.ts';
import {
  dropKeyedData,
  listImapAccounts,
  listMailServers,
  listWebhooks,
  replaceImapPassword,
  replaceMailPassword,
  replaceWebhookSecret,
} from './new-key.queries.ts';

/** What has to be entered again after a restore under another secret key. */
export type Lost = {
  readonly secondFactors: number;
  readonly mailServers: number;
  readonly mailboxes: number;
  readonly webhooks: number;
};

/**
 * Gives an installation another secret key than the one it was sealed with. What only that one could open
 * is replaced by what opens and lets nobody in. Part of the caller's transaction.
 */
export async function renewKey(
  client: pg.Client,
  { keyring, now }: { keyring: Keyring; now: Date },
): Promise<Lost> {
  const webhooks = await listWebhooks(client);
  for (const row of webhooks)
    await replaceWebhookSecret(client, row, sealSecret(keyring, newWebhookSecret(), row));
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
  };
}
