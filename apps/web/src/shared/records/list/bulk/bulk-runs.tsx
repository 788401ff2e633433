import { capitalize } from '@handover/domain/text/letter-case.ts';
import { formatCount } from '@handover/domain/format-count.ts';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import type { BulkRow, BulkRun } from '@handover/contract/records/bulk.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { Button as LiteButton } from '@handover/ui-lite/parts/button.tsx';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { PagedPanel, LoadMore } from '#shared/lists/paged-panel.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { bulkRowsQuery, bulkRunQuery, useBulk } from './bulk.ts';
import styles from './bulk.module.css';
import { bulkRunsQuery, isInProgress } from '../record-list-page.tsx';
import type { AnyList } from '../record-list.ts';

interface BulkStripProps {
  list: AnyList;
  runId: string;
  onDetails: (id: string) => void;
  onFollow: (id: string) => void;
  onDismiss: () => void;
}

/** The progress of a bulk run and then its result, with its undo. */
export default function BulkStrip(props: BulkStripProps): ReactElement | null {
  const { list, runId, onDetails, onFollow, onDismiss } = props;
  const { data: run } = useQuery(bulkRunQuery(runId));
  const bulk = useBulk(list);
  if (run === undefined) return null;
  const text = formatBulkRun(list, run);
  const { total, done, skipped } = run.counts;
  return (
    <section className={styles['strip']} aria-label="Bulk action">
      <p role="status" className={styles['state']}>
        {text}
        {run.statusDetail !== null && <span className={styles['detail']}>{run.statusDetail}</span>}
      </p>
      <div className={styles['actions']}>
        {run.canCancel && (
          <LiteButton variant="text" isPending={bulk.isPending} onClick={() => bulk.cancel(run.id)}>
            Stop
          </LiteButton>
        )}
        {run.canUndo && (
          <LiteButton
            variant="text"
            isPending={bulk.isPending}
            onClick={() => bulk.undo(run.id, ({ id }) => onFollow(id))}
          >
            Undo
          </LiteButton>
        )}
        <LiteButton variant="text" onClick={() => onDetails(run.id)}>
          Details
        </LiteButton>
        {!isInProgress(run) && (
          <LiteButton variant="text" onClick={onDismiss}>
            Dismiss
          </LiteButton>
        )}
      </div>
      {isInProgress(run) && (
        <LinearProgress
          className={styles['bar']}
          variant={run.status === 'queued' ? 'indeterminate' : 'determinate'}
          value={total === 0 ? 0 : Math.round(((done + skipped) / total) * 100)}
          aria-label={text}
        />
      )}
    </section>
  );
}

interface BulkHistoryProps {
  list: AnyList;
  /** Null to list all runs. */
  runId: string | null;
  onShow: (id: string | null) => void;
  onFollow: (id: string) => void;
  onClose: () => void;
}

