import { Suspense, useState, type ReactElement } from 'react';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { MemberOptions } from '#shared/members/member-options.tsx';
import { readBulkInput } from './bulk.ts';
import styles from './bulk.module.css';
import type { NamedItem } from '#shared/records/form/record-form.ts';
import type { AnyList, BulkAction, BulkDialogProps, BulkField, BulkValues } from '../record-list.ts';

/** Asks for the input of an action before it runs for many records. */
export default function BulkDialog({
  list,
  action: { action, ask, isDangerous = false },
  start,
  count,
  isPending,
  onStart,
  onClose,
}: Omit<BulkDialogProps, 'selection'> & {
  list: AnyList;
  action: BulkAction;
  start: BulkValues;
}): ReactElement {
  const [values, setValues] = useState<BulkValues>(start);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const many = `${count.toLocaleString('en')} ${list.nouns[count === 1 ? 0 : 1]}`;
  const field = ask?.field;
  const run = (): void => {
    const read = readBulkInput(list, action, values);
    if (read.input !== null) return onStart(read.input);
    setErrors(read.errors);
  };
  return (
    <ConfirmDialog
      title={ask?.title(many) ?? many}
      confirmLabel={ask?.confirmLabel ?? 'OK'}
      isDangerous={isDangerous}
      hasField={field !== undefined}
      isPending={isPending}
      onConfirm={run}
      onClose={onClose}
    >
      <div className={styles['fields']}>
        {ask?.text}
        {field !== undefined && (
          <Field
            field={field}
            error={errors[field.name]}
            onChange={(value) => setValues({ ...values, [field.name]: value })}
          />
        )}
      </div>
    </ConfirmDialog>
  );
}

/** A ref callback, because the input may load after its dialog has opened. */
function focusOn(input: HTMLInputElement | null): void {
  input?.focus();
}

interface FieldProps {
  field: BulkField;
  error: string | undefined;
  onChange: (value: unknown) => void;
}

function Field({ field, error, onChange }: FieldProps): ReactElement {
  const [text, setText] = useState('');
  const [items, setItems] = useState<readonly NamedItem[]>([]);
  const change = (event: { target: { value: string } }): void => {
    const { value } = event.target;
    setText(value);
    onChange(field.kind !== 'text' && value === '' ? null : value);
  };
  const common = { label: field.label, value: text, error, autoFocus: true, onChange: change };
  switch (field.kind) {
    case 'text':
    case 'date':
      return <LabeledInput {...common} type={field.kind} />;
    case 'member':
      return (
        <LabeledSelect {...common}>
          <option value="">{field.emptyLabel}</option>
          <MemberOptions />
        </LabeledSelect>
      );
    case 'choice':
      return (
        <LabeledSelect {...common}>
          {Object.entries(field.choices).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </LabeledSelect>
      );
    default:
      return (
        <Suspense>
          <field.Input
            label={field.label}
            value={items}
            inputRef={focusOn}
            error={error === undefined ? undefined : field.missing}
            onChange={(chosen) => {
              setItems(chosen);
              onChange(chosen.map(({ id }) => id));
            }}
          />
        </Suspense>
      );
  }
}
