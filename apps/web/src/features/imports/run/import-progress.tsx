import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import type { ImportRun } from '@handover/contract/imports.ts';
import type { ReactElement } from 'react';
import { useImportMutations } from '../use-import-mutations.ts';
import { ImportCounts } from './import-counts.tsx';
import styles from './run.module.css';

/** How far an import is. It goes on when the page is left. */
export function ImportProgress({ run }: { run: ImportRun }): ReactElement {
  const acts = useImportMutations(run.id);
  const percent = Math.round(run.progress * 100);
  return (
    <div className={styles['run']}>
      <p role="status">{progressText(run, percent)}</p>
      <LinearProgress
        variant={run.status === 'queued' ? 'indeterminate' : 'determinate'}
        value={percent}
        aria-label="Import"
      />
      <ImportCounts counts={run.counts} />
      <p className={styles['hint']}>
        You can close this and go on working; the import is found again under Import.
      </p>
      {acts.failure !== null && <Alert severity="error">{acts.failure}</Alert>}
      {run.status !== 'undoing' && (
        <div>
          <Button variant="outlined" color="inherit" loading={acts.isPending} onClick={acts.cancel}>
            Stop import
          </Button>
        </div>
      )}
    </div>
  );
}

function progressText({ status, fileName }: ImportRun, percent: number): string {
  if (status === 'queued') return `${fileName} waits for its turn.`;
  return `${status === 'undoing' ? 'Undoing the import of' : 'Importing'} ${fileName}: ${String(percent)} %`;
}
