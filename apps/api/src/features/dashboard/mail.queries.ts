import type { MessageStatus } from '@handover/contract/conversations.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Position } from '#lib/pagination.ts';
import { inCustomerScope } from '#platform/customers/scope.ts';
import type { Member } from '#platform/session/actor.ts';

export type PendingMailRow = {
  id: string;
  subject: string;
  text: string;
  status: MessageStatus;
  status_detail: string | null;
  created_at: Date;
  customer_id: string;
  customer_name: string;
};

/** `unanswered`: the customer wrote last. `undelivered`: it failed, or nobody knows whether it arrived. */
export type PendingKind = 'unanswered' | 'undelivered';

type Asked = { kind: PendingKind; since: Date };
type Slice = Asked & { after: Position | null; limit: number };

/** Where each kind is found, by which time it is ordered, and how. */
const kinds = {
  unanswered: {
    source: sql`threads JOIN messages ON messages.workspace_id = threads.workspace_id AND messages.id = threads.waiting_message_id`,
    time: sql`threads.waiting_since`,
    id: sql`threads.waiting_message_id`,
    scope: (member: Member) =>
      sql`threads.workspace_id = ${member.workspaceId} AND threads.waiting_message_id IS NOT NULL`,
    comparison: sql`>`,
    direction: sql`ASC`,
  },
  undelivered: {
    source: sql`messages`,
    time: sql`messages.created_at`,
    id: sql`messages.id`,
    scope: (member: Member) =>
      sql`messages.workspace_id = ${member.workspaceId} AND messages.status IN ('failed', 'uncertain')`,
    comparison: sql`<`,
    direction: sql`DESC`,
  },
} as const satisfies Record<PendingKind, unknown>;

/** Mail that waits: unanswered oldest first, undelivered newest first. */
export async function listPendingMail(
  db: Db,
  member: Member,
  { kind, since, after, limit }: Slice,
): Promise<PendingMailRow[]> {
  const { time, id, comparison, direction } = kinds[kind];
  const next = after === null ? sql`true` : sql`(${time}, ${id}) ${comparison} (${after[0]}, ${after[1]})`;
  const { rows } = await sql<PendingMailRow>`
    SELECT messages.id, messages.subject, left(messages.text, 400) AS text, messages.status, messages.status_detail,
           messages.created_at, customer.id AS customer_id, customer.name AS customer_name
    FROM ${waiting(member, { kind, since })} AND ${next}
    ORDER BY ${time} ${direction}, ${id} ${direction} LIMIT ${limit}`.execute(db);
  return rows;
}

/** How many mails `listPendingMail` goes through. */
export async function countPendingMail(db: Db, member: Member, asked: Asked): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::int AS count FROM ${waiting(member, asked)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Tables and conditions: the member's mailboxes, and a customer in scope whom the mail is about. */
function waiting(member: Member, { kind, since }: Asked): RawBuilder<unknown> {
  const { source, time, scope } = kinds[kind];
  return sql`${source}
    JOIN mailboxes ON mailboxes.workspace_id = messages.workspace_id AND mailboxes.id = messages.mailbox_id
      AND (mailboxes.owner_id IS NULL OR mailboxes.owner_id = ${member.userId})
    CROSS JOIN LATERAL (
      SELECT customers.id, customers.name FROM message_customers
      JOIN customers ON customers.workspace_id = message_customers.workspace_id AND customers.id = message_customers.customer_id
      WHERE message_customers.workspace_id = messages.workspace_id AND message_customers.message_id = messages.id
        AND customers.deleted_at IS NULL AND ${inCustomerScope(member)}
      ORDER BY customers.id LIMIT 1) AS customer
    WHERE ${scope(member)} AND ${time} >= ${since}`;
}
