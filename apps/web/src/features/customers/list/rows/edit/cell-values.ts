import type { CustomField } from '@handover/contract/custom-fields.ts';
import type { Customer, Tag, UpdateCustomer } from '@handover/contract/customers.ts';
import { problemOf, typedText, typedValue } from '#features/customers/fields/custom-typing.ts';
import type { EditableCell } from './editable.ts';

/** A new value of one cell; empty texts are no value. */
export type CellValue =
  | { readonly field: 'phone' | 'company' | 'planName'; readonly text: string }
  | { readonly field: 'broker'; readonly brokerId: string }
  | { readonly field: 'tags'; readonly tags: readonly Tag[] }
  | { readonly field: 'own'; readonly own: CustomField; readonly text: string };

/** The cell's value as it stands in a record. */
export function valueIn(cell: EditableCell, customer: Customer): CellValue {
  const { field } = cell;
  if (field === 'own') return { ...cell, text: typedText(cell.own, customer.custom[cell.own.id]) };
  if (field === 'broker') return { field, brokerId: customer.brokerId ?? '' };
  if (field === 'tags') return { field, tags: customer.tags };
  return { field, text: customer[field] ?? '' };
}

/** The change that the API takes. */
export function bodyOfCell(value: CellValue): Omit<UpdateCustomer, 'version'> {
  if (value.field === 'own') return { custom: { [value.own.id]: typedValue(value.own, value.text) } };
  if (value.field === 'broker') return { brokerId: value.brokerId === '' ? null : value.brokerId };
  if (value.field === 'tags') return { tagIds: value.tags.map(({ id }) => id) };
  const text = value.text.trim();
  return { [value.field]: text === '' ? null : text };
}

/** Why a value cannot be saved; null where the API decides. */
export function problemIn(value: CellValue): string | null {
  if (value.field !== 'own') return null;
  const problem = problemOf(value.own, typedValue(value.own, value.text));
  return problem === null ? null : `${value.own.name}: ${problem}`;
}

/** Whether two values of a cell are the same; the order of tags has no meaning. */
export function isSameValue(one: CellValue, other: CellValue): boolean {
  const plain = (value: CellValue): string =>
    value.field === 'tags'
      ? value.tags
          .map(({ id }) => id)
          .toSorted((a, b) => a.localeCompare(b))
          .join()
      : JSON.stringify(bodyOfCell(value));
  return plain(one) === plain(other);
}
