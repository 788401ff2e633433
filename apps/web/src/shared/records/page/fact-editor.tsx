import { customRecordTypes } from '@handover/contract/records/custom-fields.ts';
import { parseCustomFieldKey } from '@handover/contract/records/custom-filter.ts';
import { use, type ReactElement } from 'react';
import { useCustomFields } from '#shared/customers/custom-fields.ts';
import { FieldEditor, type Step } from '../form/field-editor.tsx';
import { toRecordField, type RecordForm } from '../form/record-form.ts';
import type { FactEditing } from './editable-fact.tsx';

interface FactEditorProps {
  editing: FactEditing;
  /** The name of the form field. */
  fieldKey: string;
  label: string;
  onEnd: (step: Step) => void;
}

const forms = new WeakMap<FactEditing['form'], Promise<RecordForm>>();

function loadForm(load: FactEditing['form']): Promise<RecordForm> {
  const form = forms.get(load) ?? load();
  forms.set(load, form);
  form.catch(() => forms.delete(load));
  return form;
}

/** The editor of one fact. */
export default function FactEditor({
  editing,
  fieldKey,
  label,
  onEnd,
}: FactEditorProps): ReactElement | null {
  const form = use(loadForm(editing.form));
  const customId = parseCustomFieldKey(fieldKey);
  const type =
    customId === null ? null : (customRecordTypes.find((each) => each === form.recordType) ?? null);
  const { active, currency } = useCustomFields(type);
  const custom = active.find(({ id }) => id === customId);
  const field =
    custom === undefined
      ? form.fields.find(({ key }) => key === fieldKey)
      : toRecordField(form, custom, currency);
  return field === undefined ? null : (
    <FieldEditor
      form={form}
      field={field}
      record={editing.record}
      name={editing.name}
      label={label}
      onEnd={onEnd}
    />
  );
}
