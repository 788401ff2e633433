import type { ActivityType, SubjectKind } from '@handover/contract/activities.ts';
import { sql } from 'kysely';
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
  readonly type: ActivityType;
  readonly subject: { readonly kind: SubjectKind; readonly id: string };
  readonly actorId: string | null;
  /** Who may see it: staff, staff and client, or everyone who may see the mailbox. */
  readonly audience?: 'staff' | 'client' | 'mailbox';
  /** Details of the change, such as field names; never a copied body. */
  readonly detail?: Record<string, unknown>;
  /** Defaults to now. */
  readonly occurredAt?: Date;
};

export type CountChange = { readonly notes?: number; readonly openTasks?: number; readonly emails?: number };

/**
 * Writes a timeline entry in the transaction of its event and updates the customer's derived fields: last
 * activity and counts. Derived fields do not change the customer's version.
 */
export async function recordActivity(
  work: Work,
  activity: NewActivity,
  counts: CountChange = {},
): Promise<void> {
  const id = newId();
  const { workspaceId, customerId, businessId = null, type, subject, actorId } = activity;
  const { audience = 'staff', detail = {} } = activity;
  const occurredAt = activity.occurredAt ?? work.now;
  const entry = {
    workspaceId,
    id,
    customerId,
    businessId,
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
    const contactAt = isContactType(type) ? occurredAt : null;
    const moved = moveOf(counts, { workspaceId, customerId, lastAt: occurredAt, contactAt, activities: 1 });
    // One statement, because nearly every write includes it.
    await insertEntryAndMove(work.db, { ...entry, ...moved, now: work.now });
  }
  work.publish({
    workspaceId,
    noun: 'activity',
    id,
    customerId,
    businessId,
    isForClient: audience === 'client',
  });
}

/** Changes a customer's counts without a timeline entry, for a deleted or restored note. */
export async function changeCounts(
  { db, now }: Work,
  { workspaceId, customerId, counts }: { workspaceId: string; customerId: string; counts: CountChange },
): Promise<void> {
  const moved = moveOf(counts, { workspaceId, customerId, lastAt: null, contactAt: null, activities: 0 });
  await moveStats(db, { ...moved, now });
}

/** A timeline entry of a member's action on a customer. */
export function byMember<Customer extends string | null>(
  actor: Member,
  customerId: Customer,
): Pick<NewActivity, 'workspaceId' | 'actorId'> & { customerId: Customer } {
  return { workspaceId: actor.workspaceId, customerId, actorId: actor.userId };
}

/** Whether it is contact with the customer, in either direction. */
function isContactType(type: ActivityType): boolean {
  return ['email.sent', 'email.received', 'call.logged', 'meeting.logged'].includes(type);
}

type Entry = {
  workspaceId: string;
  id: string;
  customerId: string | null;
  businessId: string | null;
  type: ActivityType;
  subjectKind: SubjectKind;
  subjectId: string;
  actorId: string | null;
  audience: NonNullable<NewActivity['audience']>;
  detail: string;
  occurredAt: Date;
};

/** Changes of a customer's derived fields; null leaves a time unchanged. */
type Move = {
  workspaceId: string;
  customerId: string;
  lastAt: Date | null;
  contactAt: Date | null;
  activities: number;
  notes: number;
  openTasks: number;
  emails: number;
};

function moveOf(
  { notes = 0, openTasks = 0, emails = 0 }: CountChange,
  move: Omit<Move, 'notes' | 'openTasks' | 'emails'>,
): Move {
  return { ...move, notes, openTasks, emails };
}

function entryOf(db: Db, entry: Entry) {
  return db.insertInto('activities').values({
    workspace_id: entry.workspaceId,
    id: entry.id,
    customer_id: entry.customerId,
    business_id: entry.businessId,
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
function moveStatsOf(move: Move & { now: Date }) {
  return sql`
    INSERT INTO customer_stats (workspace_id, customer_id, last_activity_at, last_contact_at, note_count, open_task_count, email_count, activity_count)
    VALUES (${move.workspaceId}, ${move.customerId}, coalesce(${move.lastAt}::timestamptz, ${move.now}), ${move.contactAt},
      greatest(0, ${move.notes}::int), greatest(0, ${move.openTasks}::int), greatest(0, ${move.emails}::int), ${move.activities})
    ON CONFLICT (workspace_id, customer_id) DO UPDATE SET
      last_activity_at = greatest(customer_stats.last_activity_at, ${move.lastAt}::timestamptz),
      last_contact_at = greatest(customer_stats.last_contact_at, ${move.contactAt}::timestamptz),
      note_count = customer_stats.note_count + ${move.notes}::int,
      open_task_count = customer_stats.open_task_count + ${move.openTasks}::int,
      email_count = customer_stats.email_count + ${move.emails}::int,
      activity_count = customer_stats.activity_count + ${move.activities}::int`;
}

const insertEntry = prepareUnawaited((db, entry: Entry) => entryOf(db, entry));
const insertEntryAndMove = prepareUnawaited(
  (db, values: Entry & Move & { now: Date }) =>
    sql`WITH entry AS (${entryOf(db, values)}) ${moveStatsOf(values)}`,
);
const moveStats = prepareUnawaited((_db, move: Move & { now: Date }) => moveStatsOf(move));
