import type { ActivityType } from '@handover/contract/records/activities.ts';
import type { RecordLabels, RecordType } from '@handover/contract/records/records.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Database } from '#db/schema/database.ts';
import type { RecordLive } from '#platform/live/audience.ts';
import type { Work } from '#platform/work.ts';
import { recordActivities } from '../bulk/write-changes.queries.ts';

/** The records of a type that a member is responsible for, and hands over when they leave. */
export type HandoverSpec = {
  /** The column of the record's table that names the member. */
  readonly column: string;
  /** Which of their records are handed over. */
  readonly where?: RawBuilder<boolean>;
  /** The label of those records, if not all of them count. */
  readonly labels?: RecordLabels;
  /** The timeline entry of each record, with the columns that name the records that it concerns. */
  readonly activity?: {
    readonly type: ActivityType;
    readonly customerColumn?: string;
    readonly businessColumn?: string;
    readonly dealColumn?: string;
  };
};

export type RecordOfMember = {
  readonly type: RecordType;
  readonly labels: RecordLabels;
  readonly table: keyof Database;
  readonly live?: RecordLive;
  readonly handover?: HandoverSpec;
};

export type MemberKey = { readonly workspaceId: string; readonly userId: string };
export type RecordCount = { readonly labels: RecordLabels; readonly count: number };

/** How many records of each type a member is responsible for, without those in the trash. */
export async function countHoldings(
  db: Db,
  records: readonly RecordOfMember[],
  leaving: MemberKey,
): Promise<RecordCount[]> {
  const holdings: RecordCount[] = [];
  for (const { table, labels, handover } of records) {
    if (handover === undefined) continue;
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM ${sql.table(table)}
      WHERE ${isResponsible(handover, leaving)} AND deleted_at IS NULL`.execute(db);
    holdings.push({ labels: handover.labels ?? labels, count: rows[0]?.count ?? 0 });
  }
  return holdings;
}

type Handover = MemberKey & {
  /** The member who deactivated them. */
  readonly actorId: string;
  readonly to: string | null;
  readonly handoverId: string;
  readonly limit: number;
};

/**
 * Assigns some of the member's records of a type to someone else, or to no one, with timeline entries; then those in
 * the trash or merged, without entries, because they can be restored. Returns how many.
 */
export async function handOverRecords(
  work: Work,
  record: RecordOfMember,
  handover: Handover,
): Promise<number> {
  const spec = record.handover;
  if (spec === undefined) return 0;
  const active = await reassign(work, record, { spec, state: sql`deleted_at IS NULL`, ...handover });
  if (active.length > 0 && spec.activity !== undefined)
    await recordMoves(work, record, { spec, moved: active, ...handover });
  const limit = handover.limit - active.length;
  const deleted =
    limit === 0
      ? []
      : await reassign(work, record, { spec, state: sql`deleted_at IS NOT NULL`, ...handover, limit });
  const moved = [...active, ...deleted];
  if (moved.length > 0) publish(work, handover.workspaceId, { record, moved });
  return moved.length;
}

type MovedRow = {
  readonly id: string;
  readonly customer_id: string | null;
  readonly business_id: string | null;
  readonly deal_id: string | null;
};

async function reassign(
  { db, now }: Work,
  { table }: RecordOfMember,
  {
    spec,
    state,
    workspaceId,
    userId,
    to,
    limit,
  }: Handover & { spec: HandoverSpec; state: RawBuilder<boolean> },
): Promise<readonly MovedRow[]> {
  const { activity } = spec;
  const { rows } = await sql<MovedRow>`
    UPDATE ${sql.table(table)} SET ${sql.ref(spec.column)} = ${to}, version = version + 1, updated_at = ${now}
    WHERE workspace_id = ${workspaceId} AND id IN (
      SELECT id FROM ${sql.table(table)} WHERE ${isResponsible(spec, { workspaceId, userId })} AND ${state}
      LIMIT ${limit} FOR UPDATE)
    RETURNING id, ${refOrNull(activity?.customerColumn)} AS customer_id, ${refOrNull(activity?.businessColumn)} AS business_id,
      ${refOrNull(activity?.dealColumn)} AS deal_id`.execute(db);
  return rows;
}

async function recordMoves(
  work: Work,
  { type: kind }: RecordOfMember,
  {
    spec,
    moved,
    workspaceId,
    actorId,
    handoverId,
  }: Handover & { spec: HandoverSpec; moved: readonly MovedRow[] },
): Promise<void> {
  const type = spec.activity?.type ?? null;
  await work.db
    .insertInto('handovers')
    .values({ workspace_id: workspaceId, id: handoverId, record_count: moved.length, created_at: work.now })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'id'])
        .doUpdateSet((eb) => ({ record_count: eb('handovers.record_count', '+', moved.length) })),
    )
    .execute();
  // The feed shows one line for entries of one run.
  const detail = { changed: [spec.column], bulkRunId: handoverId };
  const entries = moved.map(({ id, ...concerns }) => ({ ...concerns, subject_id: id, type, detail }));
  await recordActivities(work, { workspaceId, userId: actorId, kind, entries });
}

/** Updates open lists: with one notice if it can be sent without a record, otherwise with one for each record. */
function publish(
  work: Work,
  workspaceId: string,
  { record: { type, live }, moved }: { record: RecordOfMember; moved: readonly MovedRow[] },
): void {
  if (live?.audience !== 'record') work.publish({ workspaceId, noun: type, id: workspaceId });
  else
    for (const { id, customer_id: customerId } of moved)
      work.publish({ workspaceId, noun: type, id, customerId });
}

function isResponsible(
  { column, where }: HandoverSpec,
  { workspaceId, userId }: MemberKey,
): RawBuilder<boolean> {
  return sql<boolean>`workspace_id = ${workspaceId} AND ${sql.ref(column)} = ${userId} AND ${where ?? sql`true`}`;
}

function refOrNull(column: string | undefined): RawBuilder<unknown> {
  return column === undefined ? sql`NULL` : sql.ref(column);
}
