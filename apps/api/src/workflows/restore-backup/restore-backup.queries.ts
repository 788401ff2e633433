import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import pg from 'pg';
import { type RestorePhase, restoreSchema } from '#db/restore-mark.queries.ts';
import { newId } from '#lib/ids.ts';

/** Allows one restore per database at a time. Returns false when another is running. */
export async function lockForRestore(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock(4711, 3) AS got');
  return rows[0]?.got === true;
}

/** Whether the database has any tables of ours or others. */
export async function hasTables(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ has_tables: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm')
       AND relnamespace NOT IN (SELECT oid FROM pg_namespace WHERE nspname ~ '^pg_' OR nspname IN ('information_schema', '${restoreSchema}'))) AS has_tables`,
  );
  return rows[0]?.has_tables === true;
}

/** Marks the database as being restored from the archive with this manifest hash. */
export async function startMark(client: pg.Client, archive: string): Promise<void> {
  await client.query(`
    BEGIN;
    CREATE SCHEMA ${restoreSchema};
    CREATE TABLE ${restoreSchema}.mark (archive text NOT NULL, phase text NOT NULL);
    CREATE TABLE ${restoreSchema}.jobs (name text NOT NULL, data jsonb, start_after timestamptz, singleton_key text);
    INSERT INTO ${restoreSchema}.mark (archive, phase) VALUES (${pg.escapeLiteral(archive)}, 'begun');
    COMMIT`);
}

export async function setPhase(client: pg.Client, phase: RestorePhase): Promise<void> {
  await client.query(`UPDATE ${restoreSchema}.mark SET phase = $1`, [phase]);
}

export async function endMark(client: pg.Client): Promise<void> {
  await client.query(`DROP SCHEMA ${restoreSchema} CASCADE`);
}

export async function listApplied(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ is_there: boolean }>(
    `SELECT to_regclass('public.kysely_migration') IS NOT NULL AS is_there`,
  );
  if (rows[0]?.is_there !== true) return [];
  const applied = await client.query<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name');
  return applied.rows.map(({ name }) => name);
}

type ForeignKey = { readonly table_name: string; readonly name: string; readonly definition: string };

/**
 * Removes foreign keys and triggers, so that tables can be filled in any order without side effects. Returns a function
 * that restores them and thereby checks every row. Call both in the transaction that fills the tables.
 */
export async function relaxTables(
  client: pg.Client,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS table_name, conname AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY 1, 2`,
  );
  for (const { table_name: table, name } of keys)
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${quoteIdentifier(name)}`);
  for (const table of tables)
    await client.query(`ALTER TABLE public.${quoteIdentifier(table)} DISABLE TRIGGER USER`);
  return async () => {
    for (const table of tables)
      await client.query(`ALTER TABLE public.${quoteIdentifier(table)} ENABLE TRIGGER USER`);
    for (const { table_name: table, name, definition } of keys)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${quoteIdentifier(name)} ${definition}`);
  };
}

/** Empties the tables, because the archive also contains the rows that migrations insert. */
export async function emptyTables(client: pg.Client, tables: readonly string[]): Promise<void> {
  const names = [...tables.map((table) => `public.${quoteIdentifier(table)}`), `${restoreSchema}.jobs`];
  await client.query(`TRUNCATE ${names.join(', ')}`);
}

/** Returns the number of rows. */
export function fillTable(
  client: pg.Client,
  { name, columns }: { name: string; columns: readonly string[] },
  bytes: AsyncIterable<Buffer>,
): Promise<number> {
  const list = columns.map(quoteIdentifier).join(', ');
  return copyIn(client, `COPY public.${quoteIdentifier(name)} (${list}) FROM STDIN`, bytes);
}

/** Returns the number of jobs. */
export function fillJobs(client: pg.Client, bytes: AsyncIterable<Buffer>): Promise<number> {
  return copyIn(
    client,
    `COPY ${restoreSchema}.jobs (name, data, start_after, singleton_key) FROM STDIN`,
    bytes,
  );
}

type RetainedJob = {
  readonly name: string;
  readonly data: Record<string, unknown>;
  readonly start_after: Date;
  readonly singleton_key: string | null;
};

export async function listRetainedJobs(client: pg.Client, queues: readonly string[]): Promise<RetainedJob[]> {
  const { rows } = await client.query<RetainedJob>(
    `SELECT name, data, start_after, singleton_key FROM ${restoreSchema}.jobs
     WHERE name = ANY ($1) AND jsonb_typeof(data) = 'object' ORDER BY start_after`,
    [queues],
  );
  return rows;
}

/** Returns the number of rows. Throws errors of the source, and then copies nothing. */
async function copyIn(client: pg.Client, statement: string, source: AsyncIterable<Buffer>): Promise<number> {
  const copying = client.query(copyFrom(statement));
  await pipeline(Readable.from(source, { objectMode: false }), copying);
  return copying.rowCount;
}

function quoteIdentifier(name: string): string {
  return pg.escapeIdentifier(name);
}