/** The bulk runs, or the results of one run for each record. */
export function BulkHistory({ list, runId, onShow, onFollow, onClose }: BulkHistoryProps): ReactElement {
  const titleId = useId();
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId}>{runId === null ? 'Bulk actions' : 'Bulk action results'}</DialogTitle>
      <DialogContent>
        {runId === null ? (
          <Runs list={list} onShow={onShow} />
        ) : (
          <BulkResult list={list} runId={runId} onFollow={onFollow} />
        )}
      </DialogContent>
      <DialogActions>
        {runId !== null && (
          <Button variant="outlined" color="inherit" onClick={() => onShow(null)}>
            All bulk actions
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

function Runs({
  list,
  onShow,
}: Pick<BulkHistoryProps, 'list'> & { onShow: (id: string) => void }): ReactElement {
  const { timeZone } = useUser();
  const query = useInfiniteQuery(bulkRunsQuery(list));
  const runs = query.data?.pages.flatMap((page) => page.bulkRuns) ?? [];
  const labels = (list.bulkActions ?? []).map(({ label }) => label.toLowerCase());
  return (
    <PagedPanel
      query={query}
      count={runs.length}
      empty={{
        icon: 'solar:checklist-minimalistic-bold-duotone',
        title: 'No bulk actions yet',
        text: `Select ${list.nouns[1]} in the list, then choose an action: ${labels.join(', ')}.`,
      }}
      failed="The bulk actions could not be loaded"
    >
      <ul className={styles['runs']}>
        {runs.map((run) => (
          <li key={run.id}>
            <button type="button" className={styles['run']} onClick={() => onShow(run.id)}>
              <strong>{formatBulkRun(list, run)}</strong>
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

type Outcome = BulkRow['outcome'];

const outcomes = { skipped: 'Skipped', done: 'Done' } as const satisfies Record<Outcome, string>;

function BulkResult({
  list,
  runId,
  onFollow,
}: {
  list: AnyList;
  runId: string;
  onFollow: (id: string) => void;
}): ReactElement {
  const { data: run } = useQuery(bulkRunQuery(runId));
  const bulk = useBulk(list);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const choose = (value: string): void => setOutcome(value === 'done' || value === 'skipped' ? value : null);
  return (
    <div className={styles['result']}>
      {run !== undefined && (
        <div className={styles['summary']}>
          <p>
            {formatBulkRun(list, run)}
            {run.statusDetail !== null && <span className={styles['detail']}>{run.statusDetail}</span>}
          </p>
          {run.canUndo && (
            <Button
              variant="outlined"
              color="inherit"
              loading={bulk.isPending}
              onClick={() => bulk.undo(run.id, ({ id }) => onFollow(id))}
            >
              Undo
            </Button>
          )}
        </div>
      )}
      <LabeledSelect label="Show" value={outcome ?? ''} onChange={(event) => choose(event.target.value)}>
        <option value="">All</option>
        {Object.entries(outcomes).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </LabeledSelect>
      <ResultRows list={list} runId={runId} outcome={outcome} />
    </div>
  );
}

function ResultRows({
  list,
  runId,
  outcome,
}: {
  list: AnyList;
  runId: string;
  outcome: Outcome | null;
}): ReactElement {
  const [one, many] = list.nouns;
  const query = useInfiniteQuery(bulkRowsQuery(runId, outcome));
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <PagedPanel
      query={query}
      count={rows.length}
      empty={{ icon: 'solar:check-circle-bold-duotone', title: `No ${many}` }}
      failed={`The ${many} could not be loaded`}
    >
      <table className={styles['rows']}>
        <thead>
          <tr>
            <th scope="col">{capitalize(one)}</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.recordId}>
              <td>
                {row.name === null ? (
                  'No access'
                ) : (
                  <Link to={list.linkTo({ id: row.recordId, version: 0 }) ?? ''}>{row.name}</Link>
                )}
              </td>
              <td>
                {row.messageStatus === null ? outcomes[row.outcome] : capitalize(row.messageStatus)}
                {row.reason !== null && <span className={styles['detail']}>{row.reason}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <LoadMore query={query} shown={rows.length} total={query.data?.pages[0]?.total ?? rows.length} />
    </PagedPanel>
  );
}

/** The progress or result of a run, with counts: "Tagging: 300 of 921", "918 customers tagged, 3 skipped". */
export function formatBulkRun(list: AnyList, { action, subjectAction, status, counts }: BulkRun): string {
  const subject = list.bulkActions?.find((other) => other.action === subjectAction);
  const title = action === 'undo' ? 'Undoing' : (subject?.doing ?? subjectAction);
  const { total, done, skipped } = counts;
  if (status === 'queued') return `${title}: waiting to start, ${formatCount(total, ...list.nouns)}`;
  if (status === 'running')
    return `${title}: ${(done + skipped).toLocaleString('en')} of ${total.toLocaleString('en')}`;
  const subjects = formatCount(done, ...list.nouns);
  const parts = [action === 'undo' ? `Undone for ${subjects}` : `${subjects} ${subject?.done ?? action}`];
  if (skipped > 0) parts.push(`${skipped.toLocaleString('en')} skipped`);
  const untouched = total - done - skipped;
  if (untouched > 0) parts.push(`${untouched.toLocaleString('en')} not processed`);
  const stopped = { failed: 'Failed: ', canceled: 'Canceled: ', done: '' } as const;
  return `${stopped[status]}${parts.join(', ')}`;
}
