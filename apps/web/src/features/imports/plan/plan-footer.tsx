import Button from '@mui/material/Button';
import { importModes, importOverwrites, type ImportCheck } from '@handover/contract/imports.ts';
import type { ReactElement } from 'react';
import { LabelledSelect } from '@handover/ui/forms/labelled-select.tsx';
import { modeLabels, overwriteLabels } from '../import-labels.ts';
import type { ImportChoice } from '../imports.queries.ts';
import { CheckSummary } from './check-summary.tsx';
import styles from './plan.module.css';

interface PlanFooterProps {
  choice: ImportChoice;
  check: ImportCheck | null;
  isPending: boolean;
  onChoose: (choice: ImportChoice) => void;
  onStart: () => void;
}

/** What is done with the rows, what that comes to, and the start. */
export function PlanFooter({ choice, check, isPending, onChoose, onStart }: PlanFooterProps): ReactElement {
  return (
    <div className={styles['footer']}>
      <CheckSummary check={check} />
      <div className={styles['start']}>
        <LabelledSelect
          label="What to do"
          value={choice.mode}
          onChange={(event) =>
            onChoose({
              ...choice,
              mode: importModes.find((name) => name === event.target.value) ?? choice.mode,
            })
          }
        >
          {(['both', 'create', 'update'] as const).map((name) => (
            <option key={name} value={name}>
              {modeLabels[name]}
            </option>
          ))}
        </LabelledSelect>
        {choice.mode !== 'create' && (
          <LabelledSelect
            label="In known customers"
            value={choice.overwrite}
            onChange={(event) =>
              onChoose({
                ...choice,
                overwrite: importOverwrites.find((name) => name === event.target.value) ?? choice.overwrite,
              })
            }
          >
            {importOverwrites.map((name) => (
              <option key={name} value={name}>
                {overwriteLabels[name]}
              </option>
            ))}
          </LabelledSelect>
        )}
        <Button loading={isPending} onClick={onStart}>
          Start import
        </Button>
      </div>
    </div>
  );
}
