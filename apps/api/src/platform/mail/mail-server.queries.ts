import type { Db } from '#db/client.ts';
import { outgoingColumns } from '#platform/outgoing/outgoing-rules.queries.ts';

/** Mail server of the workspace's shared mailbox; fields are null without its own server. */
export async function findMailServer(db: Db, workspaceId: string) {
  const row = await db
    .selectFrom('workspaces')
    .leftJoin('mailboxes', (join) =>
      join.on('mailboxes.workspace_id', '=', workspaceId).on('mailboxes.is_default', '=', true),
    )
    .select([
      ...outgoingColumns,
      'mailboxes.id as mailbox_id',
      'mailboxes.smtp_host',
      'mailboxes.smtp_port',
      'mailboxes.smtp_security',
      'mailboxes.smtp_username',
      'mailboxes.smtp_sealed_password',
    ])
    .where('workspaces.id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return row;
}

export type MailServerRow = Awaited<ReturnType<typeof findMailServer>>;

/** Renames the sender of the shared mailbox with its workspace, unless it was given a name of its own. */
export async function renameSender(
  db: Db,
  { workspaceId, from, to }: { workspaceId: string; from: string; to: string },
): Promise<void> {
  await db
    .updateTable('mailboxes')
    .set((eb) => ({ name: to, version: eb('version', '+', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('is_default', '=', true)
    .where('name', '=', from)
    .execute();
}
