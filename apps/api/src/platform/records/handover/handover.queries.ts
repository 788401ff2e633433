import type { ActivityType } from '@handover/contract/activities.ts';
import type { RecordLabels, RecordType } from '@handover/contract/records.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { newId } from '#lib/ids.ts';
import type { Database } from '#db/schema/database.ts';
import type { RecordLive } from '#platform/live/audience.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { recordActivities } from '../bulk/write-changes.queries.ts';

const entriesPerInsert = 1_000;

/** What a member is responsible for among the records of a type, and hands over when they leave. */
export type HandoverSpec = {
  /** The column of the record's table that names the member. */
  readonly column: string;
  /** Which of their records count; those in the trash never do. */
  readonly where?: RawBuilder<boolean>;
  /** What those records are called, if not every one counts. */
  readonly labels?: RecordLabels;
  /** The timeline entry of each record, with the columns that name the records that it concerns. */
  readonly activity?: {
    readonly type: ActivityType;
    readonly customerColumn?: string;
    readonly businessColumn?: string;
    readonly dealColumn?: string;
  };
};

type RecordOfMember = {
  readonly type: RecordType;
  readonly labels: RecordLabels;
  readonly table: keyof Database;
  readonly live?: RecordLive;
  readonly handover?: HandoverSpec;
};

type Leaving = { readonly workspaceId: string; readonly userId: string };
export type Holding = { readonly labels: RecordLabels; readonly count: number };

/** How many records of each type a member is responsible for. */
export async function countHoldings(
  db: Db,
  records: readonly RecordOfMember[],
  leaving: Leaving,
): Promise<Holding[]> {
  const holdings: Holding[] = [];
  for (const { table, labels, handover } of records) {
    if (handover === undefined) continue;
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM ${sql.table(table)} WHERE ${isResponsible(handover, leaving)}`.execute(
      db,
    );
    holdings.push({ labels: handover.labels ?? labels, count: rows[0]?.count ?? 0 });
  }
  return holdings;
}

/** Gives the member's records to somebody else, or to nobody, and notes it in the timelines. Returns how many of each type. */
export async function handOverRecords(
  work: Work,
  actor: Member,
  { records, userId, to }: { records: readonly RecordOfMember[]; userId: string; to: string | null },
): Promise<Holding[]> {
  const { workspaceId } = actor;
  const handedOver: Holding[] = [];
  for (const record of records) {
    const { handover, labels } = record;
    if (handover === undefined) continue;
    const moved = await reassign(work, record, { handover, leaving: { workspaceId, userId }, to });
    if (handover.activity !== undefined) await recordMoves(work, actor, { record, handover, moved });
    publish(work, workspaceId, { record, moved });
    handedOver.push({ labels: handover.labels ?? labels, count: moved.length });
  }
  return handedOver;
}

type Moved = {
  readonly id: string;
  readonly customer_id: string | null;
  readonly business_id: string | null;
  readonly deal_id: string | null;
};

async function reassign(
  { db, now }: Work,
  { table }: RecordOfMember,
  { handover, leaving, to }: { handover: HandoverSpec; leaving: Leaving; to: string | null },
): Promise<readonly Moved[]> {
  const { activity } = handover;
  const { rows } = await sql<Moved>`
    UPDATE ${sql.table(table)} SET ${sql.ref(handover.column)} = ${to}, version = version + 1, updated_at = ${now}
    WHERE ${isResponsible(handover, leaving)}
    RETURNING id, ${refOrNull(activity?.customerColumn)} AS customer_id, ${refOrNull(activity?.businessColumn)} AS business_id,
      ${refOrNull(activity?.dealColumn)} AS deal_id`.execute(db);
  return rows;
}

async function recordMoves(
  work: Work,
  { workspaceId, userId }: Member,
  { record, handover, moved }: { record: RecordOfMember; handover: HandoverSpec; moved: readonly Moved[] },
): Promise<void> {
  if (moved.length === 0) return;
  const type = handover.activity?.type ?? null;
  const handoverId = newId();
  await work.db
    .insertInto('handovers')
    .values({ workspace_id: workspaceId, id: handoverId, record_count: moved.length, created_at: work.now })
    .execute();
  // The feed shows one line for entries of one run.
  const detail = { changed: [handover.column], bulkRunId: handoverId };
  const entries = moved.map(({ id, ...concerns }) => ({ ...concerns, subject_id: id, type, detail }));
  for (let start = 0; start < entries.length; start += entriesPerInsert)
    await recordActivities(work, {
      workspaceId,
      userId,
      kind: record.type,
      entries: entries.slice(start, start + entriesPerInsert),
    });
}

/** Open lists follow: by one notice where it needs no record to be sent, else by one for each record. */
function publish(
  work: Work,
  workspaceId: string,
  { record: { type, live }, moved }: { record: RecordOfMember; moved: readonly Moved[] },
): void {
  if (moved.length === 0) return;
  if (live?.audience !== 'record') work.publish({ workspaceId, noun: type, id: workspaceId });
  else
    for (const { id, customer_id: customerId } of moved)
      work.publish({ workspaceId, noun: type, id, customerId });
}

function isResponsible(
  { column, where }: HandoverSpec,
  { workspaceId, userId }: Leaving,
): RawBuilder<boolean> {
  return sql<boolean>`workspace_id = ${workspaceId} AND ${sql.ref(column)} = ${userId} AND deleted_at IS NULL
    AND ${where ?? sql`true`}`;
}

function refOrNull(column: string | undefined): RawBuilder<unknown> {
  return column === undefined ? sql`NULL` : sql.ref(column);
}
