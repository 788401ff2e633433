import { fold } from '@handover/domain/text/fold.ts';
import { isContact } from '@handover/contract/records/activities.ts';
import type { Member } from '#platform/session/actor.ts';
import type { WorkRunner } from '#platform/work.ts';
import { newId } from '#lib/ids.ts';
import { emailKey, phoneKey } from '#lib/text.ts';
import { createSearchText } from '#platform/search/search-entries.ts';
import { createRandom, type Random } from '#workflows/sample-data/random.ts';
import { createSampleCustomer } from '#workflows/sample-data/sample-people.ts';
import { writeSamplePlans } from '#workflows/sample-data/sample-plans.ts';
import { noteTexts } from '#workflows/sample-data/sample-texts.ts';
import { createWorkspace } from '../create-workspace/create-workspace.routes.ts';
import { analyzeSeeded, countCustomers, insertBatch, type SeedBatch } from './seed-data.queries.ts';
import { createSeedName } from './seed-names.ts';
import { addUpTallies } from '#features/customers/customers.queries.ts';

const customersPerBatch = 500;
/** The database writes one batch while the next is generated. */
const batchesAtOnce = 2;
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

/** The member who writes. Without a membership, the customers have no broker. */
type Owner = Pick<Member, 'workspaceId' | 'userId'> & { readonly isMember: boolean };
type Amount = { readonly customers: number; readonly activities: number };

type Progress = {
  /** Called with the number of customers written so far. */
  readonly onProgress: (done: number) => void;
};

/**
 * Adds many customers with evenly spread timelines to a workspace, for benchmarks. Memory is bounded: rows are
 * generated and written in batches.
 */
export async function writeSeedData(
  runner: WorkRunner,
  owner: Pick<Member, 'workspaceId' | 'userId'>,
  amount: Amount & Progress,
): Promise<void> {
  await runner.transact(writeSamplePlans);
  await writeCustomers(runner, { ...owner, isMember: true }, amount);
  await finishSeeding(runner);
}

/** Adds workspaces with the same number of customers each, written by a member of another workspace. */
export async function writeManyWorkspaces(
  runner: WorkRunner,
  { userId }: Pick<Member, 'userId'>,
  { workspaces, onProgress, ...amount }: Amount & Progress & { readonly workspaces: number },
): Promise<void> {
  await runner.transact(writeSamplePlans);
  for (let made = 0; made < workspaces; made += 1) {
    const name = `Measured ${String(made + 1)}`;
    const workspaceId = await runner.transact((work) =>
      createWorkspace(work, { name, plan: 'Pro', isSample: false, mailAddress: null }),
    );
    await writeCustomers(
      runner,
      { workspaceId, userId, isMember: false },
      { ...amount, onProgress: (done) => onProgress(made * amount.customers + done) },
    );
  }
  await finishSeeding(runner);
}

async function writeCustomers(
  runner: WorkRunner,
  owner: Owner,
  { customers, activities, onProgress }: Amount & Progress,
): Promise<void> {
  const offset = await countCustomers(runner.db, owner.workspaceId);
  const random = createRandom(20_260_101 + offset);
  const now = runner.clock.now();
  let made = 0;
  let done = 0;
  const writeBatches = async (): Promise<void> => {
    while (made < customers) {
      const first = offset + made;
      const count = Math.min(customersPerBatch, customers - made);
      made += count;
      const perCustomer = activities / customers;
      const batch = makeBatch({ random, owner, first, count, perCustomer, now });
      await runner.transact((work) => insertBatch(work.db, batch));
      done += count;
      onProgress(done);
    }
  };
  await Promise.all(Array.from({ length: batchesAtOnce }, writeBatches));
}

async function finishSeeding({ db }: WorkRunner): Promise<void> {
  await addUpTallies(db);
  await analyzeSeeded(db);
}

type BatchPlan = {
  random: Random;
  owner: Owner;
  first: number;
  count: number;
  perCustomer: number;
  now: Date;
};

function makeBatch({ random, owner, first, count, perCustomer, now }: BatchPlan): SeedBatch {
  const batch: SeedBatch = { owner, customers: [], stats: [], entries: [], timelines: [] };
  for (let index = first; index < first + count; index += 1) {
    const entries = Math.floor((index + 1) * perCustomer) - Math.floor(index * perCustomer);
    addCustomer(batch, { random, owner, index, entries, now });
  }
  return batch;
}

type CustomerPlan = Pick<BatchPlan, 'random' | 'owner' | 'now'> & { index: number; entries: number };

function addCustomer(batch: SeedBatch, plan: CustomerPlan): void {
  const { random, owner, index, entries, now } = plan;
  const { workspaceId, userId, isMember } = owner;
  const id = newId();
  const person = createSampleCustomer(random, { index, today: now });
  const { name, company, email } = createSeedName(random);
  const phone = person.phone ?? null;
  const createdAt = new Date(now.getTime() - random.below(900) * dayMs - random.below(dayMs));
  batch.customers.push({
    workspace_id: workspaceId,
    id,
    name,
    name_sort: fold(name),
    email,
    email_key: emailKey(email),
    phone,
    phone_key: phone === null ? null : phoneKey(phone),
    company,
    company_sort: fold(company),
    account_type: person.accountType ?? 'Individual',
    is_verified: person.isVerified ?? false,
    plan_name: person.planName ?? null,
    joining_date: person.joiningDate ?? '2026-01-01',
    broker_id: isMember && index % 3 === 0 ? userId : null,
    source: person.source ?? null,
    city: person.city ?? null,
    region: person.region ?? null,
    created_at: createdAt,
    updated_at: createdAt,
  });
  const { lastContactAt, notes } = addTimeline(batch, { ...plan, customerId: id, createdAt });
  batch.stats.push({
    workspace_id: workspaceId,
    customer_id: id,
    ...(lastContactAt !== null && { last_contact_at: lastContactAt }),
    activity_count: entries,
    note_count: notes,
  });
  const text = [name, email, company, phone, phone === null ? null : phoneKey(phone)];
  batch.entries.push({
    workspace_id: workspaceId,
    kind: 'customer',
    record_id: id,
    text: createSearchText(text),
    active_on: (lastContactAt ?? createdAt).toISOString().slice(0, 10),
  });
}

type TimelinePlan = CustomerPlan & { customerId: string; createdAt: Date };

/** Spreads a customer's entries over the time since they were created; returns the last contact, and how many are notes. */
function addTimeline(
  batch: SeedBatch,
  { random, entries, now, customerId, createdAt }: TimelinePlan,
): { lastContactAt: Date | null; notes: number } {
  let lastContactAt: Date | null = null;
  let notes = 0;
  for (let entry = 0; entry < entries; entry += 1) {
    const sinceCreated = Math.max(1, now.getTime() - createdAt.getTime());
    const occurredAt = new Date(createdAt.getTime() + random.below(sinceCreated));
    const type = random.pick(activityTypes);
    if (isContact(type) && (lastContactAt === null || occurredAt > lastContactAt)) lastContactAt = occurredAt;
    const note = type === 'note.added' ? random.pick(noteTexts) : null;
    if (note !== null) notes += 1;
    batch.timelines.push({ id: newId(), customerId, type, occurredAt, note });
  }
  return { lastContactAt, notes };
}
