import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, type ReactElement } from 'react';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { LoadMore } from '#shared/lists/load-more.tsx';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { BulkResult } from './bulk-result.tsx';
import { bulkRunsQuery } from './bulk.queries.ts';
import { resultOf, titleOf } from './bulk-text.ts';
import styles from './bulk.module.css';

interface BulkHistoryProps {
  /** The run that is looked at; null for the list of runs. */
  runId: string | null;
  onShow: (id: string | null) => void;
  onFollow: (id: string) => void;
  onClose: () => void;
}

/** What was done to many customers at once, and what became of each of them. */
export default function BulkHistory({ runId, onShow, onFollow, onClose }: BulkHistoryProps): ReactElement {
  const titleId = useId();
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId}>
        {runId === null ? 'Work on many customers' : 'What became of each'}
      </DialogTitle>
      <DialogContent>
        {runId === null ? <Runs onShow={onShow} /> : <BulkResult runId={runId} onFollow={onFollow} />}
      </DialogContent>
      <DialogActions>
        {runId !== null && (
          <Button variant="outlined" color="inherit" onClick={() => onShow(null)}>
            All runs
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

function Runs({ onShow }: { onShow: (id: string) => void }): ReactElement {
  const { timeZone } = useUser();
  const query = useInfiniteQuery(bulkRunsQuery());
  const runs = query.data?.pages.flatMap((page) => page.bulkRuns) ?? [];
  return (
    <PagedPanel
      query={query}
      count={runs.length}
      empty={{
        icon: 'solar:checklist-minimalistic-bold-duotone',
        title: 'Nothing yet',
        text: 'Select customers in the list to assign, tag, write to, ban or delete them together.',
      }}
      failed="The runs could not be loaded"
    >
      <ul className={styles['runs']}>
        {runs.map((run) => (
          <li key={run.id}>
            <button type="button" className={styles['run']} onClick={() => onShow(run.id)}>
              <strong>{titleOf(run)}</strong>
              <span>{resultOf(run)}</span>
              <span className={styles['by']}>
                {run.createdBy.displayName}, <RelativeTime time={run.createdAt} timeZone={timeZone} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      <LoadMore query={query} shown={runs.length} total={query.data?.pages[0]?.total ?? runs.length} />
    </PagedPanel>
  );
}
