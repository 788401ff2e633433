import Button from '@mui/material/Button';
import type { BulkRow, BulkRun } from '@handover/contract/bulk.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { LabelledSelect } from '@handover/ui/forms/labelled-select.tsx';
import { LoadMore } from '#shared/lists/load-more.tsx';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import { bulkRowsQuery, bulkRunQuery } from './bulk.queries.ts';
import { resultOf, titleOf } from './bulk-text.ts';
import styles from './bulk.module.css';
import { useBulk } from './use-bulk.ts';

type Outcome = BulkRow['outcome'];

const outcomes = { skipped: 'Left out', done: 'Done' } as const satisfies Record<Outcome, string>;

/** A run with what became of each customer. */
export function BulkResult({
  runId,
  onFollow,
}: {
  runId: string;
  onFollow: (id: string) => void;
}): ReactElement {
  const { data: run } = useQuery(bulkRunQuery(runId));
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const choose = (value: string): void => setOutcome(value === 'done' || value === 'skipped' ? value : null);
  return (
    <div className={styles['result']}>
      {run !== undefined && <Summary run={run} onFollow={onFollow} />}
      <LabelledSelect label="Show" value={outcome ?? ''} onChange={(event) => choose(event.target.value)}>
        <option value="">All</option>
        {Object.entries(outcomes).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </LabelledSelect>
      <Rows runId={runId} outcome={outcome} />
    </div>
  );
}

function Summary({ run, onFollow }: { run: BulkRun; onFollow: (id: string) => void }): ReactElement {
  const acts = useBulk();
  return (
    <div className={styles['summary']}>
      <p>
        <strong>{titleOf(run)}:</strong> {resultOf(run)}
        {run.statusDetail !== null && <span className={styles['detail']}>{run.statusDetail}</span>}
      </p>
      {run.canUndo && (
        <Button
          variant="outlined"
          color="inherit"
          loading={acts.isPending}
          onClick={() => acts.undo(run.id, ({ id }) => onFollow(id))}
        >
          Undo
        </Button>
      )}
    </div>
  );
}

function Rows({ runId, outcome }: { runId: string; outcome: Outcome | null }): ReactElement {
  const query = useInfiniteQuery(bulkRowsQuery(runId, outcome));
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <PagedPanel
      query={query}
      count={rows.length}
      empty={{ icon: 'solar:check-circle-bold-duotone', title: 'Nobody here' }}
      failed="The customers could not be loaded"
    >
      <table className={styles['rows']}>
        <thead>
          <tr>
            <th scope="col">Customer</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.recordId}>
              <td>
                {row.name === null ? (
                  'Not visible to you'
                ) : (
                  <Link to={`/admin/users/view/${row.recordId}`}>{row.name}</Link>
                )}
              </td>
              <td>
                {row.messageStatus ?? outcomes[row.outcome]}
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
