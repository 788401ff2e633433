import type { RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Keyring } from '#lib/keyring.ts';
import type { Page, Position } from '#lib/pagination.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import type { Searchable } from '../search/ranked-by.ts';
import type { FilterValues, ResolvedFilter } from './filter.queries.ts';
import type { Order, SortableRow, SortResult, SortKey } from './sort.queries.ts';

/** What defines one page. `where` has the filter and the position. */
export type ListSlice<Filter = FilterValues> = {
  readonly resolved: ResolvedFilter<Filter>;
  readonly where: RawBuilder<boolean>;
  readonly order: Order;
  readonly sorting: SortResult;
  readonly after: Position | null;
  readonly limit: number;
};

/** How a record type is listed. */
export type ListSpec<Row extends SortableRow = SortableRow> = {
  readonly sorts: Readonly<Record<string, SortKey<Row>>>;
  /** The order if none is requested. */
  readonly defaultSort: string;
  /**
   * The fields that clients may filter and sort by, if they may list the records at all: other fields could reveal
   * hidden values.
   */
  readonly forClients?: { readonly filters: readonly string[]; readonly sorts: readonly string[] };
  /** Up to `limit` rows that match `where`, in the order of `sorting`, with `sorting.values` as `sort_values`. */
  fetch(db: Db, member: Member, slice: ListSlice): Promise<Row[]>;
  /** Rows of a member who may read the whole workspace, in any order, by a prepared statement. */
  fetchByIds?(db: Db, key: { readonly workspaceId: string; readonly ids: readonly string[] }): Promise<Row[]>;
  count(db: Db, member: Member, matching: Pick<ListSlice, 'resolved' | 'where'>): Promise<number>;
};

/** The parts of a descriptor that listing needs. */
export type Listable<Row extends SortableRow = SortableRow> = Searchable & { readonly list: ListSpec<Row> };

export type ListQuery = FilterValues & {
  /** Without it, search results are ranked, and other records are in the default order. */
  readonly sort?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
};

/** A page of a list. A search does not wait for its total, which is null if there are more pages. */
export type RecordPage<Row> = Page<Row, number | null> & {
  /** Records with similar words, if the search found few. */
  readonly similar: Row[];
  /** The matching text in records with another title, by id. */
  readonly matched: Readonly<Record<string, string>>;
};

export type ListCall = {
  readonly keyring: Keyring;
  readonly work: Work;
  readonly member: Member;
  readonly query: ListQuery;
};
