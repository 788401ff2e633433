import { recordInfo } from '@handover/contract/records/records.ts';
import type { Area } from '@handover/contract/auth/roles.ts';
import type { SearchHit, SearchKind } from '@handover/contract/records/search.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { escapeLike } from '#lib/text.ts';
import type { RankedRecord } from '#platform/search/rank-records.queries.ts';
import { rankWithSimilar } from '#platform/search/similar-records.queries.ts';
import { isOpenTo } from '#platform/session/access.ts';
import type { Member } from '#platform/session/actor.ts';
import { resolveFilter, type Filterable } from '../list/filter.queries.ts';
import { createRankedSearch, type Searchable } from './ranked-by.ts';
import type { Readable } from '../visible.queries.ts';

export type SearchQuery = { readonly q: string; readonly now: Date };

/** A hit as its source finds it, with its rank if the source ranks by more than the title. */
export type SourceHit = Pick<SearchHit, 'id' | 'title' | 'detail'> &
  Partial<Pick<SearchHit, 'slug' | 'recordType' | 'customerId' | 'matched' | 'rank'>>;

/** One kind of hits, for members with access to the area. */
export type SearchSource = {
  readonly kind: SearchKind;
  readonly area?: Area;
  find(db: Db, member: Member, query: SearchQuery): Promise<SourceHit[]>;
};

/** A hit, with its rank if its source has one. */
export type RankableHit = Omit<SearchHit, 'rank'> & Partial<Pick<SearchHit, 'rank'>>;

/** The hits of a query in every source that is open to the member, in the order of the sources. */
export async function findHits(
  sources: readonly SearchSource[],
  db: Db,
  { member, ...query }: SearchQuery & { member: Member },
): Promise<RankableHit[]> {
  const found: RankableHit[] = [];
  for (const { kind, area, find } of sources)
    if (area === undefined || isOpenTo(member, area))
      found.push(
        ...(await find(db, member, query)).map((hit) => ({
          kind,
          slug: null,
          recordType: null,
          customerId: null,
          matched: null,
          ...hit,
        })),
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

/** The maximum number of hits shown of each kind. */
export const maxOfAKind = 8;

async function findRecords(
  db: Db,
  record: Searchable,
  { member, q, now }: SearchQuery & { member: Member },
): Promise<SourceHit[]> {
  const resolved = await resolveFilter(record, { db, now }, { member, filter: { q } });
  if (resolved.search === null) return [];
  const ranked = createRankedSearch(record, member, resolved);
  return findTitles(db, record, { member, found: await rankWithSimilar(db, ranked, maxOfAKind) });
}

async function findTitles(
  db: Db,
  record: Searchable,
  { member, found }: { member: Member; found: readonly RankedRecord[] },
): Promise<SourceHit[]> {
  if (found.length === 0) return [];
  const id = sql.ref(`${record.table}.id`);
  const { rows } = await sql<{ id: string; title: string; detail: string | null }>`
    SELECT ${id} AS id, ${record.search.title} AS title, ${record.search.detail} AS detail
    FROM ${record.from(member)} WHERE ${id} = ANY(${found.map((hit) => hit.id)}::uuid[]) AND ${record.scope(member)}`.execute(
    db,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return found.flatMap(({ id: foundId, rank, matched }) => {
    const row = byId.get(foundId);
    return row === undefined ? [] : [{ ...row, rank, matched }];
  });
}

/** Condition that a lower-case text contains every word of a query. */
export function containsWords(text: RawBuilder<unknown>, query: string): RawBuilder<boolean> {
  const conditions = splitWords(query).map((word) => sql`${text} LIKE ${`%${escapeLike(word)}%`}`);
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}

export function splitWords(query: string): string[] {
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}
