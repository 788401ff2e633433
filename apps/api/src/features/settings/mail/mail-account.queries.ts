import type { Db } from '#db/client.ts';
import { updateVersion } from '#db/statements/update-version.ts';

type Key = { readonly workspaceId: string; readonly mailboxId: string };

/**
 * The shared mailbox of a workspace with its server and the age of its inbound address; null without one. If locked, it
 * cannot change until the transaction ends.
 */
export async function findAccount(db: Db, workspaceId: string, { isLocking = false } = {}) {
  const query = db
    .selectFrom('mailboxes')
    .leftJoin('inbound_tokens', (join) =>
      join
        .onRef('inbound_tokens.workspace_id', '=', 'mailboxes.workspace_id')
        .onRef('inbound_tokens.mailbox_id', '=', 'mailboxes.id'),
    )
    .select([
      'mailboxes.id',
      'mailboxes.name',
      'mailboxes.address',
      'mailboxes.smtp_host',
      'mailboxes.smtp_port',
      'mailboxes.smtp_security',
      'mailboxes.smtp_username',
      'mailboxes.test_status',
      'mailboxes.test_detail',
      'mailboxes.test_to',
      'mailboxes.tested_at',
      'mailboxes.version',
      'inbound_tokens.created_at as inbound_since',
    ])
    .where('mailboxes.workspace_id', '=', workspaceId)
    .where('mailboxes.is_default', '=', true);
  const row = await (isLocking ? query.forUpdate('mailboxes') : query).executeTakeFirst();
  return row ?? null;
}

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

export type AccountChange = {
  name?: string;
  address?: string;
  smtp_host?: string | null;
  smtp_port?: number | null;
  smtp_security?: AccountRow['smtp_security'];
  smtp_username?: string | null;
  smtp_sealed_password?: string | null;
};

/** False when the version was not the current one. */
export function updateAccount(
  db: Db,
  { workspaceId, mailboxId, version, change }: Key & { version: number; change: AccountChange },
): Promise<boolean> {
  return updateVersion(db, 'mailboxes', { workspaceId, id: mailboxId, version, change });
}

/** Stores the result of the last test; the version does not change, since no form edits it. */
export async function setTest(
  db: Db,
  {
    workspaceId,
    mailboxId,
    status,
    detail,
    to,
    now,
  }: Key & { status: 'running' | 'sent' | 'failed'; detail: string | null; to: string; now: Date },
): Promise<void> {
  await db
    .updateTable('mailboxes')
    .set({ test_status: status, test_detail: detail, test_to: to, tested_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', mailboxId)
    .execute();
}

/** The address for an administrator's test mail. */
export async function getOwnAddress(db: Db, userId: string): Promise<string> {
  const row = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow();
  return row.email;
}
