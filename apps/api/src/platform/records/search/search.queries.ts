import { recordInfo } from '@handover/contract/records.ts';
import type { Area } from '@handover/contract/roles.ts';
import type { SearchHit, SearchKind } from '@handover/contract/search.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { fold, likeLiteral } from '#lib/text.ts';
import type { Member } from '#platform/session/actor.ts';
import { matchesFilter, type Filterable } from '../list/filter.queries.ts';
import type { Readable } from '../visible.queries.ts';
import { isOpenTo } from '#platform/session/access.ts';

export type SearchQuery = { readonly q: string; readonly now: Date };

/** A hit as its source finds it. */
export type FoundHit = Pick<SearchHit, 'id' | 'title' | 'detail'> &
  Partial<Pick<SearchHit, 'slug' | 'customerId'>>;

/** One kind of hits, for members to whom the area is open. */
export type SearchSource = {
  readonly kind: SearchKind;
  readonly area?: Area;
  find(db: Db, member: Member, query: SearchQuery): Promise<FoundHit[]>;
};

/** How records of a type are found by text; a type without it is not found. */
export type RecordSearch = {
  readonly title: RawBuilder<unknown>;
  readonly detail: RawBuilder<unknown>;
  /** The folded column whose prefix matches rank highest; these are candidates in addition to the index matches. */
  readonly prefixColumn?: string;
  readonly order?: RawBuilder<unknown>;
};

/** Enough to rank. */
const maxCandidates = 100;

/** What a query finds in every source that is open to the member, in the order of the sources. */
export async function findHits(
  sources: readonly SearchSource[],
  db: Db,
  { member, ...query }: SearchQuery & { member: Member },
): Promise<SearchHit[]> {
  const found: SearchHit[] = [];
  for (const { kind, area, find } of sources)
    if (area === undefined || isOpenTo(member, area))
      found.push(
        ...(await find(db, member, query)).map((hit) => ({ kind, slug: null, customerId: null, ...hit })),
      );
  return found;
}

/** The sources of the records that declare how they are found. */
export function recordSources(
  records: readonly (Readable & Pick<Filterable, 'type'> & Partial<Searchable>)[],
): SearchSource[] {
  return records.flatMap(({ search, filter, ...record }) =>
    search === undefined || filter === undefined
      ? []
      : [
          {
            kind: record.type,
            area: recordInfo[record.type].area,
            find: (db, member, query) => findRecords(db, { ...record, search, filter }, { member, ...query }),
          },
        ],
  );
}

type Searchable = Filterable & Readable & { readonly search: RecordSearch };

async function findRecords(
  db: Db,
  record: Searchable,
  { member, q, now }: SearchQuery & { member: Member },
): Promise<FoundHit[]> {
  const { prefixColumn, order } = record.search;
  const matching = matchesFilter(record, member, { filter: { q }, now, custom: [] });
  const ordered = order === undefined ? sql`` : sql`ORDER BY ${order}`;
  const containing = await select(db, { record, member, where: matching, order: ordered });
  if (prefixColumn === undefined) return containing;
  const column = sql.ref(prefixColumn);
  const every = matchesFilter(record, member, { filter: {}, now, custom: [] });
  const where = sql<boolean>`(${every} AND ${column} LIKE ${`${likeLiteral(fold(q))}%`})`;
  return [...(await select(db, { record, member, where, order: sql`ORDER BY ${column}` })), ...containing];
}

async function select(
  db: Db,
  {
    record,
    member,
    where,
    order,
  }: { record: Searchable; member: Member; where: RawBuilder<boolean>; order: RawBuilder<unknown> },
): Promise<FoundHit[]> {
  const { table, search } = record;
  const { rows } = await sql<FoundHit>`
    SELECT ${sql.ref(`${table}.id`)} AS id, ${search.title} AS title, ${search.detail} AS detail
    FROM ${record.from(member)} WHERE ${where} ${order} LIMIT ${maxCandidates}`.execute(db);
  return rows;
}

/** Condition that a lower-case text contains every word of a query. */
export function containsWords(text: RawBuilder<unknown>, query: string): RawBuilder<boolean> {
  const conditions = wordsOf(query).map((word) => sql`${text} LIKE ${`%${likeLiteral(word)}%`}`);
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}

export function wordsOf(query: string): string[] {
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}