/** Records the restore in the audit logs of the installation and each workspace, once per restore. */
export async function recordRestore(
  client: pg.Client,
  { madeAt, now }: { madeAt: string; now: Date },
): Promise<void> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM workspaces ORDER BY id');
  for (const workspaceId of [null, ...rows.map(({ id }) => id)])
    await client.query(
      `WITH entry AS (
         INSERT INTO audit_entries (id, workspace_id, action, detail, created_at) VALUES ($1, $2, 'restoreBackup', $3, $4) RETURNING id
       )
       INSERT INTO audit_pending (entry_id) SELECT id FROM entry`,
      [newId(), workspaceId, JSON.stringify({ madeAt }), now],
    );
}

/** What to look at after a restore, because it may have been answered, revoked, or replaced since the backup. */
export type AccessCounts = {
  /** NDAs and approvals that wait for an answer; their links have ended. */
  readonly pendingNdas: number;
  readonly pendingApprovals: number;
  /** Valid as they were at the backup. */
  readonly apiKeys: number;
  readonly invitations: number;
  readonly sharedLinks: number;
  readonly accessGrants: number;
  readonly inboundAddresses: number;
};

export async function countAccess(client: pg.Client, now: Date): Promise<AccessCounts> {
  const { rows } = await client.query<AccessCounts>(
    `SELECT
       (SELECT count(*)::int FROM agreements WHERE status = 'pending' AND deadline > $1) AS "pendingNdas",
       (SELECT count(*)::int FROM profile_approvals WHERE status = 'pending' AND deadline > $1) AS "pendingApprovals",
       (SELECT count(*)::int FROM api_keys JOIN sessions ON sessions.id = api_keys.session_id
         WHERE sessions.revoked_at IS NULL AND sessions.expires_at > $1) AS "apiKeys",
       (SELECT count(*)::int FROM one_time_links
         WHERE kind = 'invite' AND consumed_at IS NULL AND expires_at > $1) AS "invitations",
       (SELECT count(*)::int FROM shared_links WHERE revoked_at IS NULL AND expires_at > $1) AS "sharedLinks",
       (SELECT count(*)::int FROM access_grants
         WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $1)) AS "accessGrants",
       (SELECT count(*)::int FROM inbound_tokens) + (SELECT count(*)::int FROM inquiry_webhooks) AS "inboundAddresses"`,
    [now],
  );
  const [counts] = rows;
  if (counts === undefined) throw new Error('No row');
  return counts;
}

/** A bulk action of a record type. */
export type RecordAction = { readonly type: string; readonly action: string };

/** Queued work may have been done after the backup was made. */
const mailDetail = 'This email was queued when the restored backup was created. It may have been sent since.';
const runDetail = 'Stopped by a restore from a backup. It may have continued after the backup was created.';
const deliveryError = 'Not sent. It was queued when the backup was created and may have been sent since.';
const cutShort = 'Interrupted by a restore from a backup.';

/**
 * Revokes all sessions except those of API keys, and all one-time links except invitations, because some may have been
 * revoked after the backup.
 */
export async function endAccess(client: pg.Client, now: Date): Promise<void> {
  await client.query(
    `UPDATE sessions SET revoked_at = $1 WHERE revoked_at IS NULL AND id NOT IN (SELECT session_id FROM api_keys)`,
    [now],
  );
  await client.query(
    `UPDATE one_time_links SET consumed_at = $1 WHERE consumed_at IS NULL AND kind <> 'invite'`,
    [now],
  );
  await client.query(
    `UPDATE shared_link_sessions SET code_expires_at = least(code_expires_at, $1), expires_at = least(expires_at, $1)
     WHERE code_expires_at > $1 OR expires_at > $1`,
    [now],
  );
  await client.query('DELETE FROM calendar_feeds');
  await client.query('DELETE FROM tickets');
  await client.query('DELETE FROM passkey_challenges');
}

/**
 * Does not resend what may have been sent since the backup, so that people can decide: queued email is marked
 * uncertain; bulk runs of the given actions and webhook deliveries end. Returns the number of emails.
 */
