import { fold } from '@handover/domain/text/fold.ts';
import type { CustomValues } from '@handover/contract/records/custom-fields.ts';
import { createCustomer } from '#features/customers/customers.service.ts';
import { upsertTag } from '#platform/records/tags/tags.queries.ts';
import { createNote } from '#features/notes/notes.service.ts';
import { createTask, updateTask } from '#features/tasks/tasks.service.ts';
import { areas, roleLevels } from '@handover/contract/auth/roles.ts';
import { newId } from '#lib/ids.ts';
import { notify } from '#platform/notifications.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { writeSampleDrafts, writeSamplePosts } from './blog/sample-posts.ts';
import { createRandom, type Random } from './random.ts';
import { backdate, writeSampleBusinesses, type SampleBusiness } from './sample-businesses.ts';
import { writeSampleContacts } from './sample-contacts.ts';
import { writeSampleDeals } from './sample-deals.ts';
import type { MailParts } from './sample-profiles.ts';
import type { FileParts } from './sample-rooms.ts';
import { analyzeTables, banSampleCustomer, insertCorporateMembers } from './sample-data.queries.ts';
import { writeSampleFields } from './sample-fields.ts';
import { writeSampleFinancials } from './sample-financials.ts';
import type { SampleLogins } from './sample-logins.ts';
import { writeSampleConversation } from './sample-mail.ts';
import { createSampleCustomer } from './sample-people.ts';
import {
  callTexts,
  clientTaskTitle,
  noteTexts,
  notificationTitles,
  tagNames,
  taskTitles,
} from './sample-texts.ts';

type SampleTarget = {
  readonly workspaceId: string;
  readonly logins: SampleLogins;
  readonly customers: number;
  readonly businesses: number;
  readonly tasks: number;
  readonly notifications: number;
  readonly seed: number;
  readonly blog: 'published' | 'drafts' | null;
  readonly hasFields?: boolean;
  readonly hasDeals?: boolean;
  readonly parts: MailParts & FileParts;
};
type Written = {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly isCorporate: boolean;
};

const dayMs = 86_400_000;

/**
 * Customers with a history, tasks, notifications, and businesses for one workspace; returns the first customer.
 */
export async function writeSampleRecords(work: Work, target: SampleTarget): Promise<Written> {
  const random = createRandom(target.seed);
  const brokers = [getMember(target, 'admin'), getMember(target, 'staff')] as const;
  const tagIds = await writeTags(work, target.workspaceId);
  const nextValues =
    target.hasFields === true ? await writeSampleFields(work, brokers[0], target) : (): CustomValues => ({});
  const customers: Written[] = [];
  for (let index = 0; index < target.customers; index += 1) {
    const input = createSampleCustomer(random, { index, today: work.now });
    const author = brokers[index % 3 === 0 ? 0 : 1];
    const past = backdate(work, -(20 + random.below(300)));
    const { id } = await createCustomer(past, author, {
      ...input,
      brokerId: index % 6 === 5 ? null : author.userId,
      tagIds: tagIds.filter(() => random.chance(0.25)),
      custom: nextValues(),
    });
    customers.push({
      id,
      name: input.name,
      email: input.email ?? null,
      isCorporate: input.accountType === 'Corporate',
    });
    await writePast(work, { random, author, customerId: id });
    if (index % 12 === 11)
      await banSampleCustomer(work.db, { workspaceId: target.workspaceId, customerId: id });
  }
  await analyzeTables(work.db);
  await writeCorporateMembers(work, target.workspaceId, customers);
  await writeConversations(work, { target, customers });
  await writeTasks(work, { target, random, brokers, customers });
  await writeNotifications(work, { target, customers });
  const businesses = await writeSampleBusinesses(work, {
    seed: target.seed,
    count: target.businesses,
    brokers,
    owners: customers,
  });
  if (target.hasDeals === true) await writeSales(work, { target, brokers, customers, businesses });
  await writeBlog(work, target);
  const [first] = customers;
  if (first === undefined) throw new Error('A sample workspace without customers');
  return first;
}

async function writeSales(
  work: Work,
  {
    target: { seed, parts },
    brokers,
    customers,
    businesses,
  }: {
    target: SampleTarget;
    brokers: readonly [Member, Member];
    customers: readonly Written[];
    businesses: readonly SampleBusiness[];
  },
): Promise<void> {
  await writeSampleContacts(work, { broker: brokers[1], businesses });
  // Every third customer sells nothing.
  const buyers = customers.filter(({ isCorporate }, index) => index % 3 === 2 && !isCorporate);
  await writeSampleDeals(work, { seed, brokers, buyers, businesses, parts });
  await writeSampleFinancials(work, brokers[1], businesses);
}

