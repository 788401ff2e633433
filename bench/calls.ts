import type { Request, Session } from './http-load.ts';

/** One thing that people do all day; its variants are asked in turn, so that no single row is hot. */
export type Call = { readonly name: string; readonly variants: readonly Request[] };

/** Signed in, validated and answered without another statement: an id that cannot be one names no record. */
export const emptyRoute: Request = { method: 'GET', path: '/users/none', status: 404 };

const variantsPerCall = 40;
const needle = { name: 'Marlene Thistlewood', email: 'marlene.thistlewood@needle.example' };
const timelineEntries = 10;

/** The calls whose nearness to their limit is measured. */
export async function makeCalls(session: Session): Promise<Call[]> {
  const ids: string[] = [];
  const names: string[] = [];
  const { users } = await session.read<{ users: { id: string; name: string }[] }>(
    '/users?sort=-createdAt&limit=100',
  );
  for (const { id, name } of users.slice(0, variantsPerCall)) {
    ids.push(id);
    names.push(name);
  }
  return [
    { name: 'customer by id', variants: ids.map((id) => get(`/users/${id}`)) },
    {
      name: 'list page, filtered and sorted, exact total',
      variants: ['name', '-createdAt', '-joiningDate', '-lastActivityAt', 'company'].map((sort) =>
        get(`/users?status=active&accountType=Individual&limit=50&sort=${sort}`),
      ),
    },
    {
      name: 'substring search',
      variants: names.map((name) => get(`/users?limit=50&q=${encodeURIComponent(fragmentOf(name))}`)),
    },
    { name: 'timeline page', variants: ids.map((id) => get(`/users/${id}/activities?limit=50`)) },
    {
      name: 'add a note',
      variants: ids.map((id) => ({
        method: 'POST' as const,
        path: `/users/${id}/notes`,
        body: { body: 'Called back; the lease runs another three years.' },
      })),
    },
  ];
}

/** Pages whose cost must not grow with the table: each finds as much at any size. */
export async function makeGrowthCalls(session: Session): Promise<Call[]> {
  const id = await findNeedle(session);
  return [
    { name: 'list page', variants: [get('/users?status=active&limit=50&sort=name')] },
    {
      name: 'list page by last activity',
      variants: [get('/users?status=active&limit=50&sort=-lastActivityAt')],
    },
    { name: 'substring search page', variants: [get(`/users?limit=50&q=${needle.name.slice(3, -3)}`)] },
    { name: 'timeline page', variants: [get(`/users/${id}/activities?limit=5`)] },
    { name: 'possible duplicates', variants: [get(`/users/duplicates?email=${needle.email}`)] },
  ];
}

function get(path: string): Request {
  return { method: 'GET', path };
}

/** The one customer that a search finds at any size, with a timeline of a page. */
async function findNeedle(session: Session): Promise<string> {
  const found = await session.read<{ users: { id: string }[] }>(`/users?limit=1&q=${needle.email}`);
  const [known] = found.users;
  if (known !== undefined) return known.id;
  const { user } = await session.write<{ user: { id: string } }>('/users', needle);
  for (let entry = 0; entry < timelineEntries; entry += 1)
    await session.write(`/users/${user.id}/notes`, { body: 'Asked for the lease.' });
  return user.id;
}

/** Inner letters of a last name, as people type them. */
function fragmentOf(name: string): string {
  return (name.split(' ')[1] ?? name).slice(1, 7);
}
