import { findFilters } from './filters.ts';
import { get, type Call } from './call.ts';
import type { Session } from './http-load.ts';
import { createDealCalls } from './deals.ts';
import { createFilteredCalls, createPlainPage, searchCalls, type ListedUser } from './list-calls.ts';

const variantsPerCall = 40;

/** The calls that are compared with their limit. */
export async function makeCalls(session: Session): Promise<Call[]> {
  const { users } = await session.read<{ users: ListedUser[] }>(
    // Not the newest customers, because they include the customer with the growing timeline, who would get notes.
    '/users?sort=name&limit=500',
  );
  const ids = users.slice(0, variantsPerCall).map(({ id }) => id);
  const { workspaceId } = session;
  const filters = await findFilters(session);
  return [
    { name: 'customer by id', variants: ids.map((id) => get(`/users/${id}`)) },
    {
      name: 'list page, filtered and sorted, exact total',
      variants: ['name', '-createdAt', '-joiningDate', '-lastContactAt', 'company'].map((sort) =>
        get(`/users?status=active&accountType=Individual&limit=50&sort=${sort}`),
      ),
      plain: createPlainPage(`status = 'active' AND account_type = 'Individual'`, [workspaceId]),
    },
    {
      name: 'list page, no contact since, by name',
      variants: [get('/users?noContactSince=2026-06-01&limit=50&sort=name')],
      plain: createPlainPage(
        `id IN (SELECT customer_id FROM customer_stats WHERE last_contact_at < '2026-06-01')`,
        [workspaceId],
      ),
    },
    ...createFilteredCalls(users, session, filters),
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
    ...createDealCalls(session),
  ];
}
