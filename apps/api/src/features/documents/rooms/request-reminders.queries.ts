import { closedStages } from '@handover/contract/businesses/business-stages.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';

/** Early enough for the digest of the same morning. */
const firstHour = '07:00';
const maxRooms = 500;

/** A condition on `room_requests`, given today's date in the workspace. */
type Condition = (today: string) => RawBuilder<boolean>;

const isToSend = sql<boolean>`(room_requests.state IN ('requested', 'refused') AND room_requests.due_on IS NOT NULL)`;

/**
 * Reminders are due 7 days before the due date, on it, and weekly after it. True if the latest of these days has had
 * none yet.
 */
const needsReminder: Condition = (today) => sql<boolean>`(${isToSend}
  AND room_requests.due_on - 7 <= ${today}::date
  AND (room_requests.reminded_on IS NULL OR room_requests.reminded_on < CASE
    WHEN ${today}::date < room_requests.due_on THEN room_requests.due_on - 7
    ELSE room_requests.due_on + (${today}::date - room_requests.due_on) / 7 * 7 END))`;

const isNewlyOverdue: Condition = (
  today,
) => sql<boolean>`(${isToSend} AND room_requests.due_on < ${today}::date
  AND room_requests.overdue_noted IS DISTINCT FROM room_requests.due_on)`;

const isNewlyExpired: Condition = (today) => sql<boolean>`(room_requests.state = 'verified'
  AND room_requests.expires_on < ${today}::date
  AND room_requests.expiry_noted IS DISTINCT FROM room_requests.expires_on)`;

export type RoomKey = { readonly workspaceId: string; readonly roomId: string };

/** Open rooms of businesses for sale with something to notify of, once it is morning in their workspace. */
export async function listRoomsToRemind(
  db: Db,
  { workspaceId, today, now }: { workspaceId: string; today: string; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT data_rooms.id FROM data_rooms JOIN workspaces ON workspaces.id = data_rooms.workspace_id
    WHERE data_rooms.workspace_id = ${workspaceId} AND data_rooms.state = 'open'
      AND (${now}::timestamptz AT TIME ZONE workspaces.time_zone)::time >= ${firstHour}::time
      AND EXISTS (SELECT FROM room_requests WHERE room_requests.workspace_id = data_rooms.workspace_id
        AND room_requests.room_id = data_rooms.id
        AND ((${needsReminder(today)} AND data_rooms.reminded_on IS DISTINCT FROM ${today}::date)
          OR ${isNewlyOverdue(today)} OR ${isNewlyExpired(today)}))
      AND EXISTS (SELECT FROM businesses WHERE businesses.workspace_id = data_rooms.workspace_id
        AND businesses.id = data_rooms.business_id AND businesses.deleted_at IS NULL
        AND businesses.stage <> ALL(${[...closedStages]}::text[]))
    ORDER BY data_rooms.id LIMIT ${maxRooms}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The room with its business, locked; null when it is frozen, deleted, or locked by another server, or the sale has ended. */
export async function lockRoomToRemind(db: Db, { workspaceId, roomId }: RoomKey) {
  const row = await db
    .selectFrom('data_rooms')
    .innerJoin('businesses', (join) =>
      join
        .onRef('businesses.workspace_id', '=', 'data_rooms.workspace_id')
        .onRef('businesses.id', '=', 'data_rooms.business_id')
        .on('businesses.deleted_at', 'is', null)
        .on('businesses.stage', 'not in', [...closedStages]),
    )
    .select([
      'data_rooms.business_id as businessId',
      'data_rooms.reminded_on as remindedOn',
      'businesses.name',
      'businesses.broker_id as brokerId',
      'businesses.owner_id as ownerId',
    ])
    .where('data_rooms.workspace_id', '=', workspaceId)
    .where('data_rooms.id', '=', roomId)
    .where('data_rooms.state', '=', 'open')
    .forUpdate('data_rooms')
    .skipLocked()
    .executeTakeFirst();
  return row ?? null;
}

export type RemindedRoom = NonNullable<Awaited<ReturnType<typeof lockRoomToRemind>>>;

type Claim = RoomKey & { readonly today: string };

/** Marks the requests that need a reminder as reminded today; returns their due dates. */
export async function claimReminders(db: Db, { workspaceId, roomId, today }: Claim): Promise<string[]> {
  const rows = await db
    .updateTable('room_requests')
    .set({ reminded_on: today })
    .where('workspace_id', '=', workspaceId)
    .where('room_id', '=', roomId)
    .where(needsReminder(today))
    .returning('due_on')
    .execute();
  if (rows.length > 0)
    await db
      .updateTable('data_rooms')
      .set({ reminded_on: today })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', roomId)
      .execute();
  return rows.flatMap(({ due_on: dueOn }) => dueOn ?? []);
}

/** Marks the overdue requests as noted; returns their titles. */
export async function claimOverdue(db: Db, { workspaceId, roomId, today }: Claim): Promise<string[]> {
  const rows = await db
    .updateTable('room_requests')
    .set((eb) => ({ overdue_noted: eb.ref('due_on') }))
    .where('workspace_id', '=', workspaceId)
    .where('room_id', '=', roomId)
    .where(isNewlyOverdue(today))
    .returning('title')
    .execute();
  return rows.map(({ title }) => title);
}

/** Marks the requests with an expired document as noted; returns their titles. */
export async function claimExpired(db: Db, { workspaceId, roomId, today }: Claim): Promise<string[]> {
  const rows = await db
    .updateTable('room_requests')
    .set((eb) => ({ expiry_noted: eb.ref('expires_on') }))
    .where('workspace_id', '=', workspaceId)
    .where('room_id', '=', roomId)
    .where(isNewlyExpired(today))
    .returning('title')
    .execute();
  return rows.map(({ title }) => title);
}
