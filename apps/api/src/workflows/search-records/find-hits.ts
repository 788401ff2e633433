import { mentionPattern } from '@handover/contract/notes.ts';
import type { ViewSettings } from '@handover/contract/saved-views.ts';
import type { SearchHit, SearchKind } from '@handover/contract/search.ts';
import type { Db } from '#db/client.ts';
import { listHitRows } from '#features/conversations/message-search.queries.ts';
import { prefixQuery } from '#features/conversations/message-search.queries.ts';
import { excerpt } from '#lib/text.ts';
import type { Member } from '#platform/session/actor.ts';
import { isOpenTo } from '#platform/session/areas.ts';
import {
  listBusinessCandidates,
  listCustomerCandidates,
  listPostCandidates,
  listTaskCandidates,
  type Asked,
} from './candidates.queries.ts';
import {
  listImportCandidates,
  listNoteCandidates,
  listPersonCandidates,
  listViewCandidates,
} from './text-candidates.queries.ts';

const titleCharacters = 120;
/** Newest first, and fewer of a kind are shown. */
const maxMessages = 20;

type Finder = (db: Db, member: Member, asked: Asked) => Promise<SearchHit[]>;

/** What a query finds of every kind that is open to the member; kinds that are nearer to the work come first. */
export async function findHits(db: Db, member: Member, asked: Asked): Promise<SearchHit[]> {
  const ofCustomers = isOpenTo(member, 'users');
  const finders: Finder[] = [
    ...(ofCustomers ? [findCustomers] : []),
    ...(isOpenTo(member, 'business-center') ? [findBusinesses] : []),
    ...(isOpenTo(member, 'tasks') ? [findTasks] : []),
    findPeople,
    findPosts,
    ...(ofCustomers ? [findViews, findImports, findNotes, findMessages] : []),
  ];
  const found: SearchHit[] = [];
  for (const find of finders) found.push(...(await find(db, member, asked)));
  return found;
}

async function findCustomers(db: Db, member: Member, asked: Asked): Promise<SearchHit[]> {
  const rows = await listCustomerCandidates(db, member, asked);
  return rows.map(({ company, email, ...row }) => hit('customer', { ...row, detail: company ?? email }));
}

async function findBusinesses(db: Db, member: Member, asked: Asked): Promise<SearchHit[]> {
  return (await listBusinessCandidates(db, member, asked)).map((row) => hit('business', row));
}

async function findTasks(db: Db, member: Member, asked: Asked): Promise<SearchHit[]> {
  return (await listTaskCandidates(db, member, asked)).map((row) => hit('task', row));
}

async function findPeople(db: Db, member: Member, asked: Asked): Promise<SearchHit[]> {
  return (await listPersonCandidates(db, member, asked)).map((row) => hit('person', row));
}

async function findPosts(db: Db, member: Member, asked: Asked): Promise<SearchHit[]> {
  return (await listPostCandidates(db, member, asked)).map((row) => hit('post', { ...row, detail: null }));
}

async function findViews(db: Db, member: Member, asked: Asked): Promise<SearchHit[]> {
  return (await listViewCandidates(db, member, asked)).map(({ id, title, detail, settings }) =>
    hit('view', { id, title, detail, slug: queryOfView(id, settings) }),
  );
}

/** The query of the list's address; a view keeps its filter as an address carries it. */
function queryOfView(id: string, { filter, sort, columns, density }: ViewSettings): string {
  const params = new URLSearchParams({ view: id });
  for (const [name, value] of Object.entries(filter))
    for (const item of Array.isArray(value) ? value : [value]) params.append(name, item);
  if (sort !== null) params.set('sort', sort);
  if (columns !== null) params.set('columns', columns.join(','));
  if (density !== null) params.set('density', density);
  return params.toString();
}

async function findImports(db: Db, member: Member, asked: Asked): Promise<SearchHit[]> {
  return (await listImportCandidates(db, member, asked)).map((row) => hit('import', row));
}

async function findNotes(db: Db, member: Member, asked: Asked): Promise<SearchHit[]> {
  const rows = await listNoteCandidates(db, member, asked);
  return rows.map(({ id, body, customer_id: customerId, customer_name: detail }) =>
    hit('note', {
      id,
      title: excerpt(body.replace(mentionPattern, '@$1'), titleCharacters),
      detail,
      customerId,
    }),
  );
}

async function findMessages(db: Db, member: Member, { q }: Asked): Promise<SearchHit[]> {
  const query = prefixQuery(q);
  if (query === null) return [];
  const sought = { query, customerId: undefined, after: null, limit: maxMessages };
  return (await listHitRows(db, member, sought)).map(({ id, subject, customer }) => {
    const title = subject.trim() === '' ? 'No subject' : excerpt(subject, titleCharacters);
    return hit('email', { id, title, detail: customer.name, customerId: customer.id });
  });
}

function hit(
  kind: SearchKind,
  parts: Pick<SearchHit, 'id' | 'title' | 'detail'> & Partial<Pick<SearchHit, 'slug' | 'customerId'>>,
): SearchHit {
  return { kind, slug: null, customerId: null, ...parts };
}
