import { get, type Call } from '../calls/call.ts';
import type { Session } from '../calls/http-load.ts';

const needle = {
  name: 'Marlene Thistlewood',
  email: 'marlene.thistlewood@needle.example',
  phone: '+12005550199',
};
const timelineEntries = 50;
const maxPageLength = 500;
const sorts = [
  { sort: 'name', title: 'list page' },
  { sort: '-lastContactAt', title: 'list page by last contact' },
] as const;
/** Filters whose exact total is measured in addition to the page's own. */
const totals = {
  'nothing asked': '',
  'type and plan': 'accountType=Individual&planName=Basic',
  'a region': 'region=NY',
  'a source': 'source=Referral',
  'without a broker': 'brokerId=none',
  'joined since 2025': 'joinedFrom=2025-01-01',
  'joined since 2025, active': 'joinedFrom=2025-01-01&status=active',
  'no contact since June': 'noContactSince=2026-06-01',
  'never contacted': 'neverContacted=true',
  'nobody: a region without customers': 'region=Atlantis',
} as const;

/** Searches of each kind; all except those for a common name find one customer at any size. */
const searchPages = [
  { name: 'rare', query: `q=${needle.name.slice(10, 17)}` },
  { name: 'common', query: 'q=fatima' },
  { name: 'common, by name', query: 'q=fatima&sort=name' },
  { name: 'two words', query: `q=${encodeURIComponent(needle.name)}` },
  { name: 'phone', query: `q=${encodeURIComponent(needle.phone)}` },
  { name: 'email', query: `q=${encodeURIComponent(needle.email)}` },
  { name: 'misspelled', query: 'q=thistelwod' },
] as const;

/** Only the searches, for a workspace among others. */
export async function makeSearchGrowthCalls(session: Session): Promise<Call[]> {
  await findNeedle(session);
  return searchPages.map(({ name, query }) => ({ name, variants: [get(`/users?limit=50&${query}`)] }));
}

/**
 * Pages whose cost must not grow with the table. Each returns the same number of rows at any size, at the beginning and
 * halfway through.
 */
export async function makeGrowthCalls(session: Session): Promise<Call[]> {
  const id = await findNeedle(session);
  const calls: Call[] = [];
  for (const { sort, title } of sorts) {
    const path = `/users?status=active&limit=50&sort=${sort}`;
    calls.push({ name: title, variants: [get(path)] });
    calls.push({ name: `${title}, half-way down`, variants: [get(await getMiddleCursor(session, sort))] });
  }
  const timeline = `/users/${id}/activities?limit=25`;
  const { nextCursor } = await session.read<Paged>(timeline);
  return [
    ...calls,
    ...searchPages.map(({ name, query }) => ({
      name: `search page, ${name}`,
      variants: [get(`/users?limit=50&${query}`)],
    })),
    { name: 'timeline page', variants: [get(timeline)] },
    { name: 'timeline page, further down', variants: [get(`${timeline}&cursor=${String(nextCursor)}`)] },
    { name: 'possible duplicates', variants: [get(`/users/duplicates?email=${needle.email}`)] },
  ];
}

/** First pages of filters, to measure the cost of counting all matches. */
export function makeTotalCalls(): Call[] {
  return Object.entries(totals).map(([name, filter]) => ({
    name,
    variants: [get(`/users?limit=50&${filter}`)],
  }));
}

type Paged = { nextCursor: string | null; total: number };

/** Pages through the list to its middle, which no user would do by hand. */
async function getMiddleCursor(session: Session, sort: string): Promise<string> {
  const filter = `/users?status=active&limit=${String(maxPageLength)}&sort=${sort}`;
  const { nextCursor, total } = await session.read<Paged>(filter);
  let cursor = nextCursor;
  for (let row = maxPageLength; row < total / 2 && cursor !== null; row += maxPageLength)
    ({ nextCursor: cursor } = await session.read<Paged>(`${filter}&cursor=${cursor}`));
  return `/users?status=active&limit=50&sort=${sort}&cursor=${String(cursor)}`;
}

/** The customer that a search finds at any size, with a timeline of two pages. */
async function findNeedle(session: Session): Promise<string> {
  const found = await session.read<{ users: { id: string }[] }>(`/users?limit=1&q=${needle.email}`);
  const [known] = found.users;
  if (known !== undefined) return known.id;
  const { user } = await session.write<{ user: { id: string } }>('/users', needle);
  for (let entry = 0; entry < timelineEntries; entry += 1)
    await session.write(`/users/${user.id}/notes`, { body: 'Asked for the lease.' });
  return user.id;
}
