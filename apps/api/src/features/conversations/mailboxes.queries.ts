import type { Db } from '#db/client.ts';
import { isWorkedIn } from '#platform/installation/archived.queries.ts';

export type MailboxRow = {
  workspace_id: string;
  id: string;
  address: string;
  name: string;
  owner_id: string | null;
};

const columns = [
  'mailboxes.workspace_id',
  'mailboxes.id',
  'mailboxes.address',
  'mailboxes.name',
  'mailboxes.owner_id',
] as const;

export async function insertMailbox(
  db: Db,
  mailbox: { workspaceId: string; id: string; address: string; name: string; isDefault: boolean; now: Date },
): Promise<void> {
  const { workspaceId, id, address, name, isDefault, now } = mailbox;
  await db
    .insertInto('mailboxes')
    .values({
      workspace_id: workspaceId,
      id,
      address,
      name,
      owner_id: null,
      is_default: isDefault,
      created_at: now,
    })
    .execute();
}

/** The workspace's shared mailbox. */
export async function findDefaultMailbox(db: Db, workspaceId: string): Promise<MailboxRow | null> {
  const row = await db
    .selectFrom('mailboxes')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('is_default', '=', true)
    .executeTakeFirst();
  return row ?? null;
}

export async function findMailbox(
  db: Db,
  { workspaceId, mailboxId }: { workspaceId: string; mailboxId: string },
): Promise<MailboxRow | null> {
  const row = await db
    .selectFrom('mailboxes')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', mailboxId)
    .executeTakeFirst();
  return row ?? null;
}

/** The mailbox that an inbound token opens; the token is what names its workspace. None of an archived one. */
export async function findMailboxByToken(db: Db, tokenHash: Buffer): Promise<MailboxRow | null> {
  const token = await db
    .selectFrom('inbound_tokens')
    .select(['workspace_id', 'mailbox_id'])
    .where('token_hash', '=', tokenHash)
    .where(isWorkedIn('inbound_tokens.workspace_id'))
    .executeTakeFirst();
  if (token === undefined) return null;
  return findMailbox(db, { workspaceId: token.workspace_id, mailboxId: token.mailbox_id });
}

/** Mail that comes in for one mailbox is filed one after the other; mail that goes out is not held up. */
export async function lockMailbox(
  db: Db,
  { workspaceId, mailboxId }: { workspaceId: string; mailboxId: string },
): Promise<void> {
  await db
    .selectFrom('mailboxes')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', mailboxId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Makes this the mailbox's only token. */
export async function replaceInboundToken(
  db: Db,
  {
    workspaceId,
    mailboxId,
    tokenHash,
    now,
  }: { workspaceId: string; mailboxId: string; tokenHash: Buffer; now: Date },
): Promise<void> {
  await db
    .deleteFrom('inbound_tokens')
    .where('workspace_id', '=', workspaceId)
    .where('mailbox_id', '=', mailboxId)
    .execute();
  await db
    .insertInto('inbound_tokens')
    .values({ token_hash: tokenHash, workspace_id: workspaceId, mailbox_id: mailboxId, created_at: now })
    .execute();
}
