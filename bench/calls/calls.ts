import type { Request, Session } from './http-load.ts';

/** What a good engineer would write first: every matching row, its count, and the page by OFFSET. */
export type PlainStatement = { readonly text: string; readonly values: readonly unknown[] };

/** A common request; its variants are used in turn, so that no single row is hot. */
export type Call = {
  readonly name: string;
  readonly variants: readonly Request[];
  /** For the first variant. */
  readonly plain?: readonly PlainStatement[];
};

/** Signed in, validated and answered without another statement: an id that cannot be one names no record. */
export const emptyRoute: Request = { method: 'GET', path: '/users/none', status: 404 };

const variantsPerCall = 40;

/** The calls whose nearness to their limit is measured. */
export async function makeCalls(session: Session): Promise<Call[]> {
  const { users } = await session.read<{ users: Listed[] }>(
    // Not the newest: the one whose timeline growth looks at would be among them, and get notes.
    '/users?sort=name&limit=500',
  );
  const ids = users.slice(0, variantsPerCall).map(({ id }) => id);
  const { workspaceId } = session;
  return [
    { name: 'customer by id', variants: ids.map((id) => get(`/users/${id}`)) },
    {
      name: 'list page, filtered and sorted, exact total',
      variants: ['name', '-createdAt', '-joiningDate', '-lastContactAt', 'company'].map((sort) =>
        get(`/users?status=active&accountType=Individual&limit=50&sort=${sort}`),
      ),
      plain: plainPage(`status = 'active' AND account_type = 'Individual'`, [workspaceId]),
    },
    {
      name: 'list page, no contact since, by name',
      variants: [get('/users?noContactSince=2026-06-01&limit=50&sort=name')],
      plain: plainPage(
        `id IN (SELECT customer_id FROM customer_stats WHERE last_contact_at < '2026-06-01')`,
        [workspaceId],
      ),
    },
    ...searchCalls(users, workspaceId),
    { name: 'timeline page', variants: ids.map((id) => get(`/users/${id}/activities?limit=50`)) },
    {
      name: 'add a note',
      variants: ids.map((id) => ({
        method: 'POST' as const,
        path: `/users/${id}/notes`,
        body: { body: 'Called back; the lease runs another three years.' },
      })),
    },
    {
      name: 'add a task',
      variants: ids.map((id) => ({
        method: 'POST' as const,
        path: `/users/${id}/tasks`,
        body: { title: 'Ask the landlord about the lease' },
      })),
    },
    { name: 'dashboard, customers by month', variants: [get('/dashboard/customers')] },
  ];
}

/** A reading call. */
export function get(path: string): Request {
  return { method: 'GET', path };
}

type Listed = { id: string; name: string; email: string | null; phone: string | null };

/** A search of each kind, as people type it. */
function searchCalls(users: readonly Listed[], workspaceId: string): Call[] {
  const some = users.filter(({ email, phone }) => email !== null && phone !== null).slice(0, variantsPerCall);
  const kinds: Readonly<Record<string, (user: Listed) => string>> = {
    // First names are shared by about 5% of the seeded customers.
    common: ({ name }) => name.split(' ')[0] ?? name,
    // Inner letters of a last name.
    rare: ({ name }) => (name.split(' ')[1] ?? name).slice(1, 7),
    'two words': ({ name }) => name,
    phone: ({ phone }) => phone ?? '',
    email: ({ email }) => email ?? '',
    misspelled: ({ name }) => `${name.slice(0, 2)}${name.slice(3)}`,
  };
  return Object.entries(kinds).map(([kind, typed]) => ({
    name: `search, ${kind}`,
    variants: some.map((user) => get(`/users?limit=50&q=${encodeURIComponent(typed(user))}`)),
    plain: plainPage(
      ['name', 'email', 'company', 'phone', 'npi'].map((column) => `${column} ILIKE $2`).join(' OR '),
      [workspaceId, `%${some[0] === undefined ? '' : typed(some[0])}%`],
    ),
  }));
}

function plainPage(condition: string, values: readonly unknown[]): PlainStatement[] {
  const from = `FROM customers WHERE workspace_id = $1 AND deleted_at IS NULL AND (${condition})`;
  return [
    { text: `SELECT * ${from} ORDER BY name LIMIT 50 OFFSET 0`, values },
    { text: `SELECT count(*) ${from}`, values },
  ];
}
