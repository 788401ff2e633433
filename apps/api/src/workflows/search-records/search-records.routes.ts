import * as contract from '@handover/contract/search.ts';
import type { SearchHit } from '@handover/contract/search.ts';
import type { Db } from '../../db/client.ts';
import type { Routes } from '../../platform/http/routes.ts';
import type { Member } from '../../platform/session/actor.ts';
import { isOpenTo } from '../../platform/session/areas.ts';
import {
  listBusinessCandidates,
  listCustomerCandidates,
  listPostCandidates,
  listTaskCandidates,
} from './candidates.queries.ts';
import { rankHits } from './rank-hits.ts';

/** One search over every kind of record, each within the areas and the scope of who asks. */
export function searchRoutes(routes: Routes): void {
  routes.add(contract.searchRecords, async ({ actor, query: { q }, work }) => {
    const asked = { q, now: work.now };
    const found = [
      ...(isOpenTo(actor, 'users') ? await findCustomers(work.db, actor, asked) : []),
      ...(isOpenTo(actor, 'business-center') ? await findBusinesses(work.db, actor, asked) : []),
      ...(isOpenTo(actor, 'tasks') ? await findTasks(work.db, actor, asked) : []),
      ...(await findPosts(work.db, actor, asked)),
    ];
    return { hits: rankHits(q, found) };
  });
}

type Asked = { readonly q: string; readonly now: Date };

async function findCustomers(db: Db, member: Member, asked: Asked): Promise<SearchHit[]> {
  const rows = await listCustomerCandidates(db, member, asked);
  return rows.map(({ id, title, company, email }) => ({
    kind: 'customer',
    id,
    title,
    detail: company ?? email,
    slug: null,
  }));
}

async function findBusinesses(db: Db, member: Member, asked: Asked): Promise<SearchHit[]> {
  const rows = await listBusinessCandidates(db, member, asked);
  return rows.map((row) => ({ kind: 'business', slug: null, ...row }));
}

async function findTasks(db: Db, member: Member, asked: Asked): Promise<SearchHit[]> {
  const rows = await listTaskCandidates(db, member, asked);
  return rows.map((row) => ({ kind: 'task', slug: null, ...row }));
}

async function findPosts(db: Db, member: Member, asked: Asked): Promise<SearchHit[]> {
  const rows = await listPostCandidates(db, member, asked);
  return rows.map((row) => ({ kind: 'post', detail: null, ...row }));
}
