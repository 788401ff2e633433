import type { RawBuilder } from 'kysely';
import type { RankedQuery } from '#platform/search/visible-records.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import {
  listActiveFilterKeys,
  matchesFilter,
  type Filterable,
  type ResolvedFilter,
} from '../list/filter.queries.ts';
import type { Readable } from '../visible.queries.ts';

/** How records of a type are found by text; a type without it is not found. */
export type RecordSearch = {
  readonly title: RawBuilder<unknown>;
  readonly detail: RawBuilder<unknown>;
  /** Whether the member may read every record of the workspace that is not deleted. */
  isWhole?(member: Member): boolean;
};

/** The parts of a descriptor that searching needs. */
export type Searchable = Filterable & Readable & { readonly search: RecordSearch };

/** A search, and where its records are ranked: within the member's scope and every other filter. Throws without a text. */
export function createRankedSearch(
  record: Searchable,
  member: Member,
  resolved: ResolvedFilter,
): RankedQuery {
  const { search, filter } = resolved;
  if (search === null) throw new Error('Nothing is searched for');
  return {
    search,
    table: record.table,
    from: record.from(member, filter),
    where: matchesFilter(record, member, { ...resolved, search: null }),
    isWhole:
      record.search.isWhole?.(member) === true && listActiveFilterKeys(filter).every((key) => key === 'q'),
  };
}
