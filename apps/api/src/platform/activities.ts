import type { ActivityType, subjectKinds } from '@handover/contract/activities.ts';
import { sql } from 'kysely';
import { prepared } from '../db/prepared.ts';
import { newId } from '../lib/ids.ts';
import type { Member } from './session/actor.ts';
import type { Work } from './work.ts';

export type NewActivity = {
  readonly workspaceId: string;
  /** Whose timeline it stands in; null for a business without an owner. */
  readonly customerId: string | null;
  readonly type: ActivityType;
  readonly subject: { readonly kind: (typeof subjectKinds)[number]; readonly id: string };
  readonly actorId: string | null;
  /** Who may see it: staff, also the client, or whoever may see the mailbox. */
  readonly audience?: 'staff' | 'client' | 'mailbox';
  /** Small facts about the change, such as names of fields; never a copied body. */
  readonly detail?: Record<string, unknown>;
  /** When it happened, if not now. */
  readonly occurredAt?: Date;
};

export type CountChange = { readonly notes?: number; readonly openTasks?: number; readonly emails?: number };

/**
 * Writes a timeline entry in the transaction of what it records, and moves the customer's derived
 * fields: last activity and counts. Derived fields never bump the customer's version.
 */
export async function recordActivity(
  work: Work,
  activity: NewActivity,
  counts: CountChange = {},
): Promise<void> {
  const id = newId();
  const occurredAt = activity.occurredAt ?? work.now;
  const { workspaceId, customerId } = activity;
  const entry = work.db.insertInto('activities').values({
    workspace_id: workspaceId,
    id,
    customer_id: customerId,
    type: activity.type,
    subject_kind: activity.subject.kind,
    subject_id: activity.subject.id,
    actor_id: activity.actorId,
    audience: activity.audience ?? 'staff',
    detail: JSON.stringify(activity.detail ?? {}),
    occurred_at: occurredAt,
  });
  if (customerId === null) await entry.execute();
  else {
    const isContact = isContactType(activity.type);
    const stats = moveStats(work, { workspaceId, customerId, occurredAt, counts, activities: 1, isContact });
    // One statement: this is part of nearly every write.
    await sql`WITH entry AS (${entry}) ${stats} ${prepared}`.execute(work.db);
  }
  // Without a customer the notice of the subject itself tells those who may know.
  if (customerId === null) return;
  work.publish({
    workspaceId,
    noun: 'activity',
    id,
    customerId,
    isForClient: activity.audience === 'client',
  });
}

/** Moves a customer's counts without a timeline entry, as a deleted or restored note does. */
export async function changeCounts(
  work: Work,
  { workspaceId, customerId, counts }: { workspaceId: string; customerId: string; counts: CountChange },
): Promise<void> {
  await moveStats(work, {
    workspaceId,
    customerId,
    occurredAt: null,
    counts,
    activities: 0,
    isContact: false,
  }).execute();
}

/** Short form for what a member does to a customer. */
export function byMember<Customer extends string | null>(
  actor: Member,
  customerId: Customer,
): Pick<NewActivity, 'workspaceId' | 'actorId'> & { customerId: Customer } {
  return { workspaceId: actor.workspaceId, customerId, actorId: actor.userId };
}

type StatsChange = {
  workspaceId: string;
  customerId: string;
  occurredAt: Date | null;
  counts: CountChange;
  activities: number;
  isContact: boolean;
};

/** Whether somebody spoke or wrote with the customer, either way. */
function isContactType(type: ActivityType): boolean {
  return ['email.sent', 'email.received', 'call.logged', 'meeting.logged'].includes(type);
}

function moveStats(
  { db, now }: Work,
  { workspaceId, customerId, occurredAt, counts, activities, isContact }: StatsChange,
) {
  const contactAt = isContact ? (occurredAt ?? now) : null;
  return db
    .insertInto('customer_stats')
    .values({
      workspace_id: workspaceId,
      customer_id: customerId,
      last_activity_at: occurredAt ?? now,
      last_contact_at: contactAt,
      note_count: Math.max(0, counts.notes ?? 0),
      open_task_count: Math.max(0, counts.openTasks ?? 0),
      email_count: Math.max(0, counts.emails ?? 0),
      activity_count: activities,
    })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'customer_id']).doUpdateSet((eb) => ({
        last_activity_at:
          occurredAt === null
            ? eb.ref('customer_stats.last_activity_at')
            : eb.fn('greatest', [eb.ref('customer_stats.last_activity_at'), eb.val(occurredAt)]),
        ...(contactAt !== null && {
          last_contact_at: eb.fn<Date>('greatest', [
            eb.ref('customer_stats.last_contact_at'),
            eb.val(contactAt),
          ]),
        }),
        note_count: eb('customer_stats.note_count', '+', counts.notes ?? 0),
        open_task_count: eb('customer_stats.open_task_count', '+', counts.openTasks ?? 0),
        email_count: eb('customer_stats.email_count', '+', counts.emails ?? 0),
        activity_count: eb('customer_stats.activity_count', '+', activities),
      })),
    );
}
