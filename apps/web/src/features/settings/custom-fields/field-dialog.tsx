import {
  createCustomField,
  customField,
  customFieldKinds,
  updateCustomField,
  type CustomField,
  type CustomFieldKind,
  type CustomChoice,
  type CustomRecordType,
} from '@handover/contract/records/custom-fields.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { capitalize } from '@handover/domain/text/letter-case.ts';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { useState, type FormEvent, type ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { createSubmitKey } from '#shared/api/submit-key.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { ConflictNotice, useVersionedSave, type VersionedSave } from '#shared/forms/versioned-save.tsx';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { NameField, formatUse } from '../catalogs/catalog-dialogs.tsx';
import { type FieldUse, kindLabels } from './custom-fields.queries.ts';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import styles from './choices-editor.module.css';

interface FieldDialogProps {
  recordType: CustomRecordType;
  /** Null for a new field. */
  field: CustomField | null;
  /** Undefined while loading, or if it could not be loaded. */
  use: FieldUse | undefined;
  onClose: () => void;
}

interface FieldValues {
  readonly name: string;
  readonly kind: CustomFieldKind;
  readonly choices: readonly EditedChoice[];
}

/** Edits a field and its choices. The type of an existing field is fixed, since its values depend on it. */
export function FieldDialog({ recordType, field: latest, use, onClose }: FieldDialogProps): ReactElement {
  // Ignores live updates, so that choices that were added since are not removed unseen.
  const [field] = useState(latest);
  const [values, setValues] = useState(() => toValues(field));
  const [hasFailed, setFailed] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { name, kind } = values;
  const change = (part: Partial<FieldValues>): void => setValues((last) => ({ ...last, ...part }));
  const choices = kind === 'choice' ? values.choices.filter(({ label }) => label.trim() !== '') : [];
  const { save, isPending, conflict } = useSaveField({
    recordType,
    field,
    onClose,
    onError: (error) => setFailure(getErrorMessage(error)),
  });
  const isNameMissing = name.trim() === '';
  const areChoicesMissing = kind === 'choice' && choices.length === 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setFailure(undefined);
    if (isNameMissing || areChoicesMissing) setFailed(true);
    else void save({ name: name.trim(), kind, choices });
  };
  return (
    <FormDialog
      draft={{
        name: `custom-field:${field?.id ?? `new-${recordType}`}`,
        version: field?.version ?? null,
        values,
        restore: setValues,
      }}
      title={field === null ? 'Add field' : `Edit ${field.name}`}
      submitLabel={field === null ? 'Add' : 'Save'}
      failure={failure}
      notice={<ConflictNotice conflict={conflict} theirs={describe} />}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameField name={name} hasFailed={hasFailed} onChange={(text) => change({ name: text })} />
      <LabeledSelect
        label="Kind"
        value={kind}
        disabled={field !== null}
        hint={field === null ? 'Cannot be changed later' : undefined}
        onChange={(event) =>
          change({ kind: customFieldKinds.find((known) => known === event.target.value) ?? 'text' })
        }
      >
        {customFieldKinds.map((known) => (
          <option key={known} value={known}>
            {kindLabels[known]}
          </option>
        ))}
      </LabeledSelect>
      {kind === 'choice' && (
        <ChoicesEditor
          choices={values.choices}
          known={(conflict?.theirs ?? field)?.choices ?? []}
          use={use}
          recordType={recordType}
          error={hasFailed && areChoicesMissing ? 'Add at least one choice' : undefined}
          onChange={(edited) => change({ choices: edited })}
        />
      )}
    </FormDialog>
  );
}

function toValues(field: CustomField | null): FieldValues {
  if (field === null) return { name: '', kind: 'text', choices: [{ key: 'first', label: '' }] };
  const { name, kind, choices } = field;
  return { name, kind, choices: choices.map((choice) => ({ key: choice.id, ...choice })) };
}

