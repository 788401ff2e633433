import type { CustomerSortKey } from '@handover/contract/customer-list.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Position } from '#lib/pagination.ts';
import { customSortValue } from './custom/custom-sort.queries.ts';
import type { Order, OrderPart } from './custom/resolve-order.ts';

const sortColumns = {
  name: 'customers.name_sort',
  createdAt: 'customers.created_at',
  joiningDate: 'customers.joining_date',
  lastActivityAt: 'customer_stats.last_activity_at',
  company: 'customers.company_sort',
} as const satisfies Record<CustomerSortKey, string>;

export type SortableRow = {
  id: string;
  name_sort: string;
  created_at: Date;
  joining_date: string;
  last_activity_at: Date;
  company_sort: string;
  /** Of the order's custom fields, in its order. */
  custom_sort: string[];
};

type Part = { readonly column: RawBuilder<unknown>; readonly isDescending: boolean };

/**
 * The ORDER BY and the keyset condition of an order such as `-createdAt,name`. The id breaks ties, in the
 * direction of the last key. `customValues` is to be selected as `custom_sort`, for `positionIn`.
 */
export function sortBy(keys: Order): {
  order: RawBuilder<unknown>;
  customValues: RawBuilder<string[]>;
  after(position: Position): RawBuilder<boolean>;
} {
  const parts = partsOf(keys);
  const order = parts.map(
    ({ column, isDescending }) => sql`${column} ${isDescending ? sql`DESC` : sql`ASC`}`,
  );
  const custom = keys.flatMap((part) => (part.key === 'custom' ? [sql`(${columnOf(part)})::text`] : []));
  return {
    order: sql.join(order),
    customValues: custom.length === 0 ? sql`'{}'::text[]` : sql`ARRAY[${sql.join(custom)}]`,
    after: (position) => isAfter(parts, position),
  };
}

/** The place of a row in an order: a value for each key, and the id. */
export function positionIn(order: Order, row: SortableRow): Position {
  const values: Record<CustomerSortKey, string> = {
    name: row.name_sort,
    createdAt: row.created_at.toISOString(),
    joiningDate: row.joining_date,
    lastActivityAt: row.last_activity_at.toISOString(),
    company: row.company_sort,
  };
  const custom = [...row.custom_sort];
  return [...order.map(({ key }) => (key === 'custom' ? (custom.shift() ?? '') : values[key])), row.id];
}

function partsOf(keys: Order): Part[] {
  const parts = keys.map((part) => ({ column: columnOf(part), isDescending: part.isDescending }));
  // An index serves only columns of its own table.
  const id = keys[0]?.key === 'lastActivityAt' ? 'customer_stats.customer_id' : 'customers.id';
  return [...parts, { column: sql.ref(id), isDescending: parts.at(-1)?.isDescending ?? false }];
}

function columnOf(part: OrderPart): RawBuilder<unknown> {
  return part.key === 'custom' ? customSortValue(part.field, part) : sql.ref(sortColumns[part.key]);
}

/**
 * Rows behind a position. Keys of one direction compare as a row; otherwise each key decides where those
 * before it are equal. The first key stands alone once more, so that its index finds where to begin.
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
