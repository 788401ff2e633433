import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Position } from '#lib/pagination.ts';

/** Instants; `from` is inclusive, `to` exclusive. */
export type AuditQuery = {
  /** Null for the installation. */
  readonly workspaceId: string | null;
  readonly actorId?: string | undefined;
  readonly action?: string | undefined;
  readonly subjectId?: string | undefined;
  readonly since?: Date | undefined;
  readonly before?: Date | undefined;
};

const entryColumns = [
  'audit_entries.id',
  'audit_entries.created_at',
  'audit_entries.actor_id',
  'users.display_name as actor_name',
  'audit_entries.action',
  'audit_entries.subject_id',
  'audit_entries.detail',
  'audit_entries.ip_address',
] as const;

/** Newest first. */
export function listEntries(
  db: Db,
  { after, limit, ...query }: AuditQuery & { after: Position | null; limit: number },
) {
  let rows = selectMatching(db, query)
    .leftJoin('users', 'users.id', 'audit_entries.actor_id')
    .leftJoin('audit_pending', 'audit_pending.entry_id', 'audit_entries.id')
    .select(entryColumns)
    .select((eb) => eb('audit_pending.entry_id', 'is', null).as('is_sealed'));
  if (after !== null)
    rows = rows.where(
      sql<boolean>`(audit_entries.created_at, audit_entries.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`,
    );
  return rows
    .orderBy('audit_entries.created_at', 'desc')
    .orderBy('audit_entries.id', 'desc')
    .limit(limit)
    .execute();
}

export type EntryRow = Awaited<ReturnType<typeof listEntries>>[number];

export async function countEntries(db: Db, query: AuditQuery): Promise<number> {
  const { count } = await selectMatching(db, query)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function listActions(db: Db, workspaceId: string | null): Promise<string[]> {
  const rows = await selectMatching(db, { workspaceId })
    .select('audit_entries.action')
    .distinct()
    .orderBy('audit_entries.action')
    .limit(500)
    .execute();
  return rows.map((row) => row.action);
}

/** The start of a calendar day in a time zone, plus a number of days. */
export async function startOfDay(
  db: Db,
  { date, timeZone, plusDays }: { date: string; timeZone: string; plusDays: number },
): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    SELECT (${date}::date + ${plusDays}::int)::timestamp AT TIME ZONE ${timeZone} AS at`.execute(db);
  return rows[0]?.at ?? new Date(0);
}

function selectMatching(db: Db, { workspaceId, actorId, action, subjectId, since, before }: AuditQuery) {
  let query = db
    .selectFrom('audit_entries')
    .where('audit_entries.workspace_id', workspaceId === null ? 'is' : '=', workspaceId);
  if (actorId !== undefined) query = query.where('audit_entries.actor_id', '=', actorId);
  if (action !== undefined) query = query.where('audit_entries.action', '=', action);
  if (subjectId !== undefined) query = query.where('audit_entries.subject_id', '=', subjectId);
  if (since !== undefined) query = query.where('audit_entries.created_at', '>=', since);
  if (before !== undefined) query = query.where('audit_entries.created_at', '<', before);
  return query;
}

/** Returns null if another check is running. */
export async function insertCheck(db: Db, { id, now }: { id: string; now: Date }) {
  const row = await db
    .insertInto('audit_checks')
    .values({ id, started_at: now })
    .onConflict((conflict) =>
      conflict
        .expression(sql`(true)`)
        .where('status', '=', 'running')
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Ends interrupted checks, so that another check can start. */
export async function endStaleChecks(
  db: Db,
  { startedBefore, now }: { startedBefore: Date; now: Date },
): Promise<void> {
  await db
    .updateTable('audit_checks')
    .set({ status: 'failed', finished_at: now })
    .where('status', '=', 'running')
    .where('started_at', '<', startedBefore)
    .execute();
}

export async function findLatestCheck(db: Db) {
  const row = await db
    .selectFrom('audit_checks')
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export type CheckRow = NonNullable<Awaited<ReturnType<typeof findLatestCheck>>>;

export async function updateCheck(
  db: Db,
  { id, ...change }: { id: string } & Partial<Omit<CheckRow, 'id' | 'started_at'>>,
): Promise<void> {
  await db.updateTable('audit_checks').set(change).where('id', '=', id).execute();
}
