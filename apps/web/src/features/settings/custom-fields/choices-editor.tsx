import type { CustomChoice } from '@handover/contract/custom-fields.ts';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { ReactElement } from 'react';
import { usedBy } from '../catalogues/catalogue-dialogs.tsx';
import type { FieldUse } from './custom-fields.queries.ts';
import styles from './choices-editor.module.css';

export interface EditedChoice {
  readonly key: string;
  /** Missing for a new one. */
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
    return customers === 0 ? [] : [`${usedBy(customers)} ${customers === 1 ? 'loses' : 'lose'} “${label}”`];
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
        onClick={() => onChange([...choices, { key: crypto.randomUUID(), label: '' }])}
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
