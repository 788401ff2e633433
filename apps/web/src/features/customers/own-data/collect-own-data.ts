import { listActivities } from '@handover/contract/records/activities.ts';
import { listOwnAgreements } from '@handover/contract/agreements/agreements.ts';
import type { Profile } from '@handover/contract/auth/auth.ts';
import { listBusinesses } from '@handover/contract/businesses/businesses.ts';
import { listBuyers } from '@handover/contract/buyers/buyers.ts';
import { listEmails } from '@handover/contract/conversations/conversations.ts';
import { getCustomer } from '@handover/contract/customers/customers.ts';
import { listOffers } from '@handover/contract/deals/deal-offers.ts';
import { listDeals, type Deal } from '@handover/contract/deals/deals.ts';
import { listDiligenceRequests } from '@handover/contract/deals/diligence-requests.ts';
import { listDocuments, type Document } from '@handover/contract/documents/documents.ts';
import { listNotifications } from '@handover/contract/notifications/notifications.ts';
import { listOwnProfiles } from '@handover/contract/profiles.ts';
import { listOwnRooms } from '@handover/contract/documents/data-rooms.ts';
import { listCustomerTasks } from '@handover/contract/tasks/tasks.ts';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';

/** A record as returned by the API. */
type Row = Readonly<Record<string, unknown>>;

export interface OwnData {
  /** Tables by file name. */
  readonly tables: Readonly<Record<string, readonly Row[]>>;
  readonly documents: readonly Document[];
  /** The data that could not be read, with the reason. */
  readonly missing: readonly string[];
}

type Load = (signal: AbortSignal) => Promise<readonly Row[]>;
type LoadOf = (id: string, signal: AbortSignal) => Promise<readonly Row[]>;

const limit = 100;

const customerLoads: Readonly<Record<string, LoadOf>> = {
  record: async (id, signal) => [(await send(getCustomer, { params: { id } }, { signal })).user],
  timeline: (id, signal) =>
    listAllRows(async (cursor) => {
      const list = await send(listActivities, { params: { id }, query: { limit, cursor } }, { signal });
      return { ...list, rows: list.activities };
    }),
  messages: (id, signal) =>
    listAllRows(async (cursor) => {
      const list = await send(listEmails, { params: { id }, query: { limit, cursor } }, { signal });
      return { ...list, rows: list.emails };
    }),
  tasks: (id, signal) =>
    listAllRows(async (cursor) => {
      const list = await send(listCustomerTasks, { params: { id }, query: { limit, cursor } }, { signal });
      return { ...list, rows: list.tasks };
    }),
};

const dealLoads: Readonly<Record<string, LoadOf>> = {
  offers: async (id, signal) => (await send(listOffers, { params: { id } }, { signal })).offers,
  'diligence-requests': async (id, signal) =>
    (await send(listDiligenceRequests, { params: { id } }, { signal })).requests,
};

const loads: Readonly<Record<string, Load>> = {
  businesses: (signal) =>
    listAllRows(async (cursor) => {
      const list = await send(listBusinesses, { query: { limit, cursor } }, { signal });
      return { ...list, rows: list.businesses };
    }),
  'buyer-profiles': (signal) =>
    listAllRows(async (cursor) => {
      const list = await send(listBuyers, { query: { limit, cursor } }, { signal });
      return { ...list, rows: list.buyers };
    }),
  agreements: async (signal) => (await send(listOwnAgreements, {}, { signal })).agreements,
  'approvals-and-cims': async (signal) => {
    const { approvals, cims } = await send(listOwnProfiles, {}, { signal });
    return [...approvals, ...cims];
  },
  'data-rooms': async (signal) => (await send(listOwnRooms, {}, { signal })).rooms,
  notifications: (signal) =>
    listAllRows(async (cursor) => {
      const list = await send(listNotifications, { query: { limit, cursor } }, { signal });
      return { ...list, rows: list.notifications };
    }),
};

interface CollectOptions {
  user: Pick<Profile, 'customers'> & Row;
  signal: AbortSignal;
  /** The data being read now. */
  onStep: (name: string) => void;
}

/** Everything that the signed-in client may read: what the API returns to this client, and nothing else. */
export async function collectOwnData({ user, signal, onStep }: CollectOptions): Promise<OwnData> {
  const missing: string[] = [];
  const tables: Record<string, readonly Row[]> = { account: [user] };
  const read = async <T extends Row>(
    name: string,
    load: () => Promise<readonly T[]>,
    owner?: string,
  ): Promise<readonly T[]> => {
    onStep(name);
    try {
      const rows = await load();
      tables[name] = [...(tables[name] ?? []), ...rows];
      return rows;
    } catch (error) {
      if (signal.aborted || !(error instanceof Error)) throw error;
      missing.push(`${name}${owner === undefined ? '' : ` of ${owner}`}: ${getErrorMessage(error)}`);
      return [];
    }
  };
  const readOfEach = async (owners: readonly Owner[], loadsOf: Readonly<Record<string, LoadOf>>) => {
    for (const [name, load] of Object.entries(loadsOf)) {
      if (owners.length === 0) tables[name] = [];
      for (const owner of owners) await read(name, () => load(owner.id, signal), owner.name);
    }
  };
  await readOfEach(user.customers, customerLoads);
  const deals = await read('deals', () => listAllDeals(signal));
  await readOfEach(
    deals.map(({ id, business }) => ({ id, name: `the deal on ${business.name}` })),
    dealLoads,
  );
  for (const [name, load] of Object.entries(loads)) await read(name, () => load(signal));
  const documents = await read('documents', () => listAllDocuments(signal));
  return { tables, documents, missing };
}

/** A customer or deal that the tables have rows of. */
type Owner = Readonly<Record<'id' | 'name', string>>;

function listAllDeals(signal: AbortSignal): Promise<Deal[]> {
  return listAllRows(async (cursor) => {
    const list = await send(listDeals, { query: { limit, cursor } }, { signal });
    return { ...list, rows: list.deals };
  });
}

function listAllDocuments(signal: AbortSignal): Promise<Document[]> {
  return listAllRows(async (cursor) => {
    const list = await send(listDocuments, { query: { limit, cursor } }, { signal });
    return { ...list, rows: list.documents };
  });
}

interface Page<T> {
  readonly rows: readonly T[];
  readonly nextCursor: string | null;
}

/** The rows of all pages. */
async function listAllRows<T>(load: (cursor: string | undefined) => Promise<Page<T>>): Promise<T[]> {
  const rows: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await load(cursor);
    rows.push(...page.rows);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return rows;
}
