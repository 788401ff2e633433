import type { EmailChoice } from '@handover/contract/notification-choices.ts';
import type { NotificationType } from '@handover/contract/notifications.ts';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

type ChosenRow = {
  user_id: string;
  /** Null where nothing was chosen. */
  is_in_app: boolean | null;
  email: EmailChoice | null;
};

/** Those of the users who are at work in the workspace, with what they chose about a kind. */
export async function listChosenChannels(
  db: Db,
  { workspaceId, userIds, type }: { workspaceId: string; userIds: readonly string[]; type: NotificationType },
): Promise<ChosenRow[]> {
  const { rows } = await sql<ChosenRow>`
    SELECT m.user_id, c.is_in_app, c.email
    FROM memberships m
    JOIN users u ON u.id = m.user_id AND u.status = 'active'
    LEFT JOIN notification_choices c ON c.workspace_id = m.workspace_id AND c.user_id = m.user_id AND c.type = ${type}
    WHERE m.workspace_id = ${workspaceId} AND m.user_id = ANY(${[...userIds]}::uuid[]) AND m.status = 'active'
    ORDER BY m.user_id`.execute(db);
  return rows;
}

/** The kinds that a member has chosen about. */
export function listChoices(db: Db, { workspaceId, userId }: { workspaceId: string; userId: string }) {
  return db
    .selectFrom('notification_choices')
    .select(['type', 'is_in_app', 'email'])
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute();
}
