import type { downloadTicket } from '@handover/contract/http/common.ts';
import type { CustomField, CustomValues } from '@handover/contract/records/custom-fields.ts';
import type { Endpoint, MemberAccess } from '@handover/contract/http/endpoint.ts';
import type { RecordSelection } from '@handover/contract/records/records.ts';
import { csvByteOrderMark, toCsvLine } from '@handover/domain/csv.ts';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Db } from '#db/client.ts';
import type { Member } from '#platform/session/actor.ts';
import { formatCustomValue } from '../custom-fields/custom-values.ts';
import type { FilterValues, ResolvedSelection } from '../list/filter.queries.ts';
import type { Listable, ListSlice } from '../list/list-spec.ts';
import { sortBy, type Order } from '../list/sort.queries.ts';
import { listSelected, toIds } from './selected.queries.ts';

/** A row of an export, with its custom values if the record type has custom fields. */
export type ExportRow = { readonly id: string; readonly custom?: CustomValues };

export type ExportSlice = Pick<ListSlice, 'where' | 'sorting' | 'limit'>;

type ExportEndpoint = Endpoint & {
  readonly access: MemberAccess;
  readonly body: z.ZodMiniType<RecordSelection<FilterValues> & { sort: string }>;
  readonly response: typeof downloadTicket;
};

/** A method type, because descriptors hold specs for any row. */
type CellFormatter<Row> = { cell(row: Row): string | null }['cell'];

/** How a record type is exported. */
export type ExportSpec<Row extends ExportRow = ExportRow> = {
  /** Issues the ticket. */
  readonly endpoint: ExportEndpoint;
  /** Built-in columns by heading. The import recognizes the headings, so that an export can be imported again. */
  readonly columns: Readonly<Record<string, CellFormatter<Row>>>;
  /** Up to `limit` rows that match `where`, in the order of `sorting`. */
  fetch(db: Db, member: Member, slice: ExportSlice): Promise<Row[]>;
};

export type Exportable<Row extends ExportRow = ExportRow> = Omit<Listable, 'search'> & {
  readonly export: ExportSpec<Row>;
};

type ExportSelection = {
  readonly selection: ResolvedSelection;
  readonly order: Order;
  /** The custom fields to add as columns. */
  readonly fields: readonly CustomField[];
};

const batchRows = 1_000;

/**
 * Every record of a selection, as a stream of CSV text. The records and their order are read once, so that none is
 * left out or repeated if it changes during the download. Their rows are read in batches, each after the previous
 * chunk was consumed, without records that the member can no longer read.
 */
export async function* recordsToCsv(
  record: Exportable,
  { db, member }: { db: Db; member: Member },
  { selection, order, fields }: ExportSelection,
): AsyncGenerator<string> {
  const { type, table, list } = record;
  const cells = Object.values(record.export.columns);
  const headings = [...Object.keys(record.export.columns), ...fields.map(({ name }) => name)];
  yield `${csvByteOrderMark}${toCsvLine(headings)}`;
  const sorting = sortBy({ type, table, keys: list.sorts }, order);
  const id = sql.ref(`${table}.id`);
  for (const batch of await listSelected(record, { db, member }, { selection, order, sorting, batchRows })) {
    // The inner SELECT hides the number of ids, or the planner may scan the whole list in its order.
    const isInBatch = sql`${id} = ANY((SELECT ${toIds(batch)}::uuid[])::uuid[])`;
    const where = sql<boolean>`(${record.scope(member)} AND ${isInBatch})`;
    const rows: ExportRow[] = await record.export.fetch(db, member, { where, sorting, limit: batchRows });
    yield rows
      .map((row) =>
        toCsvLine([
          ...cells.map((cell) => cell(row)),
          ...fields.map((field) => formatCustomValue(field, row.custom?.[field.id])),
        ]),
      )
      .join('');
  }
}
