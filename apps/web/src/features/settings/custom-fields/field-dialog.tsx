import {
  createCustomField,
  customFieldKinds,
  updateCustomField,
  type CustomField,
  type CustomFieldKind,
} from '@handover/contract/custom-fields.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { LabelledSelect } from '@handover/ui/forms/labelled-select.tsx';
import { useState, type ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { NameField } from '../catalogues/catalogue-dialogs.tsx';
import { useCatalogMutation } from '../catalogues/catalogue.ts';
import { ChoicesEditor, type EditedChoice } from './choices-editor.tsx';
import type { FieldUse } from './custom-fields.queries.ts';
import { kindLabels } from './kind-labels.ts';

interface FieldDialogProps {
  /** Null for a new one. */
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
      <LabelledSelect
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
      </LabelledSelect>
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