export async function pauseDeliveries(
  client: pg.Client,
  { now, actions }: { now: Date; actions: readonly RecordAction[] },
): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE messages SET status = 'uncertain', status_detail = $2, sending_since = NULL, version = version + 1
     WHERE status IN ('queued', 'sending') OR (status = 'scheduled' AND scheduled_at <= $1)`,
    [now, mailDetail],
  );
  await client.query(
    `UPDATE bulk_runs SET status = 'failed', status_detail = $2, finished_at = $1
     WHERE status IN ('queued', 'running')
       AND (record_type, action) IN (SELECT * FROM unnest($3::text[], $4::text[]))`,
    [now, runDetail, actions.map(({ type }) => type), actions.map(({ action }) => action)],
  );
  await client.query('DELETE FROM webhook_pending');
  await client.query(
    `UPDATE webhook_deliveries SET status = 'failed', error = $1, tries_left = 0, next_attempt_at = NULL WHERE status = 'queued'`,
    [deliveryError],
  );
  return rowCount ?? 0;
}

/** Ends tests and checks that a person was waiting for. */
export async function endTrials(client: pg.Client, now: Date): Promise<void> {
  await client.query(
    `UPDATE mailboxes SET test_status = 'failed', test_detail = $1 WHERE test_status = 'running'`,
    [cutShort],
  );
  await client.query(
    `UPDATE imap_accounts SET status = 'failed', status_since = $1, error = $2, error_since = $1 WHERE status = 'testing'`,
    [now, cutShort],
  );
  await client.query(`UPDATE imap_accounts SET syncing_since = NULL WHERE syncing_since IS NOT NULL`);
  await client.query(`UPDATE imap_turns SET holder_id = NULL, held_until = NULL WHERE holder_id IS NOT NULL`);
  await client.query(`UPDATE audit_checks SET status = 'failed', finished_at = $1 WHERE status = 'running'`, [
    now,
  ]);
}

export async function listScheduled(
  client: pg.Client,
): Promise<{ workspaceId: string; messageId: string; at: Date }[]> {
  const { rows } = await client.query<{ workspaceId: string; messageId: string; at: Date }>(
    `SELECT workspace_id AS "workspaceId", id AS "messageId", scheduled_at AS at FROM messages WHERE status = 'scheduled' ORDER BY scheduled_at`,
  );
  return rows;
}

export async function analyze(client: pg.Client): Promise<void> {
  await client.query('ANALYZE');
}

export async function readFingerprint(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ key_fingerprint: string }>(
    'SELECT key_fingerprint FROM installation',
  );
  return rows[0]?.key_fingerprint ?? '';
}

const webhookReason = 'Restored under another secret key. Create a new secret, then turn it on again.';
const mailboxError = 'Restored under another secret key. Enter the password again.';

type RowKey = { readonly workspaceId: string; readonly id: string };

/**
 * Deletes data that only the previous key could decrypt or verify. Returns how many people lost two-step
 * sign-in.
 */
export async function dropKeyedData(client: pg.Client, fingerprint: string): Promise<number> {
  const { rowCount } = await client.query('DELETE FROM second_factors');
  await client.query('DELETE FROM idempotency_keys');
  // The next signature makes a new certificate; signed PDFs contain theirs.
  await client.query('DELETE FROM signing_keys');
  await client.query('UPDATE installation SET key_fingerprint = $1', [fingerprint]);
  return rowCount ?? 0;
}

/** New files get new keys; earlier files cannot be opened. Returns how many there are. */
export async function retireFileKeys(client: pg.Client, now: Date): Promise<number> {
  await client.query('UPDATE file_keys SET retired_at = $1 WHERE retired_at IS NULL', [now]);
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM stored_objects WHERE key_id IS NOT NULL',
  );
  return rows[0]?.count ?? 0;
}

export function listWebhooks(client: pg.Client): Promise<RowKey[]> {
  return list(client, 'SELECT workspace_id AS "workspaceId", id FROM webhooks');
}

export async function replaceWebhookSecret(
  client: pg.Client,
  { workspaceId, id }: RowKey,
  sealed: string,
): Promise<void> {
  await client.query(
    `UPDATE webhooks SET sealed_secret = $3, sealed_old_secret = NULL, old_secret_until = NULL,
       is_enabled = false, disabled_reason = $4, version = version + 1
     WHERE workspace_id = $1 AND id = $2`,
    [workspaceId, id, sealed, webhookReason],
  );
}

/** Mailboxes with a password for a separate mail server. */
export function listMailServers(client: pg.Client): Promise<RowKey[]> {
  return list(
    client,
    'SELECT workspace_id AS "workspaceId", id FROM mailboxes WHERE smtp_sealed_password IS NOT NULL',
  );
}

export async function replaceMailPassword(
  client: pg.Client,
  { workspaceId, id }: RowKey,
  sealed: string,
): Promise<void> {
  await client.query(
    'UPDATE mailboxes SET smtp_sealed_password = $3, version = version + 1 WHERE workspace_id = $1 AND id = $2',
    [workspaceId, id, sealed],
  );
}

export function listImapAccounts(client: pg.Client): Promise<RowKey[]> {
  return list(client, 'SELECT workspace_id AS "workspaceId", mailbox_id AS id FROM imap_accounts');
}

export async function replaceImapPassword(
  client: pg.Client,
  { workspaceId, id, now }: RowKey & { now: Date },
  sealed: string,
): Promise<void> {
  await client.query(
    `UPDATE imap_accounts SET sealed_password = $3, status = CASE WHEN started_at IS NULL THEN 'failed' ELSE 'refused' END,
       status_since = $4, error = $5, error_since = $4, version = version + 1
     WHERE workspace_id = $1 AND mailbox_id = $2`,
    [workspaceId, id, sealed, now, mailboxError],
  );
}

async function list(client: pg.Client, statement: string): Promise<RowKey[]> {
  return (await client.query<RowKey>(statement)).rows;
}
