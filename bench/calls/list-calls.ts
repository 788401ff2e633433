import { get, type Call, type PlainStatement } from './call.ts';
import type { Filters } from './filters.ts';
import type { Session } from './http-load.ts';

const maxVariants = 40;

/** Lists and searches of a common first name in the scope of a staff member, with a tag, and with a custom field. */
export function createFilteredCalls(
  users: readonly ListedUser[],
  { workspaceId, userIds }: Session,
  { tagId, fieldId, value }: Filters,
): Call[] {
  const typed = users[0]?.name.split(' ')[0] ?? '';
  const cases = [
    {
      name: 'own scope',
      filter: '',
      isStaff: true,
      condition: `broker_id = '${userIds.staff}'`,
    },
    {
      name: 'a tag',
      filter: `&tagId=${tagId}`,
      isStaff: false,
      condition: `id IN (SELECT customer_id FROM customer_tags WHERE tag_id = '${tagId}')`,
    },
    {
      name: 'a custom field',
      filter: `&custom=${fieldId}:is:${value}`,
      isStaff: false,
      condition: `custom ->> '${fieldId}' = '${value}'`,
    },
  ];
  const search = `limit=50&q=${encodeURIComponent(typed)}`;
  const plain = (condition: string): PlainStatement[] => createPlainSearch(workspaceId, typed, condition);
  return [
    ...cases.flatMap(({ name, filter, isStaff, condition }) => [
      {
        name: `list page, ${name}`,
        variants: [{ ...get(`/users?limit=50&sort=name${filter}`), isStaff }],
        plain: createPlainPage(condition, [workspaceId]),
      },
      {
        name: `search, common, ${name}`,
        variants: [{ ...get(`/users?${search}${filter}`), isStaff }],
        plain: plain(condition),
      },
    ]),
    { name: 'search, common, by name', variants: [get(`/users?${search}&sort=name`)], plain: plain('true') },
  ];
}

export type ListedUser = { id: string; name: string; email: string | null; phone: string | null };

/** A search of each kind, as users type it. */
export function searchCalls(users: readonly ListedUser[], workspaceId: string): Call[] {
  const some = users.filter(({ email, phone }) => email !== null && phone !== null).slice(0, maxVariants);
  const kinds: Readonly<Record<string, (user: ListedUser) => string>> = {
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
    plain: createPlainSearch(workspaceId, some[0] === undefined ? '' : typed(some[0])),
  }));
}

export function createPlainPage(condition: string, values: readonly unknown[]): PlainStatement[] {
  const from = `FROM customers WHERE workspace_id = $1 AND deleted_at IS NULL AND (${condition})`;
  return [
    { text: `SELECT * ${from} ORDER BY name LIMIT 50 OFFSET 0`, values },
    { text: `SELECT count(*) ${from}`, values },
  ];
}

function createPlainSearch(workspaceId: string, typed: string, condition = 'true'): PlainStatement[] {
  const matches = ['name', 'email', 'company', 'phone', 'npi'].map((column) => `${column} ILIKE $2`);
  return createPlainPage(`(${matches.join(' OR ')}) AND ${condition}`, [workspaceId, `%${typed}%`]);
}
