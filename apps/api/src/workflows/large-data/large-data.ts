import type { Member } from '../../platform/session/actor.ts';
import type { WorkRunner } from '../../platform/work.ts';
import { newId } from '../../lib/ids.ts';
import { emailKey, fold } from '../../lib/text.ts';
import { createRandom, type Random } from '../sample-data/random.ts';
import { sampleCustomer } from '../sample-data/sample-people.ts';
import { insertBatch, type LargeBatch } from './large-data.queries.ts';

const customersPerBatch = 500;
const dayMs = 86_400_000;
const activityTypes = [
  'note.added',
  'call.logged',
  'email.sent',
  'email.received',
  'task.created',
  'task.completed',
  'customer.updated',
] as const;

type Amount = { readonly customers: number; readonly activities: number };

/**
 * Adds many customers with evenly spread timelines to a workspace, for measuring. Memory stays bounded:
 * rows are made and written a batch at a time. `onProgress` hears how many customers are there.
 */
export async function writeLargeData(
  runner: WorkRunner,
  owner: Pick<Member, 'workspaceId' | 'userId'>,
  { customers, activities, onProgress }: Amount & { onProgress: (done: number) => void },
): Promise<void> {
  const random = createRandom(20_260_101);
  const now = runner.clock.now();
  for (let done = 0; done < customers; done += customersPerBatch) {
    const count = Math.min(customersPerBatch, customers - done);
    const batch = makeBatch({ random, owner, first: done, count, perCustomer: activities / customers, now });
    await runner.transact((work) => insertBatch(work.db, batch));
    onProgress(done + count);
  }
}

type BatchPlan = {
  random: Random;
  owner: Pick<Member, 'workspaceId' | 'userId'>;
  first: number;
  count: number;
  perCustomer: number;
  now: Date;
};

function makeBatch({ random, owner, first, count, perCustomer, now }: BatchPlan): LargeBatch {
  const { workspaceId, userId } = owner;
  const batch: LargeBatch = { customers: [], stats: [], entries: [], activities: [] };
  for (let index = first; index < first + count; index += 1) {
    const id = newId();
    const person = sampleCustomer(random, { index, today: now });
    // The sample's names repeat after some hundred; a number keeps them apart and searchable.
    const name = `${person.name} ${String(index)}`;
    const email = `seeded.${String(index)}@example.com`;
    const createdAt = new Date(now.getTime() - random.below(900) * dayMs - random.below(dayMs));
    const timeline = Math.floor((index + 1) * perCustomer) - Math.floor(index * perCustomer);
    batch.customers.push({
      workspace_id: workspaceId,
      id,
      name,
      name_sort: fold(name),
      email,
      email_key: emailKey(email),
      phone: person.phone ?? null,
      phone_key: null,
      company: person.company ?? null,
      company_sort: fold(person.company ?? ''),
      npi: null,
      account_type: person.accountType ?? 'Individual',
      is_verified: person.isVerified ?? false,
      plan_name: person.planName ?? null,
      joining_date: person.joiningDate ?? '2026-01-01',
      broker_id: index % 3 === 0 ? userId : null,
      source: person.source ?? null,
      city: person.city ?? null,
      region: person.region ?? null,
      created_at: createdAt,
      updated_at: createdAt,
    });
    let lastActivityAt = createdAt;
    for (let entry = 0; entry < timeline; entry += 1) {
      const occurredAt = new Date(
        createdAt.getTime() + random.below(Math.max(1, now.getTime() - createdAt.getTime())),
      );
      if (occurredAt > lastActivityAt) lastActivityAt = occurredAt;
      batch.activities.push({
        workspace_id: workspaceId,
        id: newId(),
        customer_id: id,
        type: random.pick(activityTypes),
        subject_kind: 'customer',
        subject_id: id,
        actor_id: userId,
        audience: 'staff',
        occurred_at: occurredAt,
      });
    }
    batch.stats.push({
      workspace_id: workspaceId,
      customer_id: id,
      last_activity_at: lastActivityAt,
      activity_count: timeline,
    });
    batch.entries.push({
      workspace_id: workspaceId,
      kind: 'customer',
      record_id: id,
      text: [name, email, person.company ?? '', (person.phone ?? '').replace(/\D/g, '')].map(fold).join('\n'),
    });
  }
  return batch;
}
