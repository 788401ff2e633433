import type { Customer, Tag, UpdateCustomer } from '@handover/contract/customers.ts';

/** The columns whose cells can be edited in place. */
export const editableKeys = ['phone', 'company', 'broker', 'tags'] as const;
export type EditableKey = (typeof editableKeys)[number];

/** A new value of one cell; empty texts are no value. */
export type CellValue =
  | { readonly field: 'phone' | 'company'; readonly text: string }
  | { readonly field: 'broker'; readonly brokerId: string }
  | { readonly field: 'tags'; readonly tags: readonly Tag[] };

export function isEditable(key: string): key is EditableKey {
  return editableKeys.some((editable) => editable === key);
}

/** The cell's value as it stands in a record. */
export function valueIn(field: EditableKey, customer: Customer): CellValue {
  if (field === 'broker') return { field, brokerId: customer.brokerId ?? '' };
  if (field === 'tags') return { field, tags: customer.tags };
  return { field, text: customer[field] ?? '' };
}

/** The change that the API takes. */
export function bodyOfCell(value: CellValue): Omit<UpdateCustomer, 'version'> {
  if (value.field === 'broker') return { brokerId: value.brokerId === '' ? null : value.brokerId };
  if (value.field === 'tags') return { tagIds: value.tags.map(({ id }) => id) };
  const text = value.text.trim();
  return { [value.field]: text === '' ? null : text };
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
