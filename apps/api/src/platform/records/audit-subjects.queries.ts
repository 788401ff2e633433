import type { RecordType } from '@handover/contract/records/records.ts';
import { sql, type RawBuilder } from 'kysely';
import { validate } from 'uuid';
import type { Db } from '#db/client.ts';
import type { Member } from '#platform/session/actor.ts';
import { isRecordAreaOpen } from '#platform/session/access.ts';
import type { Readable } from './visible.queries.ts';

type Subject = { readonly type: RecordType; readonly name: string };
/**
 * `auditName` is the label of a record in the audit log, as an expression on `from`; without it, only its ID is logged.
 */
type AuditedRecord = Readable & { readonly type: RecordType; readonly auditName?: RawBuilder<unknown> };

/** The records among the subjects of audit entries that the member may read, by id; other subjects have ids of any form. */
export async function findAuditSubjects(
  db: Db,
  records: readonly AuditedRecord[],
  { member, ids }: { member: Member; ids: readonly string[] },
): Promise<ReadonlyMap<string, Subject>> {
  const subjects = new Map<string, Subject>();
  const recordIds = [...new Set(ids)].filter((id) => validate(id));
  for (const { type, table, auditName, from, scope } of records) {
    if (auditName === undefined || recordIds.length === 0 || !isRecordAreaOpen(member, type)) continue;
    const id = sql.ref(`${table}.id`);
    const { rows } = await sql<{ id: string; name: string }>`
      SELECT ${id} AS id, ${auditName} AS name FROM ${from(member)}
      WHERE ${id} = ANY(${recordIds}::uuid[]) AND ${scope(member)}`.execute(db);
    for (const row of rows) subjects.set(row.id, { type, name: row.name });
  }
  return subjects;
}
