import { sql, type Selectable } from 'kysely';
import type { NotificationType } from '@handover/contract/notifications.ts';
import type { Db } from '#db/client.ts';
import type { NotificationsTable } from '#db/schema/customers.ts';
import { targetColumns } from '#platform/notification-channels/notification-links.ts';

type Key = { readonly workspaceId: string; readonly notificationId: string };

export type PendingMail = Pick<Selectable<NotificationsTable>, (typeof targetColumns)[number]> & {
  user_id: string;
  type: NotificationType;
  title: string;
};

/** Takes a notification's e-mail out of what waits; null when it has gone before. */
export async function claimPendingMail(
  db: Db,
  { workspaceId, notificationId }: Key,
): Promise<PendingMail | null> {
  const { rows } = await sql<PendingMail>`
    UPDATE notifications SET waits_for = NULL
    WHERE workspace_id = ${workspaceId} AND id = ${notificationId} AND waits_for = 'mail'
    RETURNING user_id, type, title, ${sql.join(targetColumns.map((name) => sql.ref(name)))}`.execute(db);
  return rows[0] ?? null;
}
