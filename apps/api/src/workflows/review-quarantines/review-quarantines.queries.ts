import type { QuarantineState } from '@handover/contract/documents/quarantines.ts';
import type { PhiKind } from '@handover/domain/phi/phi-kinds.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { isReadableBusiness } from '#features/businesses/businesses.public.ts';
import { isReadableMessage } from '#features/conversations/conversations.queries.ts';
import { inCustomerScope } from '#features/customers/customers.public.ts';
import { isVisible } from '#features/notes/notes.queries.ts';
import type { Position } from '#lib/pagination.ts';
import { brokersOfDocument } from '#features/documents/content/quarantine.queries.ts';
import { inDocumentScope } from '#features/documents/documents.queries.ts';
import { selectReadableRecords, type RecordTypeWithFiles } from '#platform/records/files.queries.ts';
import { isRecordAreaOpen } from '#platform/session/access.ts';
import type { Member } from '#platform/session/actor.ts';

type Files = { readonly records: readonly RecordTypeWithFiles[] };

export type QuarantineRow = {
  id: string;
  message_id: string | null;
  note_id: string | null;
  /** The document with the file that the member may read. */
  document_id: string | null;
  file_id: string | null;
  file_name: string | null;
  kinds: PhiKind[];
  findings: unknown;
  content: unknown;
  state: QuarantineState;
  from: string;
  author_id: string | null;
  mailbox_owner_id: string | null;
  record: { type: 'customer' | 'business' | 'deal'; id: string; name: string } | null;
  broker_ids: string[];
  decided_by: string | null;
  decided_at: Date | null;
  reason: string | null;
  version: number;
  created_at: Date;
};

/** Quarantines in this state of records that the member may read, newest first, without their content. */
export async function listQuarantineRows(
  db: Db,
  member: Member,
  { state, after, limit, records }: Files & { state: QuarantineState; after: Position | null; limit: number },
): Promise<QuarantineRow[]> {
  const isAfter = after === null ? sql`true` : sql`(q.created_at, q.id) < (${after[0]}, ${after[1]})`;
  const { rows } = await sql<QuarantineRow>`
    SELECT ${selectColumns(member)}, NULL AS content ${fromReadable(db, member, records)} AND q.state = ${state} AND ${isAfter}
    ORDER BY q.created_at DESC, q.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

export async function countQuarantines(
  db: Db,
  member: Member,
  { state, records }: Files & { state: QuarantineState },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count ${fromReadable(db, member, records)} AND q.state = ${state}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A quarantine with its content, if the member may read its record. */
export async function findQuarantineRow(
  db: Db,
  member: Member,
  { id, records }: Files & { id: string },
): Promise<QuarantineRow | null> {
  const { rows } = await sql<QuarantineRow>`
    SELECT ${selectColumns(member)}, q.content ${fromReadable(db, member, records)} AND q.id = ${id}`.execute(
    db,
  );
  return rows[0] ?? null;
}

function fromReadable(db: Db, member: Member, records: readonly RecordTypeWithFiles[]): RawBuilder<unknown> {
  const isOpen = isRecordAreaOpen(member, 'document') ? inDocumentScope(member, { records }) : sql`false`;
  return sql`FROM quarantines q
    LEFT JOIN messages m ON m.workspace_id = q.workspace_id AND m.id = q.message_id
    LEFT JOIN mailboxes b ON b.workspace_id = m.workspace_id AND b.id = m.mailbox_id
    LEFT JOIN threads t ON t.workspace_id = m.workspace_id AND t.id = m.thread_id
    LEFT JOIN notes ON notes.workspace_id = q.workspace_id AND notes.id = q.note_id
    LEFT JOIN LATERAL (
      SELECT documents.id, documents.name, versions.added_by, ${selectReadableRecords(member, records)} AS records,
        ARRAY(${brokersOfDocument}) AS broker_ids
      FROM document_versions AS versions JOIN documents
        ON documents.workspace_id = versions.workspace_id AND documents.id = versions.document_id
      WHERE versions.workspace_id = q.workspace_id AND versions.file_id = q.file_id
        AND documents.deleted_at IS NULL AND ${isOpen}
      ORDER BY documents.created_at, documents.id, versions.number LIMIT 1) AS held ON true
    WHERE q.workspace_id = ${member.workspaceId} AND (held.id IS NOT NULL OR
      (notes.deleted_at IS NULL AND ${isVisible(member)}) OR ${isReadableMessage(db, member, 'm.id')})`;
}

const customersOfMessage = sql`message_customers mc
  JOIN customers c ON c.workspace_id = mc.workspace_id AND c.id = mc.customer_id AND c.deleted_at IS NULL
  WHERE mc.workspace_id = q.workspace_id AND mc.message_id = q.message_id`;
const businessIdColumn = sql`coalesce(notes.business_id, t.business_id)`;

const selectColumns = (
  member: Member,
) => sql`q.id, q.message_id, q.note_id, held.id AS document_id, q.file_id, coalesce(held.name, (SELECT f.name FROM files f WHERE f.workspace_id = q.workspace_id AND f.id = q.file_id)) AS file_name, q.kinds, q.findings, q.state, q.reason, q.decided_at, q.version, q.created_at,
  (SELECT u.display_name FROM users u WHERE u.id = q.decided_by) AS decided_by,
  coalesce((SELECT u.display_name FROM users u WHERE u.id = coalesce(notes.author_id, held.added_by)), m.from_name, m.from_address) AS "from",
  coalesce(notes.author_id, held.added_by) AS author_id, b.owner_id AS mailbox_owner_id,
  coalesce(
    (SELECT json_build_object('type', 'customer', 'id', customers.id, 'name', customers.name) FROM customers
      WHERE customers.workspace_id = q.workspace_id AND customers.deleted_at IS NULL AND ${inCustomerScope(member)}
        AND (customers.id = notes.customer_id OR customers.id IN (SELECT c.id FROM ${customersOfMessage}))
      ORDER BY customers.id LIMIT 1),
    (SELECT json_build_object('type', 'business', 'id', s.id, 'name', s.name) FROM businesses s
      WHERE s.workspace_id = q.workspace_id AND s.id = ${businessIdColumn} AND ${isReadableBusiness(member, sql`s.id`)}),
    (SELECT json_build_object('type', 'deal', 'id', d.id, 'name', s.name) FROM deals d
      JOIN businesses s ON s.workspace_id = d.workspace_id AND s.id = d.business_id
      WHERE d.workspace_id = q.workspace_id AND d.id = notes.deal_id),
    to_json(held.records -> 0)) AS record,
  ARRAY(SELECT c.broker_id FROM ${customersOfMessage} AND c.broker_id IS NOT NULL
    UNION SELECT c.broker_id FROM customers c WHERE c.workspace_id = q.workspace_id AND c.id = notes.customer_id AND c.broker_id IS NOT NULL
    UNION SELECT s.broker_id FROM businesses s WHERE s.workspace_id = q.workspace_id AND s.id = ${businessIdColumn} AND s.broker_id IS NOT NULL
    UNION SELECT d.broker_id FROM deals d WHERE d.workspace_id = q.workspace_id AND d.id = notes.deal_id AND d.broker_id IS NOT NULL
    UNION SELECT unnest(held.broker_ids))::text[] AS broker_ids`;
