import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { use, type ReactElement } from 'react';
import { FieldEditor, type Step } from '#shared/records/form/field-editor.tsx';
import { toRecordField, type RecordForm } from '#shared/records/form/record-form.ts';
import { useRecordFields, type AnyColumn } from '../display/display-settings.ts';
import { getPageKey } from '../list-page.ts';
import type { AnyList, ListPage, ListRow } from '../record-list.ts';

interface CellEditorProps {
  list: AnyList;
  row: ListRow;
  column: AnyColumn;
  /** Ends editing, or moves to the previous or next cell. */
  onEnd: (step: Step) => void;
}

/** Edits one cell of the list. */
export default function CellEditor({ list, row, column, onEnd }: CellEditorProps): ReactElement | null {
  const form = use(loadForm(list));
  const { currency } = useRecordFields(list);
  const client = useQueryClient();
  if (form === null) return null;
  const field =
    column.field === undefined
      ? form.fields.find(({ key }) => key === column.edit)
      : toRecordField(form, column.field, currency);
  return field === undefined ? null : (
    <FieldEditor
      form={form}
      field={field}
      record={row}
      name={list.nameOf(row)}
      label={column.header}
      onStored={(saved) => showInLists(client, list, saved)}
      onEnd={onEnd}
    />
  );
}

const forms = new WeakMap<AnyList, Promise<RecordForm | null>>();

/** The form of a list, loaded once. */
export function loadForm(list: AnyList): Promise<RecordForm | null> {
  const known = forms.get(list) ?? list.form?.() ?? Promise.resolve(null);
  forms.set(list, known);
  known.catch(() => forms.delete(list));
  return known;
}

/** Replaces the record on the loaded pages, so that the cell does not jump back. */
function showInLists(client: QueryClient, list: AnyList, saved: ListRow): void {
  client.setQueriesData<ListPage<ListRow>>({ queryKey: getPageKey(list) }, (page) =>
    page === undefined
      ? page
      : { ...page, rows: page.rows.map((row) => (row.id === saved.id ? saved : row)) },
  );
}
