import type { ActivityType, SubjectKind } from '@handover/contract/records/activities.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import { sql } from 'kysely';
import type { Database } from '#db/schema/database.ts';
import { newId } from '#lib/ids.ts';
import { listStaffIds } from '#platform/session/session.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import type { Change } from './bulk.ts';

// Rows are passed as one JSON parameter, so a statement for 500 rows is built as quickly as one for a single row.
const toJson = (rows: readonly unknown[]) => sql`${JSON.stringify(rows)}::json`;

/** The records on whose timelines an entry appears. */
type Concerns = { readonly customerId: string | null; readonly businessId: string | null };

/**
 * Writes columns of records that the same transaction has locked, with a timeline entry for each, and increments their
 * versions. `columns` are all that a change of this record type may set. Returns the reasons of rejected changes, by
 * id.
 */
export async function writeColumns<Target extends Change['target']>(
  work: Work,
  spec: {
    readonly type: RecordType;
    readonly table: keyof Database;
    readonly columns: readonly string[];
    concerns(target: Target): Concerns;
  },
  batch: { readonly member: Member; readonly runId: string; readonly changes: readonly Change<Target>[] },
): Promise<ReadonlyMap<string, string>> {
  const { db, now } = work;
  const { workspaceId } = batch.member;
  const table = sql.table(spec.table);
  const refused = await refuseFormerBrokers(work, batch);
  const changes = batch.changes.filter(({ target }) => !refused.has(target.id));
  const rows = changes.map(({ target, columns }) => ({ ...target, ...columns }));
  const values = spec.columns.map((column) => sql`${sql.ref(column)} = r.${sql.ref(column)}`);
  await sql`
    UPDATE ${table} AS record SET ${sql.join(values)}, version = record.version + 1, updated_at = ${now}
    FROM json_populate_recordset(NULL::${table}, ${toJson(rows)}) AS r
    WHERE record.workspace_id = ${workspaceId} AND record.id = r.id`.execute(db);
  await recordChanges(work, spec, { ...batch, changes });
  return refused;
}

/** An undo may restore a member who has left. */
async function refuseFormerBrokers(
  { db }: Work,
  { member: { workspaceId }, changes }: { readonly member: Member; readonly changes: readonly Change[] },
): Promise<ReadonlyMap<string, string>> {
  const assigned = changes.flatMap(({ target: { id }, columns: { broker_id: brokerId } }) =>
    typeof brokerId === 'string' ? [{ id, brokerId }] : [],
  );
  const userIds = [...new Set(assigned.map(({ brokerId }) => brokerId))];
  const staff = new Set(await listStaffIds(db, { workspaceId, userIds }));
  return new Map(
    assigned
      .filter(({ brokerId }) => !staff.has(brokerId))
      .map(({ id }) => [id, 'The broker is no longer a member of this workspace.']),
  );
}

async function recordChanges<Target extends Change['target']>(
  work: Work,
  { type, concerns }: { readonly type: RecordType; concerns(target: Target): Concerns },
  {
    member: { workspaceId, userId },
    runId,
    changes,
  }: { readonly member: Member; readonly runId: string; readonly changes: readonly Change<Target>[] },
): Promise<void> {
  const entries = changes.map(({ target, activity, changed }) => {
    const { customerId, businessId } = concerns(target);
    const detail = { bulkRunId: runId, ...(changed.length > 0 && { changed }) };
    const related = { customer_id: customerId, business_id: businessId };
    return { ...related, subject_id: target.id, type: activity, detail };
  });
  await recordActivities(work, { workspaceId, userId, kind: type, entries });
}

/** A timeline entry of staff for each of many records, in one statement. */
export async function recordActivities(
  { db, now }: Pick<Work, 'db' | 'now'>,
  {
    workspaceId,
    userId,
    kind,
    entries,
  }: {
    readonly workspaceId: string;
    readonly userId: string;
    readonly kind: SubjectKind;
    readonly entries: readonly {
      readonly customer_id: string | null;
      readonly business_id: string | null;
      readonly deal_id?: string | null;
      readonly subject_id: string;
      readonly type: ActivityType | null;
      readonly detail: Readonly<Record<string, unknown>>;
    }[];
  },
): Promise<void> {
  if (entries.length === 0) return;
  const rows = toJson(entries.map((entry) => ({ ...entry, id: newId() })));
  await sql`
    INSERT INTO activities (workspace_id, id, customer_id, business_id, deal_id, type, subject_kind, subject_id, actor_id, audience, detail, occurred_at)
    SELECT ${workspaceId}::uuid, id, customer_id, business_id, deal_id, type, ${kind}::text, subject_id, ${userId}::uuid, 'staff', detail, ${now}::timestamptz
    FROM json_populate_recordset(NULL::activities, ${rows})`.execute(db);
  await sql`
    INSERT INTO customer_stats (workspace_id, customer_id, activity_count)
    SELECT ${workspaceId}::uuid, customer_id, count(*) FROM json_populate_recordset(NULL::activities, ${rows})
    WHERE customer_id IS NOT NULL GROUP BY customer_id
    ON CONFLICT (workspace_id, customer_id) DO UPDATE SET activity_count = customer_stats.activity_count + excluded.activity_count`.execute(
    db,
  );
}

/** An audit entry for each record, as if each had been changed alone; queued for sealing. */
export async function auditChanges(
  { db, now }: Work,
  {
    member: { workspaceId, userId },
    runId,
    entries,
  }: {
    readonly member: Member;
    readonly runId: string;
    readonly entries: readonly {
      readonly recordId: string;
      readonly operation: string;
      readonly changed: readonly string[];
      readonly detail?: Change['detail'];
    }[];
  },
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ recordId, operation, changed, detail }) => ({
    id: newId(),
    subject_id: recordId,
    action: operation,
    detail: { bulkRunId: runId, ...(changed.length > 0 && { changed }), ...detail },
  }));
  await sql`
    WITH entry AS (
      INSERT INTO audit_entries (id, workspace_id, actor_id, action, subject_id, detail, ip_address, request_id, created_at)
      SELECT id, ${workspaceId}::uuid, ${userId}::uuid, action, subject_id, detail, NULL, NULL, ${now}::timestamptz
      FROM json_populate_recordset(NULL::audit_entries, ${toJson(rows)})
      RETURNING id
    )
    INSERT INTO audit_pending (entry_id) SELECT id FROM entry`.execute(db);
}
