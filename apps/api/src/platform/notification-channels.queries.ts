import type { EmailChoice } from '@handover/contract/notifications/notification-choices.ts';
import type { NotificationType } from '@handover/contract/notifications/notifications.ts';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

type ChosenRow = {
  user_id: string;
  /** Null uses the default. */
  is_in_app: boolean | null;
  email: EmailChoice | null;
};

/** Active members among the users, with their setting for a notification type. */
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

export function listChoices(db: Db, { workspaceId, userId }: { workspaceId: string; userId: string }) {
  return db
    .selectFrom('notification_choices')
    .select(['type', 'is_in_app', 'email'])
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute();
}

/** Email address of an active member, else null. */
export async function findAddressee(
  db: Db,
  { workspaceId, userId }: { workspaceId: string; userId: string },
) {
  const row = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .select((eb) => [
      'users.email',
      'users.display_name as name',
      'workspaces.name as workspace',
      eb.or([eb('users.is_sample', '=', true), eb('workspaces.is_sample', '=', true)]).as('is_sample'),
    ])
    .where('memberships.workspace_id', '=', workspaceId)
    .where('memberships.user_id', '=', userId)
    .where('memberships.status', '=', 'active')
    .where('users.status', '=', 'active')
    .where('workspaces.archived_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}
