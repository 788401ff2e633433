import type { CustomField, CustomFieldKind } from '@handover/contract/custom-fields.ts';
import { toCustomKey, type CustomKey } from '@handover/contract/custom-filter.ts';
import type { CustomerSortKey } from '@handover/contract/customer-list.ts';

/** A column of the customer table; `cells.tsx` draws its cells. */
export interface Column {
  readonly key: string;
  readonly title: string;
  /** Pixels; the table scrolls sideways where they do not fit. */
  readonly width: number;
  /** The API's name of the order by this column. */
  readonly sort?: CustomerSortKey | CustomKey;
  /** Whether it is shown until somebody chooses. */
  readonly isHidden?: boolean;
  readonly isNumeric?: boolean;
  /** Of a field of the workspace's own. */
  readonly field?: CustomField;
}

export const selectWidth = 48;

/** The name stands first and cannot be hidden: it is the way to the record. */
export const nameColumn = { key: 'name', title: 'Name', width: 250, sort: 'name' } as const satisfies Column;

/** All others, in the order that a new list has. */
export const columns = [
  { key: 'email', title: 'E-mail', width: 220 },
  { key: 'phone', title: 'Phone', width: 160 },
  { key: 'company', title: 'Company', width: 200, sort: 'company' },
  { key: 'accountType', title: 'Type', width: 110 },
  { key: 'status', title: 'Status', width: 116 },
  { key: 'broker', title: 'Broker', width: 160 },
  { key: 'tags', title: 'Tags', width: 190 },
  { key: 'lastActivityAt', title: 'Last activity', width: 150, sort: 'lastActivityAt' },
  { key: 'joiningDate', title: 'Joined', width: 140, sort: 'joiningDate' },
  { key: 'planName', title: 'Plan', width: 110, isHidden: true },
  { key: 'npi', title: 'NPI', width: 120, isHidden: true },
  { key: 'source', title: 'Source', width: 130, isHidden: true },
  { key: 'city', title: 'City', width: 140, isHidden: true },
  { key: 'region', title: 'State', width: 100, isHidden: true },
  { key: 'createdAt', title: 'Added', width: 140, sort: 'createdAt', isHidden: true },
] as const satisfies readonly Column[];

export type ColumnKey = (typeof columns)[number]['key'] | CustomKey;
/** A column that can be hidden and moved. */
export type ListColumn = Column & { readonly key: ColumnKey };

export const defaultKeys: readonly ColumnKey[] = columns
  .filter((column) => !('isHidden' in column))
  .map(({ key }) => key);

/** All that can be chosen: those of every workspace, and one for each of its own fields. */
export function allColumns(fields: readonly CustomField[]): ListColumn[] {
  return [...columns, ...fields.map(customColumn)];
}

/** The columns of a choice, in its order; what is not to be chosen is left out. */
export function columnsOf(keys: readonly string[], from: readonly ListColumn[]): ListColumn[] {
  return keys.flatMap((key) => from.find((column) => column.key === key) ?? []);
}

const customWidths = {
  text: 200,
  number: 130,
  money: 160,
  date: 150,
  choice: 160,
} as const satisfies Record<CustomFieldKind, number>;

function customColumn(field: CustomField): ListColumn {
  const { id, name, kind } = field;
  const key = toCustomKey(id);
  const isNumeric = kind === 'number' || kind === 'money';
  return { key, title: name, width: customWidths[kind], sort: key, isHidden: true, isNumeric, field };
}

/** The choice with a column moved by some places. */
export function moved(keys: readonly string[], key: string, by: number): string[] {
  const from = keys.indexOf(key);
  const to = Math.min(Math.max(from + by, 0), keys.length - 1);
  return keys.toSpliced(from, 1).toSpliced(to, 0, key);
}

/** The choice with other fields of the workspace's own: they take the places that such fields had, and further ones come last. */
export function withOwnFields(chosen: readonly ListColumn[], own: readonly string[]): string[] {
  const left = [...own];
  const keys = chosen.flatMap(({ key, field }): string[] =>
    field === undefined ? [key] : left.splice(0, 1),
  );
  return [...keys, ...left];
}
