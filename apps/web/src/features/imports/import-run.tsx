import Alert from '@mui/material/Alert';
import { recordInfo } from '@handover/contract/records/records.ts';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { getUndoResult, importTransitions, type ImportRun } from '@handover/contract/records/imports.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { PagedPanel, LoadMore } from '#shared/lists/paged-panel.tsx';
import { formatRowCount } from './import-labels.ts';
import { useImportMutations } from './import-mutations.ts';
import { rejectionsQuery, unrevertedQuery } from './imports.queries.ts';
import styles from './imports.module.css';

/** The progress of an import, which continues when the page is closed. */
export function ImportProgress({ run }: { run: ImportRun }): ReactElement {
  const mutations = useImportMutations(run.id);
  const percent = Math.round(run.progress * 100);
  return (
    <div className={styles['results']}>
      <p role="status">{formatProgress(run, percent)}</p>
      <LinearProgress
        variant={run.status === 'queued' ? 'indeterminate' : 'determinate'}
        value={percent}
        aria-label="Import"
      />
      <ImportCounts recordType={run.recordType} counts={run.counts} />
      <p className={styles['hint']}>
        You can close this window. The import keeps running. To check on it, select Import.
      </p>
      {mutations.failure !== null && <Alert severity="error">{mutations.failure}</Alert>}
      {run.status !== 'undoing' && (
        <div>
          <Button variant="outlined" color="inherit" loading={mutations.isPending} onClick={mutations.cancel}>
            Stop import
          </Button>
        </div>
      )}
    </div>
  );
}

function formatProgress({ status, fileName }: ImportRun, percent: number): string {
  if (status === 'queued') return `${fileName} is queued.`;
  return `${status === 'undoing' ? 'Undoing the import of' : 'Importing'} ${fileName}: ${String(percent)}%`;
}

/** The result of an import. */
export function ImportResult({ run }: { run: ImportRun }): ReactElement {
  const mutations = useImportMutations(run.id);
  const [isAsking, setAsking] = useState(false);
  const { counts } = run;
  const { many } = recordInfo[run.recordType];
  return (
    <div className={styles['results']}>
      <Outcome run={run} />
      <ImportCounts recordType={run.recordType} counts={counts} />
      {mutations.failure !== null && (
        <Alert severity="error" role="alert">
          {mutations.failure}
        </Alert>
      )}
      <div className={styles['actions']}>
        {importTransitions[run.status].includes('queued') && (
          <Button
            loading={mutations.isPending}
            onClick={() => {
              const { mapping, mode, overwrite, fixCapitalization } = run;
              mutations.start({ mapping, mode, overwrite, fixCapitalization });
            }}
          >
            Start again
          </Button>
        )}
        {run.canUndo && (
          <Button variant="outlined" color="inherit" onClick={() => setAsking(true)}>
            {run.status === 'undone' ? 'Undo the rest' : 'Undo import'}
          </Button>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={`Undo the import of ${run.fileName}?`}
          confirmLabel="Undo import"
          isDangerous
          isPending={mutations.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            mutations.undo();
          }}
        >
          This deletes {counts.created.toLocaleString('en')} created {many} and restores{' '}
          {counts.updated.toLocaleString('en')} updated {many}. Any {many} changed since the import are kept
          and listed.
        </ConfirmDialog>
      )}
      {counts.kept > 0 && <UnrevertedRows run={run} />}
      {run.status !== 'undone' && counts.rejected > 0 && (
        <Rejections run={run} onDownload={mutations.downloadRejections} />
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
      <Alert severity="warning">{`The import of ${fileName} was stopped. Rows imported before that were not removed.`}</Alert>
    );
  if (run.status === 'undone')
    return (
      <Alert severity={counts.kept === 0 ? 'success' : 'warning'}>
        {`Import of ${fileName} undone: ${formatRowCount(counts.undone)} ${getUndoResult(counts)}${counts.kept === 0 ? '' : `, ${number(counts.kept)} not undone`}`}
      </Alert>
    );
  return (
    <Alert severity="success">{`${fileName}: ${number(counts.created + counts.updated)} imported, ${number(counts.rejected)} skipped`}</Alert>
  );
}

const undoResultLabels = { removed: 'Removed', restored: 'Restored', reverted: 'Reverted' } as const;

type Fact = readonly [name: string, count: number];

/** The rows of an import, or of its undo, so far. */
function ImportCounts({ recordType, counts }: Pick<ImportRun, 'recordType' | 'counts'>): ReactElement {
  const ofUndo: readonly Fact[] = [
    [undoResultLabels[getUndoResult(counts)], counts.undone],
    ['Not undone', counts.kept],
  ];
  const ofImport: readonly Fact[] = [
    ['Individuals', counts.individuals],
    ['Organizations', counts.organizations],
  ];
  const isUndo = counts.undone + counts.kept > 0;
  const facts: readonly Fact[] = [
    ['Rows read', counts.rows],
    ...(isUndo || recordType !== 'customer' ? [] : ofImport),
    ['Created', counts.created],
    ['Updated', counts.updated],
    ['Skipped', counts.rejected],
    ...(isUndo ? ofUndo : []),
  ];
  return (
    <dl className={styles['counts']}>
      {facts.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{count.toLocaleString('en')}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Skipped rows with their reasons, also as a file to correct and import again. */
function Rejections({ run, onDownload }: { run: ImportRun; onDownload: () => void }): ReactElement {
  const query = useInfiniteQuery(rejectionsQuery(run.id));
  const rejections = query.data?.pages.flatMap((page) => page.rejections) ?? [];
  return (
    <section aria-label="Skipped rows">
      <div className={styles['heading']}>
        <h3 className={styles['title']}>Skipped rows</h3>
        <Button
          variant="outlined"
          color="inherit"
          size="small"
          startIcon={<Icon name="solar:download-minimalistic-linear" size={16} />}
          onClick={onDownload}
        >
          Download with reasons
        </Button>
      </div>
      <PagedPanel
        query={query}
        count={rejections.length}
        empty={{ icon: 'solar:check-circle-bold-duotone', title: 'No rows were skipped' }}
        failed="The rows could not be loaded"
      >
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Name</th>
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>
            {rejections.map(({ row, name, reason }) => (
              <tr key={row}>
                <td>{row}</td>
                <td>{name}</td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <LoadMore
          query={query}
          shown={rejections.length}
          total={query.data?.pages[0]?.total ?? rejections.length}
        />
      </PagedPanel>
    </section>
  );
}

/** The records that an undo kept, and why. */
function UnrevertedRows({ run }: { run: ImportRun }): ReactElement {
  const { one, many, path } = recordInfo[run.recordType];
  const query = useInfiniteQuery(unrevertedQuery(run.id));
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <section aria-label={`${many.charAt(0).toUpperCase() + many.slice(1)} not undone`}>
      <h3 className={styles['title']}>Not undone</h3>
      <PagedPanel
        query={query}
        count={rows.length}
        empty={{ icon: 'solar:check-circle-bold-duotone', title: 'All rows were undone' }}
        failed="The rows could not be loaded"
      >
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">{one.charAt(0).toUpperCase() + one.slice(1)}</th>
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, recordId, name, reason }) => (
              <tr key={row}>
                <td>{row}</td>
                <td>{name === null ? '' : <Link to={`${path}${recordId}`}>{name}</Link>}</td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <LoadMore query={query} shown={rows.length} total={query.data?.pages[0]?.total ?? rows.length} />
      </PagedPanel>
    </section>
  );
}
