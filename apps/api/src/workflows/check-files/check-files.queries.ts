import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

type Key = { readonly workspaceId: string; readonly fileId: string };

export type ReceivedMessage = {
  readonly messageId: string;
  readonly fileName: string;
  readonly version: number;
  /** Owner of a private mailbox. */
  readonly ownerId: string | null;
  readonly isTriage: boolean;
  readonly businessId: string | null;
  readonly customerIds: string[];
};

/** The received email with a file; null for a file that came another way. */
export async function findReceivedMessage(
  db: Db,
  { workspaceId, fileId }: Key,
): Promise<ReceivedMessage | null> {
  const { rows } = await sql<ReceivedMessage>`
    SELECT messages.id AS "messageId", files.name AS "fileName", messages.version, mailboxes.owner_id AS "ownerId",
      messages.is_triage AS "isTriage", threads.business_id AS "businessId",
      ARRAY(SELECT customer_id FROM message_customers AS linked WHERE linked.workspace_id = messages.workspace_id
        AND linked.message_id = messages.id)::text[] AS "customerIds"
    FROM message_attachments AS attached
      JOIN files ON files.workspace_id = attached.workspace_id AND files.id = attached.file_id
      JOIN messages ON messages.workspace_id = attached.workspace_id AND messages.id = attached.message_id
      JOIN mailboxes ON mailboxes.workspace_id = messages.workspace_id AND mailboxes.id = messages.mailbox_id
      JOIN threads ON threads.workspace_id = messages.workspace_id AND threads.id = messages.thread_id
    WHERE attached.workspace_id = ${workspaceId} AND attached.file_id = ${fileId} AND messages.direction = 'inbound'
    LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

/** Whether the findings in a file were reviewed with its email, and released. */
export async function isReleasedWithEmail(db: Db, { workspaceId, fileId }: Key): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM message_attachments AS attached
      JOIN files ON files.workspace_id = attached.workspace_id AND files.id = attached.file_id
      JOIN quarantines ON quarantines.workspace_id = attached.workspace_id AND quarantines.message_id = attached.message_id
      CROSS JOIN jsonb_array_elements(quarantines.findings) AS finding
    WHERE attached.workspace_id = ${workspaceId} AND attached.file_id = ${fileId} AND quarantines.state = 'released'
      AND finding ->> 'part' = 'attachment' AND finding ->> 'place' = files.name LIMIT 1`.execute(db);
  return rows.length > 0;
}
