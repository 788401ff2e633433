import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { importTransitions, type ImportRun } from '@handover/contract/imports.ts';
import { useState, type ReactElement } from 'react';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { useImportMutations } from '../use-import-mutations.ts';
import { ImportCounts } from './import-counts.tsx';
import { UnrevertedRows } from './unreverted-rows.tsx';
import { Rejections } from './rejections.tsx';
import styles from './run.module.css';

/** What became of an import. */
export function ImportResult({ run }: { run: ImportRun }): ReactElement {
  const acts = useImportMutations(run.id);
  const [isAsking, setAsking] = useState(false);
  const { counts } = run;
  return (
    <div className={styles['run']}>
      <Outcome run={run} />
      <ImportCounts counts={counts} />
      {acts.failure !== null && (
        <Alert severity="error" role="alert">
          {acts.failure}
        </Alert>
      )}
      <div className={styles['acts']}>
        {importTransitions[run.status].includes('queued') && (
          <Button
            loading={acts.isPending}
            onClick={() => acts.start({ mapping: run.mapping, mode: run.mode, overwrite: run.overwrite })}
          >
            Start again
          </Button>
        )}
        {run.canUndo && (
          <Button variant="outlined" color="inherit" onClick={() => setAsking(true)}>
            {run.status === 'undone' ? 'Try to undo the rest' : 'Undo import'}
          </Button>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={`Undo the import of ${run.fileName}?`}
          confirmLabel="Undo import"
          isDangerous
          isPending={acts.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            acts.undo();
          }}
        >
          {counts.created.toLocaleString('en')} customers that it created are deleted and{' '}
          {counts.updated.toLocaleString('en')} that it updated are as they were before. Customers that
          somebody has worked on since stay as they are, and are listed.
        </ConfirmDialog>
      )}
      {counts.kept > 0 && <UnrevertedRows run={run} />}
      {run.status !== 'undone' && counts.rejected > 0 && (
        <Rejections run={run} onDownload={acts.downloadRejections} />
      )}
    </div>
  );
}

function Outcome({ run }: { run: ImportRun }): ReactElement {
  const { counts, fileName } = run;
  const number = (count: number): string => count.toLocaleString('en');
  if (run.status === 'failed')
    return <Alert severity="error">{`The import of ${fileName} failed. ${run.statusDetail ?? ''}`}</Alert>;
  if (run.status === 'canceled')
    return (
      <Alert severity="warning">{`The import of ${fileName} was stopped. What was taken until then stays.`}</Alert>
    );
  if (run.status === 'undone')
    return (
      <Alert severity={counts.kept === 0 ? 'success' : 'warning'}>
        {`The import of ${fileName} is undone: ${number(counts.undone)} rows taken back${counts.kept === 0 ? '' : `, ${number(counts.kept)} kept`}.`}
      </Alert>
    );
  return (
    <Alert severity="success">{`${fileName} is imported: ${number(counts.created + counts.updated)} customers taken, ${number(counts.rejected)} rows left out.`}</Alert>
  );
}
