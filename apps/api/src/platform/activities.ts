import { type ActivityType, isContact, type SubjectKind } from '@handover/contract/records/activities.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { prepareUnawaited } from '#db/statements/prepared-statement.ts';
import { newId } from '#lib/ids.ts';
import type { Member } from './session/actor.ts';
import type { Work } from './work.ts';

export type NewActivity = {
  readonly workspaceId: string;
  /** Records it concerns, at least one; the entry appears in the timeline of each. */
  readonly customerId: string | null;
  readonly businessId?: string | null;
  readonly dealId?: string | null;
  readonly type: ActivityType;
  readonly subject: { readonly kind: SubjectKind; readonly id: string };
  readonly actorId: string | null;
  /** The readers: staff only, staff and the client, or everyone with access to the mailbox. */
  readonly audience?: 'staff' | 'client' | 'mailbox';
  /** Details of the change, such as field names; never a copied body. */
  readonly detail?: Record<string, unknown>;
  /** Defaults to now. */
  readonly occurredAt?: Date;
};

export type CountChange = { readonly notes?: number; readonly openTasks?: number; readonly emails?: number };

/**
 * Writes a timeline entry in the transaction of its event and updates the customer's derived fields: last
 * contact and counts. Derived fields do not change the customer's version.
 */
export async function recordActivity(
  work: Work,
  activity: NewActivity,
  counts: CountChange = {},
): Promise<void> {
  const id = newId();
  const { workspaceId, customerId, businessId = null, dealId = null, type, subject, actorId } = activity;
  const { audience = 'staff', detail = {} } = activity;
  const occurredAt = activity.occurredAt ?? work.now;
  const entry = {
    workspaceId,
    id,
    customerId,
    businessId,
    dealId,
    type,
    actorId,
    audience,
    occurredAt,
    subjectKind: subject.kind,
    subjectId: subject.id,
    detail: JSON.stringify(detail),
  };
  if (customerId === null) await insertEntry(work.db, entry);
  else {
    const contactAt = isContact(type) || detail['hasReached'] === true ? occurredAt : null;
    const moved = toMove(counts, { workspaceId, customerId, contactAt, activities: 1 });
    // One statement, because nearly every write includes it.
    await insertEntryAndMove(work.db, { ...entry, ...moved });
  }
  work.publish({
    workspaceId,
    noun: 'activity',
    // Members without access to the mailbox must not see its entries.
    id: audience === 'mailbox' ? workspaceId : id,
    customerId,
    businessId,
    dealId,
    isForClient: audience === 'client',
  });
}

/** Changes a customer's counts without a timeline entry, for a deleted or restored note. */
export async function changeCounts(
  { db }: Work,
  { workspaceId, customerId, counts }: { workspaceId: string; customerId: string; counts: CountChange },
): Promise<void> {
  await moveStats(db, toMove(counts, { workspaceId, customerId, contactAt: null, activities: 0 }));
}

/** Recalculates the last contact after a note was deleted, restored, or given another date. */
export async function refreshLastContact(db: Db, key: CustomerKey): Promise<void> {
  await sql`
    UPDATE customer_stats SET last_contact_at = ${selectLastContact(key)}
    WHERE workspace_id = ${key.workspaceId} AND customer_id = ${key.customerId}`.execute(db);
}

type CustomerKey = { readonly workspaceId: string; readonly customerId: string };

/** The last contact of a customer, from its emails and the notes that were not deleted. */
export function selectLastContact({ workspaceId, customerId }: CustomerKey): RawBuilder<Date | number> {
  const theirs = sql`workspace_id = ${workspaceId} AND customer_id = ${customerId}`;
  return sql`greatest('-infinity',
    (SELECT max(occurred_at) FROM notes WHERE ${theirs} AND deleted_at IS NULL),
    (SELECT max(occurred_at) FROM activities WHERE ${theirs}
      AND (type IN ('email.sent', 'email.received') OR (type = 'email.queued' AND detail ? 'hasReached'))))`;
}

/** A timeline entry of a member's action on a customer. */
export function byMember<Customer extends string | null>(
  actor: Member,
  customerId: Customer,
): Pick<NewActivity, 'workspaceId' | 'actorId'> & { customerId: Customer } {
  return { workspaceId: actor.workspaceId, customerId, actorId: actor.userId };
}

type Entry = {
  workspaceId: string;
  id: string;
  customerId: string | null;
  businessId: string | null;
  dealId: string | null;
  type: ActivityType;
  subjectKind: SubjectKind;
  subjectId: string;
  actorId: string | null;
  audience: NonNullable<NewActivity['audience']>;
  detail: string;
  occurredAt: Date;
};

/** Changes of a customer's derived fields; null leaves the last contact unchanged. */
type Move = {
  workspaceId: string;
  customerId: string;
  contactAt: Date | null;
  activities: number;
  notes: number;
  openTasks: number;
  emails: number;
};

function toMove(
  { notes = 0, openTasks = 0, emails = 0 }: CountChange,
  move: Omit<Move, 'notes' | 'openTasks' | 'emails'>,
): Move {
  return { ...move, notes, openTasks, emails };
}

function buildEntryInsert(db: Db, entry: Entry) {
  return db.insertInto('activities').values({
    workspace_id: entry.workspaceId,
    id: entry.id,
    customer_id: entry.customerId,
    business_id: entry.businessId,
    deal_id: entry.dealId,
    type: entry.type,
    subject_kind: entry.subjectKind,
    subject_id: entry.subjectId,
    actor_id: entry.actorId,
    audience: entry.audience,
    detail: entry.detail,
    occurred_at: entry.occurredAt,
  });
}

/** `greatest` ignores nulls. */
function buildStatsUpdate(move: Move) {
  return sql`
    INSERT INTO customer_stats (workspace_id, customer_id, last_contact_at, note_count, open_task_count, email_count, activity_count)
    VALUES (${move.workspaceId}, ${move.customerId}, coalesce(${move.contactAt}::timestamptz, '-infinity'),
      greatest(0, ${move.notes}::int), greatest(0, ${move.openTasks}::int), greatest(0, ${move.emails}::int), ${move.activities})
    ON CONFLICT (workspace_id, customer_id) DO UPDATE SET
      last_contact_at = greatest(customer_stats.last_contact_at, ${move.contactAt}::timestamptz),
      note_count = customer_stats.note_count + ${move.notes}::int,
      open_task_count = customer_stats.open_task_count + ${move.openTasks}::int,
      email_count = customer_stats.email_count + ${move.emails}::int,
      activity_count = customer_stats.activity_count + ${move.activities}::int`;
}

const insertEntry = prepareUnawaited((db, entry: Entry) => buildEntryInsert(db, entry));
const insertEntryAndMove = prepareUnawaited(
  (db, values: Entry & Move) =>
    sql`WITH entry AS (${buildEntryInsert(db, values)}) ${buildStatsUpdate(values)}`,
);
const moveStats = prepareUnawaited((_db, move: Move) => buildStatsUpdate(move));