function getMember({ workspaceId, logins }: SampleTarget, role: 'admin' | 'staff'): Member {
  const level = role === 'admin' ? roleLevels.ADMIN : roleLevels.STAFF;
  return {
    userId: logins[role],
    sessionId: newId(),
    displayName: role === 'admin' ? 'Avery Collins' : 'Jordan Blake',
    email: `${role}@handover.test`,
    workspaceId,
    timeZone: 'America/New_York',
    role: role === 'admin' ? 'ADMIN' : 'STAFF',
    level,
    scope: 'all',
    areas,
    apiNouns: null,
    grants: [],
    granted: {},
    twoStep: null,
  };
}

async function writeBlog(work: Work, target: SampleTarget): Promise<void> {
  const authors = { admin: getMember(target, 'admin'), staff: getMember(target, 'staff') };
  const { logins: readers, seed } = target;
  if (target.blog === 'published') await writeSamplePosts(work, { authors, readers, seed });
  if (target.blog === 'drafts') await writeSampleDrafts(work, authors.staff);
}

async function writeTags(work: Work, workspaceId: string): Promise<string[]> {
  const ids: string[] = [];
  for (const name of tagNames)
    ids.push((await upsertTag(work.db, { workspaceId, id: newId(), name, nameKey: fold(name) })).id);
  return ids;
}

async function writePast(
  work: Work,
  { random, author, customerId }: { random: Random; author: Member; customerId: string },
): Promise<void> {
  const entries = random.below(4);
  for (let entry = 0; entry < entries; entry += 1) {
    const then = backdate(work, -(1 + random.below(19)) - random.below(24) / 24);
    const isCall = random.chance(0.3);
    await createNote(then, author, {
      customerId,
      businessId: null,
      dealId: null,
      input: isCall
        ? { kind: 'call', body: random.pick(callTexts), durationMinutes: 5 + random.below(40) }
        : { kind: 'note', body: random.pick(noteTexts) },
    });
  }
}

/** Every fourth customer has written back. */
async function writeConversations(
  work: Work,
  { target, customers }: { target: SampleTarget; customers: readonly Written[] },
): Promise<void> {
  for (const [index, { id, name, email }] of customers.entries()) {
    if (index % 4 !== 0 || email === null) continue;
    const { workspaceId, logins } = target;
    const customer = { id, name, email };
    await writeSampleConversation(backdate(work, -2 - (index % 9)), {
      workspaceId,
      authorId: logins.staff,
      customer,
      index: index / 4,
    });
  }
}

async function writeCorporateMembers(
  work: Work,
  workspaceId: string,
  customers: readonly Written[],
): Promise<void> {
  const people = customers.filter((customer) => !customer.isCorporate);
  const rows = customers
    .filter((customer) => customer.isCorporate)
    .flatMap((corporate, index) =>
      people
        .slice(index * 2, index * 2 + 2)
        .map((person) => ({ corporateId: corporate.id, memberId: person.id })),
    );
  await insertCorporateMembers(work.db, { workspaceId, rows, now: work.now });
}

async function writeTasks(
  work: Work,
  {
    target,
    random,
    brokers,
    customers,
  }: { target: SampleTarget; random: Random; brokers: readonly Member[]; customers: readonly Written[] },
): Promise<void> {
  for (let index = 0; index < target.tasks; index += 1) {
    const author = random.pick(brokers);
    const dueDate = new Date(work.now.getTime() + (random.below(21) - 6) * dayMs).toISOString().slice(0, 10);
    const input = {
      title: taskTitles[index % taskTitles.length] ?? 'Call back',
      dueDate,
      priority: random.pick(['low', 'normal', 'normal', 'high'] as const),
    };
    const past = backdate(work, -(7 + random.below(5)));
    const customerId = random.pick(customers).id;
    const task = await createTask(
      past,
      author,
      index === 1 ? createClientTask(customers[0]?.id ?? customerId, input) : { customerId, input },
    );
    if (index % 5 === 4)
      await updateTask(backdate(work, -random.below(5)), author, {
        taskId: task.id,
        input: { version: task.version, status: 'done' },
      });
  }
}

/** The same task as a client task for the sample client. */
function createClientTask<Input extends object>(customerId: string, input: Input) {
  return {
    customerId,
    input: { ...input, title: clientTaskTitle, audience: 'client', requestsFiles: true },
  } as const;
}

async function writeNotifications(
  work: Work,
  { target, customers }: { target: SampleTarget; customers: readonly Written[] },
): Promise<void> {
  for (let index = 0; index < target.notifications; index += 1) {
    const [type, title] =
      notificationTitles[index % notificationTitles.length] ?? (['announcement', 'Welcome'] as const);
    const customer = customers[index % customers.length];
    await notify(backdate(work, -index / 2), {
      workspaceId: target.workspaceId,
      userIds: [target.logins.admin],
      type,
      title: type === 'mention' && customer !== undefined ? `${title} on ${customer.name}` : title,
      customerId: customer?.id ?? null,
    });
  }
}