function describe({ name, choices, isArchived }: CustomField): string {
  const labels = choices.length === 0 ? '' : `: ${choices.map(({ label }) => label).join(', ')}`;
  return `${name}${labels}${isArchived ? ' (archived)' : ''}.`;
}

interface SaveFieldOptions {
  recordType: CustomRecordType;
  /** The field from when the dialog was opened; null for a new field. */
  field: CustomField | null;
  onClose: () => void;
  onError: (error: Error) => void;
}

function useSaveField({
  recordType,
  field,
  onClose,
  onError,
}: SaveFieldOptions): VersionedSave<CustomField, FieldValues> {
  const refresh = useRefresh();
  return useVersionedSave<CustomField, FieldValues>({
    version: field?.version ?? 0,
    record: customField,
    done: field === null ? 'Field added' : 'Field saved',
    write: async ({ name, kind, choices: edited }, version, theirs) => {
      const existing = new Set((theirs ?? field)?.choices.map(({ id }) => id));
      const choices = edited.map(({ id, label }) => ({
        // A choice that someone else has removed since is added again.
        ...(id !== undefined && existing.has(id) && { id }),
        label: label.trim(),
      }));
      if (field === null)
        return (await send(createCustomField, { body: { recordType, name, kind, choices } })).customField;
      const body = { version, name, ...(kind === 'choice' && { choices }) };
      return (await send(updateCustomField, { params: { id: field.id }, body })).customField;
    },
    onRecord: () => {
      refresh({ noun: recordType, customerId: null });
      onClose();
    },
    onError,
  });
}

export interface EditedChoice {
  readonly key: string;
  /** Not set for a new choice. */
  readonly id?: string;
  readonly label: string;
}

interface ChoicesEditorProps {
  choices: readonly EditedChoice[];
  known: readonly CustomChoice[];
  use: FieldUse | undefined;
  recordType: CustomRecordType;
  error: string | undefined;
  onChange: (choices: readonly EditedChoice[]) => void;
}

/** The choices of a field. Says how many records lose a value when one is removed. */
export function ChoicesEditor({
  choices,
  known,
  use,
  recordType,
  error,
  onChange,
}: ChoicesEditorProps): ReactElement {
  const removed = known.filter(
    ({ id }) => !choices.some((choice) => choice.id === id && choice.label.trim() !== ''),
  );
  const lost = removed.flatMap(({ id, label }) => {
    const count = use?.choices.find((choice) => choice.id === id)?.records;
    if (count === undefined) return [`${capitalize(recordInfo[recordType].many)} may lose “${label}”`];
    return count === 0
      ? []
      : [`${formatUse({ recordType, count })} ${count === 1 ? 'loses' : 'lose'} “${label}”`];
  });
  return (
    <fieldset className={styles['choices']}>
      <legend>Choices</legend>
      <ul>
        {choices.map((choice, index) => (
          <li key={choice.key}>
            <OutlinedInput
              fullWidth
              value={choice.label}
              autoComplete="off"
              inputProps={{ 'aria-label': `Choice ${String(index + 1)}`, maxLength: 80 }}
              onChange={(event) => onChange(choices.with(index, { ...choice, label: event.target.value }))}
            />
            <IconButton
              aria-label={`Remove choice ${String(index + 1)}`}
              disabled={choices.length === 1}
              onClick={() => onChange(choices.toSpliced(index, 1))}
            >
              <Icon name="solar:trash-bin-trash-linear" size={18} />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button
        variant="outlined"
        color="inherit"
        disabled={choices.length >= 100}
        onClick={() => onChange([...choices, { key: createSubmitKey(), label: '' }])}
      >
        Add choice
      </Button>
      {error !== undefined && <p className={styles['error']}>{error}</p>}
      {lost.length > 0 && (
        <Alert severity="warning" sx={{ mt: 2 }}>
          {lost.join('. ')}. It cannot be undone.
        </Alert>
      )}
    </fieldset>
  );
}
