import LinearProgress from '@mui/material/LinearProgress';
import type { BulkRun } from '@handover/contract/bulk.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import { bulkRunQuery, isInProgress } from './bulk.queries.ts';
import { resultOf, titleOf } from './bulk-text.ts';
import styles from './bulk.module.css';
import { useBulk } from './use-bulk.ts';

interface BulkStripProps {
  runId: string;
  /** Shows what became of each customer. */
  onDetails: (id: string) => void;
  onFollow: (id: string) => void;
  onDismiss: () => void;
}

/** How far a run over many customers is, and then what came of it, with the way back. */
export default function BulkStrip({
  runId,
  onDetails,
  onFollow,
  onDismiss,
}: BulkStripProps): ReactElement | null {
  const { data: run } = useQuery(bulkRunQuery(runId));
  const acts = useBulk();
  if (run === undefined) return null;
  return (
    <section className={styles['strip']} aria-label="Work on many customers">
      <p role="status" className={styles['state']}>
        <strong>{titleOf(run)}:</strong> {resultOf(run)}
        {run.statusDetail !== null && <span className={styles['detail']}>{run.statusDetail}</span>}
      </p>
      <div className={styles['acts']}>
        {run.canCancel && (
          <Button variant="text" isPending={acts.isPending} onClick={() => acts.cancel(run.id)}>
            Stop
          </Button>
        )}
        {run.canUndo && (
          <Button
            variant="text"
            isPending={acts.isPending}
            onClick={() => acts.undo(run.id, ({ id }) => onFollow(id))}
          >
            Undo
          </Button>
        )}
        <Button variant="text" onClick={() => onDetails(run.id)}>
          Details
        </Button>
        {!isInProgress(run) && (
          <Button variant="text" onClick={onDismiss}>
            Dismiss
          </Button>
        )}
      </div>
      {isInProgress(run) && <Progress run={run} />}
    </section>
  );
}

function Progress({ run }: { run: BulkRun }): ReactElement {
  const { total, done, skipped } = run.counts;
  return (
    <LinearProgress
      className={styles['bar']}
      variant={run.status === 'queued' ? 'indeterminate' : 'determinate'}
      value={total === 0 ? 0 : Math.round(((done + skipped) / total) * 100)}
      aria-label={titleOf(run)}
    />
  );
}
