import type { Request, Session } from './http-load.ts';

/** A common request; its variants are used in turn, so that no single row is hot. */
export type Call = { readonly name: string; readonly variants: readonly Request[] };

/** Signed in, validated and answered without another statement: an id that cannot be one names no record. */
export const emptyRoute: Request = { method: 'GET', path: '/users/none', status: 404 };

const variantsPerCall = 40;

/** The calls whose nearness to their limit is measured. */
export async function makeCalls(session: Session): Promise<Call[]> {
  const ids: string[] = [];
  const names: string[] = [];
  const { users } = await session.read<{ users: { id: string; name: string }[] }>(
    // Not the newest: the one whose timeline growth looks at would be among them, and get notes.
    '/users?sort=name&limit=100',
  );
  for (const { id, name } of users.slice(0, variantsPerCall)) {
    ids.push(id);
    names.push(name);
  }
  return [
    { name: 'customer by id', variants: ids.map((id) => get(`/users/${id}`)) },
    {
      name: 'list page, filtered and sorted, exact total',
      variants: ['name', '-createdAt', '-joiningDate', '-lastContactAt', 'company'].map((sort) =>
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

/** A reading call. */
export function get(path: string): Request {
  return { method: 'GET', path };
}

/** Inner letters of a last name, as people type them. */
function fragmentOf(name: string): string {
  return (name.split(' ')[1] ?? name).slice(1, 7);
}
