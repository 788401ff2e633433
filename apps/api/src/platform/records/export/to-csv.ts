import type { downloadTicket } from '@handover/contract/common.ts';
import type { CustomField, CustomValues } from '@handover/contract/custom-fields.ts';
import type { Endpoint, MemberAccess } from '@handover/contract/endpoint.ts';
import type { RecordSelection } from '@handover/contract/records.ts';
import { csvByteOrderMark, toCsvLine } from '@handover/domain/csv.ts';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Db } from '#db/client.ts';
import type { Position } from '#lib/pagination.ts';
import type { Member } from '#platform/session/actor.ts';
import { formatCustomValue } from '../custom-fields/custom-values.ts';
import { matchesSelection, type FilterValues, type ResolvedSelection } from '../list/filter.queries.ts';
import type { Listable, ListSlice } from '../list/list-spec.ts';
import { getPosition, sortBy, type Order, type SortableRow } from '../list/sort.queries.ts';

/** A row of an export, with its custom values if the record type has custom fields. */
export type ExportRow = SortableRow & { readonly custom?: CustomValues };

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
  /** Up to `limit` rows that match `where`, in the order of `sorting`, with `sorting.values` as `sort_values`. */
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
 * Every record of a selection, as a stream of CSV text. The next thousand rows are read after the previous chunk was
 * consumed, continuing where it ended, so memory and the time to the first byte do not grow with the number of rows.
 */
export async function* recordsToCsv(
  record: Exportable,
  { db, member }: { db: Db; member: Member },
  { selection, order, fields }: ExportSelection,
): AsyncGenerator<string> {
  const cells = Object.values(record.export.columns);
  const headings = [...Object.keys(record.export.columns), ...fields.map(({ name }) => name)];
  yield `${csvByteOrderMark}${toCsvLine(headings)}`;
  const spec = { type: record.type, table: record.table, keys: record.list.sorts };
  const sorting = sortBy(spec, order);
  const matching = matchesSelection(record, member, selection);
  let after: Position | null = null;
  for (;;) {
    const where = after === null ? matching : sql<boolean>`(${matching} AND ${sorting.after(after)})`;
    const rows: ExportRow[] = await record.export.fetch(db, member, { where, sorting, limit: batchRows });
    const last = rows.at(-1);
    if (last !== undefined)
      yield rows
        .map((row) =>
          toCsvLine([
            ...cells.map((cell) => cell(row)),
            ...fields.map((field) => formatCustomValue(field, row.custom?.[field.id])),
          ]),
        )
        .join('');
    if (last === undefined || rows.length < batchRows) return;
    after = getPosition(spec, order, last);
  }
}
