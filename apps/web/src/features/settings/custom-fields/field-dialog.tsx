import {
  createCustomField,
  customFieldKinds,
  updateCustomField,
  type CustomField,
  type CustomFieldKind,
  type CustomChoice,
} from '@handover/contract/records/custom-fields.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { useState, type ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { createSubmitKey } from '#shared/api/submit-key.ts';
import { NameField, formatUsedBy } from '../catalogs/catalog-dialogs.tsx';
import { useCatalogMutation } from '../catalogs/catalog.ts';
import { type FieldUse, kindLabels } from './custom-fields.queries.ts';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import styles from './choices-editor.module.css';

interface FieldDialogProps {
  /** Null for a new field. */
  field: CustomField | null;
  use: FieldUse | undefined;
  onClose: () => void;
}

/** Edits a field and its choices. The type of an existing field is fixed, since its values depend on it. */
export function FieldDialog({ field, use, onClose }: FieldDialogProps): ReactElement {
  const [name, setName] = useState(field?.name ?? '');
  const [kind, setKind] = useState<CustomFieldKind>(field?.kind ?? 'text');
  const [choices, setChoices] = useState<readonly EditedChoice[]>(
    () => field?.choices.map((choice) => ({ key: choice.id, ...choice })) ?? [{ key: 'first', label: '' }],
  );
  const [hasFailed, setFailed] = useState(false);
  const wanted =
    kind === 'choice'
      ? choices
          .filter(({ label }) => label.trim() !== '')
          .map(({ id, label }) => ({ ...(id !== undefined && { id }), label: label.trim() }))
      : [];
  const save = useCatalogMutation({
    act: (text: string) =>
      field === null
        ? send(createCustomField, { body: { name: text, kind, choices: wanted } })
        : send(updateCustomField, {
            params: { id: field.id },
            body: { version: field.version, name: text, ...(kind === 'choice' && { choices: wanted }) },
          }),
    done: field === null ? 'Field added' : 'Field saved',
    onClose,
  });
  const isNameMissing = name.trim() === '';
  const areChoicesMissing = kind === 'choice' && wanted.length === 0;
  const submit = (): void => {
    if (isNameMissing || areChoicesMissing) setFailed(true);
    else save.mutate(name.trim());
  };
  return (
    <ConfirmDialog
      title={field === null ? 'Add field' : `Edit ${field.name}`}
      confirmLabel={field === null ? 'Add' : 'Save'}
      hasField
      isPending={save.isPending}
      onConfirm={submit}
      onClose={onClose}
    >
      <NameField name={name} hasFailed={hasFailed} onChange={setName} />
      <LabeledSelect
        label="Kind"
        value={kind}
        disabled={field !== null}
        hint={field === null ? 'Cannot be changed later' : undefined}
        sx={{ mt: 2 }}
        onChange={(event) =>
          setKind(customFieldKinds.find((known) => known === event.target.value) ?? 'text')
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
          choices={choices}
          known={field?.choices ?? []}
          use={use}
          error={hasFailed && areChoicesMissing ? 'Add at least one choice' : undefined}
          onChange={setChoices}
        />
      )}
    </ConfirmDialog>
  );
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
  error: string | undefined;
  onChange: (choices: readonly EditedChoice[]) => void;
}

/** The choices of a field. Says how many customers lose a value when one is removed. */
export function ChoicesEditor({ choices, known, use, error, onChange }: ChoicesEditorProps): ReactElement {
  const removed = known.filter(
    ({ id }) => !choices.some((choice) => choice.id === id && choice.label.trim() !== ''),
  );
  const lost = removed.flatMap(({ id, label }) => {
    const customers = use?.choices.find((choice) => choice.id === id)?.records ?? 0;
    return customers === 0
      ? []
      : [`${formatUsedBy(customers)} ${customers === 1 ? 'loses' : 'lose'} “${label}”`];
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
