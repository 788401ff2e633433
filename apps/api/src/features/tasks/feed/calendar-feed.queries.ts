import type { Db } from '#db/client.ts';
import type { Member } from '#platform/session/actor.ts';
import { fromVisibleTasks, selectVisibleCustomerName } from '../task-filter.queries.ts';

type Owner = { workspaceId: string; userId: string };

export async function findFeed(db: Db, { workspaceId, userId }: Owner): Promise<{ createdAt: Date } | null> {
  const row = await db
    .selectFrom('calendar_feeds')
    .select('created_at')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row === undefined ? null : { createdAt: row.created_at };
}

/** Saves a person's link, replacing an earlier one. */
export async function saveFeed(
  db: Db,
  { workspaceId, userId, tokenHash, now }: Owner & { tokenHash: Buffer; now: Date },
): Promise<void> {
  await db
    .insertInto('calendar_feeds')
    .values({ token_hash: tokenHash, workspace_id: workspaceId, user_id: userId, created_at: now })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'user_id']).doUpdateSet({ token_hash: tokenHash, created_at: now }),
    )
    .execute();
}

/** The owner of a link. */
export async function findFeedOwner(
  db: Db,
  tokenHash: Buffer,
): Promise<(Owner & { workspaceName: string }) | null> {
  const row = await db
    .selectFrom('calendar_feeds')
    .innerJoin('workspaces', 'workspaces.id', 'calendar_feeds.workspace_id')
    .select(['calendar_feeds.workspace_id', 'calendar_feeds.user_id', 'workspaces.name'])
    .where('token_hash', '=', tokenHash)
    .where('workspaces.archived_at', 'is', null)
    .executeTakeFirst();
  return row === undefined
    ? null
    : { workspaceId: row.workspace_id, userId: row.user_id, workspaceName: row.name };
}

/** The member's own open tasks that have a due date, earliest first. */
export function listFeedRows(db: Db, member: Member, limit: number) {
  return fromVisibleTasks(db, member)
    .select([
      'tasks.id',
      'tasks.title',
      'tasks.due_date',
      'tasks.priority',
      'tasks.created_at',
      'tasks.updated_at',
      'tasks.version',
      selectVisibleCustomerName(member).as('customer_name'),
    ])
    .where('tasks.assignee_id', '=', member.userId)
    .where('tasks.completed_at', 'is', null)
    .where('tasks.deleted_at', 'is', null)
    .where('tasks.due_date', 'is not', null)
    .orderBy('tasks.due_sort')
    .orderBy('tasks.id')
    .limit(limit)
    .execute();
}

export type FeedRow = Awaited<ReturnType<typeof listFeedRows>>[number];
