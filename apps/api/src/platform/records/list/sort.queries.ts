import type { CustomField } from '@handover/contract/records/custom-fields.ts';
import { parseCustomFieldKey } from '@handover/contract/records/custom-filter.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { invalidField } from '#lib/errors.ts';
import type { Position } from '#lib/pagination.ts';
import { listCustomFields } from '#platform/records/custom-fields/custom-fields.queries.ts';
import { selectCustomSortValue } from '../custom-fields/custom-columns.queries.ts';

type SortValue = string | number;

/** A key that a list can be sorted by. */
export type SortKey<Row> = {
  readonly column: RawBuilder<unknown>;
  /** The value of `column` in a row; without it the value is selected with the row. */
  read?(row: Row): SortValue | null;
  /** Replacement for null that sorts after every value: the indexes are on exactly these expressions. */
  readonly blank?: { readonly ascending: SortValue; readonly descending: SortValue };
  /** Set if an index has the workspace, `column`, and the id of the record, for all records that are not deleted. */
  readonly index?: { readonly table: string; readonly id: string };
};

/** How a record type is sorted. */
export type SortSpec<Row = never> = {
  readonly type: RecordType;
  readonly table: string;
  readonly keys: Readonly<Record<string, SortKey<Row>>>;
};

/** One sort key: a key that every record of the type has, or a custom field of the workspace. */
export type OrderPart = { readonly isDescending: boolean } & (
  | { readonly key: string; readonly field?: undefined }
  | { readonly key: 'custom'; readonly field: CustomField }
);
export type Order = readonly OrderPart[];

/** The row data for a sort: `sort_values` has a text for each key without `read`, in the order of the keys. */
export type SortableRow = { readonly id: string; readonly sort_values: readonly string[] };

/**
 * An order such as `-custom.<field id>,name`, without deleted fields; the default one if nothing is left of it.
 * Throws INVALID_INPUT for an unknown key.
 */
export async function resolveOrder(
  db: Db,
  { type: recordType, keys }: SortSpec,
  {
    workspaceId,
    defaultSort,
    sort = defaultSort,
  }: { workspaceId: string; defaultSort: string; sort?: string | undefined },
): Promise<Order> {
  const hasCustom = sort.split(',').some((part) => parseCustomFieldKey(withoutSign(part)) !== null);
  const fields = hasCustom ? await listCustomFields(db, { workspaceId, recordType }) : [];
  const toPart = (part: string): OrderPart[] => {
    const name = withoutSign(part);
    const isDescending = name !== part;
    if (Object.hasOwn(keys, name)) return [{ key: name, isDescending }];
    const fieldId = parseCustomFieldKey(name);
    if (fieldId === null) throw invalidField('sort', `There is no field ${name}`);
    const field = fields.find(({ id }) => id === fieldId);
    return field === undefined ? [] : [{ key: 'custom', field, isDescending }];
  };
  const order = sort.split(',').flatMap(toPart);
  return order.length === 0 ? defaultSort.split(',').flatMap(toPart) : order;
}

function withoutSign(part: string): string {
  return part.replace(/^-/, '');
}

export type SortResult = {
  readonly order: RawBuilder<unknown>;
  /** To be selected as `sort_values`. */
  readonly values: RawBuilder<string[]>;
  /** Rows after a position. */
  after(position: Position): RawBuilder<boolean>;
};

type Part = { readonly column: RawBuilder<unknown>; readonly isDescending: boolean };

/** The ORDER BY and the keyset condition of an order. The id breaks ties, in the direction of the last key. */
export function sortBy<Row>(spec: SortSpec<Row>, order: Order): SortResult {
  const parts = listParts(spec, order);
  const selected = order.flatMap((part) =>
    findSortKey(spec, part)?.read === undefined ? [sql`(${selectColumn(spec, part)})::text`] : [],
  );
  return {
    order: sql.join(
      parts.map(({ column, isDescending }) => sql`${column} ${isDescending ? sql`DESC` : sql`ASC`}`),
    ),
    values: selected.length === 0 ? sql`'{}'::text[]` : sql`ARRAY[${sql.join(selected)}]`,
    after: (position) => isAfter(parts, position),
  };
}

/** The position of a row in an order: a value for each key, and the id. */
export function getPosition<Row extends SortableRow>(spec: SortSpec<Row>, order: Order, row: Row): Position {
  const selected = [...row.sort_values];
  const values = order.map((part): SortValue => {
    const key = findSortKey(spec, part);
    if (key?.read === undefined) return selected.shift() ?? '';
    return key.read(row) ?? findBlank(key, part) ?? '';
  });
  return [...values, row.id];
}

function findSortKey<Row>({ keys }: SortSpec<Row>, { key, field }: OrderPart): SortKey<Row> | undefined {
  return field === undefined ? keys[key] : undefined;
}

function findBlank<Row>({ blank }: SortKey<Row>, { isDescending }: OrderPart): SortValue | undefined {
  return isDescending ? blank?.descending : blank?.ascending;
}

function listParts<Row>(spec: SortSpec<Row>, order: Order): Part[] {
  const parts = order.map((part) => ({ column: selectColumn(spec, part), isDescending: part.isDescending }));
  const [first] = order;
  const index = first === undefined ? undefined : findSortKey(spec, first)?.index;
  const id = sql.ref(index === undefined ? `${spec.table}.id` : `${index.table}.${index.id}`);
  return [...parts, { column: id, isDescending: parts.at(-1)?.isDescending ?? false }];
}

function selectColumn<Row>(spec: SortSpec<Row>, part: OrderPart): RawBuilder<unknown> {
  if (part.field !== undefined) return selectCustomSortValue(spec.table, part.field, part);
  const key = findSortKey(spec, part);
  if (key === undefined) throw new Error(`Not a sort key: ${part.key}`);
  const blank = findBlank(key, part);
  return blank === undefined ? key.column : sql`coalesce(${key.column}, ${sql.lit(blank)})`;
}

/**
 * Rows after a position. If all keys have the same direction, they are compared as a row; otherwise each key decides if
 * those before it are equal. The first key is also compared by itself, so that its index finds the start.
 */
function isAfter(parts: readonly Part[], position: Position): RawBuilder<boolean> {
  const [first] = parts;
  const isUniform = parts.every(({ isDescending }) => isDescending === first?.isDescending);
  if (isUniform && parts.length === 2) return compareAsRow(parts, position);
  const start =
    first === undefined
      ? sql`true`
      : sql`${first.column} ${first.isDescending ? sql`<=` : sql`>=`} ${position[0]}`;
  const rest = isUniform ? compareAsRow(parts, position) : compareByKey(parts, position);
  return sql<boolean>`(${start} AND ${rest})`;
}

function compareAsRow(parts: readonly Part[], position: Position): RawBuilder<boolean> {
  const columns = sql.join(parts.map(({ column }) => column));
  const comparison = parts[0]?.isDescending === true ? sql`<` : sql`>`;
  return sql<boolean>`(${columns}) ${comparison} (${sql.join([...position])})`;
}

function compareByKey([part, ...rest]: readonly Part[], [value, ...others]: Position): RawBuilder<boolean> {
  if (part === undefined) return sql<boolean>`false`;
  const { column } = part;
  const isBehind = sql<boolean>`${column} ${part.isDescending ? sql`<` : sql`>`} ${value}`;
  return rest.length === 0
    ? isBehind
    : sql<boolean>`(${isBehind} OR (${column} = ${value} AND ${compareByKey(rest, others)}))`;
}
