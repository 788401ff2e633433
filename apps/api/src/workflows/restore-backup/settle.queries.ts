import type pg from 'pg';

/** What is found waiting in a backup may have left after it was made. */
const mailDetail =
  'This e-mail was waiting to leave when the backup was made that this installation was restored from. It may have been sent since.';
const runDetail = 'Ended by a restore from a backup: it may have gone on after the backup was made.';
const deliveryError = 'Not sent: it was waiting when the backup was made, and may have been sent since.';
const cutShort = 'Cut short by a restore from a backup.';

/**
 * Ends every session but those of API keys, and every link that gives access to a login: some may have been
 * ended since the backup.
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
  await client.query('DELETE FROM tickets');
  await client.query('DELETE FROM passkey_challenges');
}

/**
 * Leaves to people what may have left the house since: mail becomes uncertain, bulk mail and messages to
 * webhooks end. Returns how many e-mails that are.
 */
export async function holdWhatLeaves(client: pg.Client, now: Date): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE messages SET status = 'uncertain', status_detail = $2, sending_since = NULL, version = version + 1
     WHERE status IN ('queued', 'sending') OR (status = 'scheduled' AND scheduled_at <= $1)`,
    [now, mailDetail],
  );
  await client.query(
    `UPDATE bulk_runs SET status = 'failed', status_detail = $2, finished_at = $1
     WHERE action = 'email' AND status IN ('queued', 'running')`,
    [now, runDetail],
  );
  await client.query('DELETE FROM webhook_pending');
  await client.query(
    `UPDATE webhook_deliveries SET status = 'failed', error = $1, tries_left = 0, next_attempt_at = NULL WHERE status = 'queued'`,
    [deliveryError],
  );
  return rowCount ?? 0;
}

/** Ends what somebody was waiting for in front of a screen. */
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
