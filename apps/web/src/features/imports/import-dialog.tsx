import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ImportDetail } from '@handover/contract/records/imports.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { ImportPlan } from './import-plan.tsx';
import { ImportProgress, ImportResult } from './import-run.tsx';
import { ImportStart } from './import-start.tsx';
import { importQuery, isInProgress } from './imports.queries.ts';
import styles from './imports.module.css';

// Live notices report progress; polling is the fallback when the stream is down.
const pollMs = 3_000;

interface ImportDialogProps {
  recordType: RecordType;
  /** `new`, or the id of an import. */
  shown: string;
  onShow: (shown: string | null) => void;
}

/** An import, from choosing a file to the result. Closing the dialog does not stop the import. */
export default function ImportDialog({ recordType, shown, onShow }: ImportDialogProps): ReactElement {
  const titleId = useId();
  const isPhone = useMediaQuery('(max-width: 599.95px)', { noSsr: true });
  return (
    <Dialog
      open
      fullWidth
      fullScreen={isPhone}
      maxWidth="lg"
      aria-labelledby={titleId}
      onClose={() => onShow(null)}
    >
      <div className={styles['top']}>
        <DialogTitle id={titleId}>Import {recordInfo[recordType].many}</DialogTitle>
        {shown !== 'new' && (
          <button type="button" className={styles['back']} onClick={() => onShow('new')}>
            All imports
          </button>
        )}
        <IconButton aria-label="Close import" onClick={() => onShow(null)}>
          <Icon name="solar:close-circle-linear" size={22} />
        </IconButton>
      </div>
      <div className={styles['content']}>
        {shown === 'new' ? (
          <ImportStart recordType={recordType} onShow={onShow} />
        ) : (
          <ImportView key={shown} id={shown} />
        )}
      </div>
    </Dialog>
  );
}

/** Whether the server is working on the import or on the check of its file. */
function isMoving(run: ImportDetail): boolean {
  return isInProgress(run) || (run.status === 'uploaded' && run.check?.isComplete === false);
}

/** Reading the file in another way resets the screen. */
function getReadingKey({ encoding, delimiter, sheet }: ImportDetail): string {
  return `${encoding} ${delimiter} ${String(sheet)}`;
}

function ImportView({ id }: { id: string }): ReactElement {
  const query = useQuery({
    ...importQuery(id),
    refetchInterval: ({ state }) => (state.data !== undefined && isMoving(state.data) ? pollMs : false),
  });
  const { data: run, error } = query;
  if (run === undefined)
    return error === null ? (
      <Spinner />
    ) : (
      <FailedState
        title="The import could not be loaded"
        text={getErrorMessage(error)}
        onRetry={() => void query.refetch()}
      />
    );
  if (run.status === 'uploaded') return <ImportPlan key={getReadingKey(run)} run={run} />;
  return isInProgress(run) ? <ImportProgress run={run} /> : <ImportResult run={run} />;
}
