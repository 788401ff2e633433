import type pg from 'pg';

const webhookReason = 'Restored under another secret key. Make a new secret, then turn it on again.';
const mailboxError = 'Restored under another secret key. Enter the password again.';

type Keyed = { readonly workspaceId: string; readonly id: string };

/** Forgets what only the key before could open, or compare. Returns how many people lost their two-step sign-in. */
export async function dropKeyedData(client: pg.Client, fingerprint: string): Promise<number> {
  const { rowCount } = await client.query('DELETE FROM second_factors');
  await client.query('DELETE FROM idempotency_keys');
  await client.query('UPDATE installation SET key_fingerprint = $1', [fingerprint]);
  return rowCount ?? 0;
}

export function listWebhooks(client: pg.Client): Promise<Keyed[]> {
  return list(client, 'SELECT workspace_id AS "workspaceId", id FROM webhooks');
}

export async function replaceWebhookSecret(
  client: pg.Client,
  { workspaceId, id }: Keyed,
  sealed: string,
): Promise<void> {
  await client.query(
    `UPDATE webhooks SET sealed_secret = $3, sealed_old_secret = NULL, old_secret_until = NULL,
       is_enabled = false, disabled_reason = $4, version = version + 1
     WHERE workspace_id = $1 AND id = $2`,
    [workspaceId, id, sealed, webhookReason],
  );
}

/** Mailboxes whose own mail server asks for a password. */
export function listMailServers(client: pg.Client): Promise<Keyed[]> {
  return list(
    client,
    'SELECT workspace_id AS "workspaceId", id FROM mailboxes WHERE smtp_sealed_password IS NOT NULL',
  );
}

export async function replaceMailPassword(
  client: pg.Client,
  { workspaceId, id }: Keyed,
  sealed: string,
): Promise<void> {
  await client.query(
    'UPDATE mailboxes SET smtp_sealed_password = $3, version = version + 1 WHERE workspace_id = $1 AND id = $2',
    [workspaceId, id, sealed],
  );
}

export function listImapAccounts(client: pg.Client): Promise<Keyed[]> {
  return list(client, 'SELECT workspace_id AS "workspaceId", mailbox_id AS id FROM imap_accounts');
}

export async function replaceImapPassword(
  client: pg.Client,
  { workspaceId, id, now }: Keyed & { now: Date },
  sealed: string,
): Promise<void> {
  await client.query(
    `UPDATE imap_accounts SET sealed_password = $3, status = CASE WHEN started_at IS NULL THEN 'failed' ELSE 'refused' END,
       status_since = $4, error = $5, error_since = $4, version = version + 1
     WHERE workspace_id = $1 AND mailbox_id = $2`,
    [workspaceId, id, sealed, now, mailboxError],
  );
}

async function list(client: pg.Client, statement: string): Promise<Keyed[]> {
  return (await client.query<Keyed>(statement)).rows;
}
