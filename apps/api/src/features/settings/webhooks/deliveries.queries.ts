import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Position } from '#lib/pagination.ts';

type Key = { readonly workspaceId: string; readonly id: string };

const deliveryColumns = [
  'id',
  'webhook_id',
  'message_id',
  'type',
  'body',
  'status',
  'attempts',
  'tries_left',
  'response_status',
  'error',
  'created_at',
  'last_attempt_at',
  'next_attempt_at',
] as const;

type Log = {
  readonly workspaceId: string;
  readonly webhookId: string;
  readonly status: DeliveryRow['status'] | undefined;
};

export function listDeliveryRows(
  db: Db,
  { after, limit, ...log }: Log & { after: Position | null; limit: number },
) {
  let query = fromLog(db, log).select(deliveryColumns);
  if (after !== null)
    query = query.where(sql<boolean>`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`);
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export async function countDeliveries(db: Db, log: Log): Promise<number> {
  const { count } = await fromLog(db, log)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function fromLog(db: Db, { workspaceId, webhookId, status }: Log) {
  const query = db
    .selectFrom('webhook_deliveries')
    .where('workspace_id', '=', workspaceId)
    .where('webhook_id', '=', webhookId);
  return status === undefined ? query : query.where('status', '=', status);
}

export async function findDelivery(db: Db, { workspaceId, id }: Key) {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select(deliveryColumns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export type DeliveryRow = NonNullable<Awaited<ReturnType<typeof findDelivery>>>;

export async function insertDelivery(
  db: Db,
  delivery: Key & {
    webhookId: string;
    messageId: string;
    type: string;
    body: string;
    triesLeft: number;
    now: Date;
  },
): Promise<void> {
  await db
    .insertInto('webhook_deliveries')
    .values({
      workspace_id: delivery.workspaceId,
      id: delivery.id,
      webhook_id: delivery.webhookId,
      message_id: delivery.messageId,
      type: delivery.type,
      body: delivery.body,
      tries_left: delivery.triesLeft,
      created_at: delivery.now,
      next_attempt_at: delivery.now,
    })
    .execute();
}

/** Requeues a delivery with a number of attempts. */
export async function requeueDelivery(
  db: Db,
  { workspaceId, id, triesLeft, now }: Key & { triesLeft: number; now: Date },
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ status: 'queued', tries_left: triesLeft, next_attempt_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

export type Attempt = {
  readonly status: DeliveryRow['status'];
  readonly responseStatus: number | null;
  readonly error: string | null;
  readonly triesLeft: number;
  readonly nextAttemptAt: Date | null;
};

/** Records the next attempt after `attempts`; false if another worker recorded it first. */
export async function writeAttempt(
  db: Db,
  { workspaceId, id, attempts, attempt, now }: Key & { attempts: number; attempt: Attempt; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('webhook_deliveries')
    .set({
      status: attempt.status,
      attempts: attempts + 1,
      tries_left: attempt.triesLeft,
      response_status: attempt.responseStatus,
      error: attempt.error,
      last_attempt_at: now,
      next_attempt_at: attempt.nextAttemptAt,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export type PendingEvent = {
  readonly workspace_id: string;
  readonly webhook_id: string;
  readonly activity_id: string;
};

/** Removes events from the queue, oldest first; skips rows locked by other workers. */
export async function claimPending(db: Db, limit: number): Promise<PendingEvent[]> {
  const { rows } = await sql<PendingEvent>`
    DELETE FROM webhook_pending WHERE (activity_id, webhook_id) IN (
      SELECT activity_id, webhook_id FROM webhook_pending ORDER BY activity_id, webhook_id LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ) RETURNING workspace_id, webhook_id, activity_id`.execute(db);
  return rows.toSorted((one, other) => (one.activity_id < other.activity_id ? -1 : 1));
}

export async function findEvent(db: Db, { workspaceId, id }: Key) {
  const row = await db
    .selectFrom('activities')
    .select(['id', 'type', 'customer_id', 'subject_kind', 'subject_id', 'actor_id', 'detail', 'occurred_at'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export async function listWorkspaceIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('workspaces').select('id').execute();
  return rows.map((row) => row.id);
}

export async function deleteOldDeliveries(
  db: Db,
  { workspaceId, before }: { workspaceId: string; before: Date },
): Promise<void> {
  await db
    .deleteFrom('webhook_deliveries')
    .where('workspace_id', '=', workspaceId)
    .where('status', '<>', 'queued')
    .where('created_at', '<', before)
    .execute();
}
