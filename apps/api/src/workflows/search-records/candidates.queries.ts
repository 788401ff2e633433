import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { filterableBusinesses } from '#features/businesses/business-filter.queries.ts';
import { filterableCustomers } from '#features/customers/customer-filter.queries.ts';
import { fromTasks, matchesTasks } from '#features/tasks/task-filter.queries.ts';
import { fold, likeLiteral } from '#lib/text.ts';
import { fromBusinesses } from '#platform/businesses/business.queries.ts';
import { matchesFilter } from '#platform/records/list/filter.queries.ts';
import { matchesText } from '#platform/search.ts';
import type { Member } from '#platform/session/actor.ts';

/** Enough to rank; of a query that finds more, those whose name begins with it are taken beside them. */
const maxCandidates = 100;

export type Asked = { readonly q: string; readonly now: Date };

export async function listCustomerCandidates(db: Db, member: Member, { q, now }: Asked) {
  const visible = db
    .selectFrom('customers')
    .select(['customers.id', 'customers.name as title', 'customers.company', 'customers.email'])
    .where('customers.workspace_id', '=', member.workspaceId);
  const beginning = await visible
    .where(matchesFilter(filterableCustomers, member, { filter: {}, now, custom: [] }))
    .where('customers.name_sort', 'like', `${likeLiteral(fold(q))}%`)
    .orderBy('customers.name_sort')
    .limit(maxCandidates)
    .execute();
  const containing = await visible
    .where(matchesFilter(filterableCustomers, member, { filter: { q }, now, custom: [] }))
    .limit(maxCandidates)
    .execute();
  return [...beginning, ...containing];
}

export function listBusinessCandidates(db: Db, member: Member, { q, now }: Asked) {
  return fromBusinesses(db, member)
    .select(['businesses.id', 'businesses.name as title', 'customers.name as detail'])
    .where(matchesFilter(filterableBusinesses, member, { filter: { q }, now, custom: [] }))
    .limit(maxCandidates)
    .execute();
}

/** Open ones first, since they are looked for. */
export function listTaskCandidates(db: Db, member: Member, { q }: Asked) {
  return fromTasks(db, member)
    .select(['tasks.id', 'tasks.title', 'customers.name as detail'])
    .where(matchesTasks(member, { q }))
    .orderBy(sql`tasks.completed_at IS NOT NULL`)
    .orderBy('tasks.created_at', 'desc')
    .limit(maxCandidates)
    .execute();
}

/** What everybody reads. */
export function listPostCandidates(db: Db, { workspaceId }: Member, { q }: Asked) {
  return db
    .selectFrom('search_entries')
    .innerJoin('posts', (join) =>
      join
        .onRef('posts.workspace_id', '=', 'search_entries.workspace_id')
        .onRef('posts.id', '=', 'search_entries.record_id'),
    )
    .select(['posts.id', 'posts.title', 'posts.slug'])
    .where('search_entries.workspace_id', '=', workspaceId)
    .where('search_entries.kind', '=', 'post')
    .where(matchesText(q))
    .where('posts.status', '=', 'published')
    .where('posts.deleted_at', 'is', null)
    .limit(maxCandidates)
    .execute();
}
