import type { CustomField } from '@handover/contract/custom-fields.ts';
import { customIdOf } from '@handover/contract/custom-filter.ts';
import type { ColumnKey, ListColumn } from '../../columns/columns.ts';

/** The columns whose cells can be edited in place, besides those of the workspace's own fields. */
export const editableKeys = ['phone', 'company', 'broker', 'planName', 'tags'] as const;
export type EditableKey = ColumnKey;

/** What a cell that can be edited holds. */
export type EditableCell =
  | { readonly field: (typeof editableKeys)[number] }
  | { readonly field: 'own'; readonly own: CustomField };

export function isEditable(key: string): boolean {
  return customIdOf(key) !== null || editableKeys.some((editable) => editable === key);
}

/** What is edited in the cells of a column; null where they are only read. */
export function editableCell({ key, field: own }: ListColumn): EditableCell | null {
  if (own !== undefined) return { field: 'own', own };
  const field = editableKeys.find((editable) => editable === key);
  return field === undefined ? null : { field };
}
