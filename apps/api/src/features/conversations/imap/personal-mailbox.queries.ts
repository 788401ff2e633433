import type { Db } from '#db/client.ts';

type Kept = { readonly workspaceId: string; readonly userId: string };
type InWorkspace = { readonly workspaceId: string; readonly mailboxId: string };

/** The mailbox that is a member's own, shared or not. */
export async function findStoredMailbox(
  db: Db,
  { workspaceId, userId }: Kept,
): Promise<{ id: string; address: string } | null> {
  const row = await db
    .selectFrom('mailboxes')
    .select(['id', 'address'])
    .where('workspace_id', '=', workspaceId)
    .where('keeper_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertStoredMailbox(
  db: Db,
  mailbox: Kept & { id: string; address: string; name: string; now: Date },
): Promise<void> {
  const { workspaceId, id, userId, address, name, now } = mailbox;
  await db
    .insertInto('mailboxes')
    .values({
      workspace_id: workspaceId,
      id,
      address,
      name,
      owner_id: userId,
      keeper_id: userId,
      created_at: now,
    })
    .execute();
}

export async function setMailboxAddress(
  db: Db,
  { workspaceId, mailboxId, address }: InWorkspace & { address: string },
): Promise<void> {
  await db
    .updateTable('mailboxes')
    .set({ address })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', mailboxId)
    .execute();
}

/** Null opens it to the workspace. */
export async function setMailboxOwner(
  db: Db,
  { workspaceId, mailboxId, ownerId }: InWorkspace & { ownerId: string | null },
): Promise<void> {
  await db
    .updateTable('mailboxes')
    .set({ owner_id: ownerId })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', mailboxId)
    .execute();
}

/** The mailbox is nobody's own any more; who reads it does not change. */
export async function releaseMailbox(db: Db, { workspaceId, userId }: Kept): Promise<string | null> {
  const row = await db
    .updateTable('mailboxes')
    .set({ keeper_id: null })
    .where('workspace_id', '=', workspaceId)
    .where('keeper_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}
