import Button from '@mui/material/Button';
import type { ImportDetail, ImportProblemGroup } from '@handover/contract/imports.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useState, type ReactElement } from 'react';
import { LabelledSelect } from '@handover/ui/forms/labelled-select.tsx';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import { problemLabels } from '../import-labels.ts';
import { RowErrorsRows } from './row-errors-rows.tsx';
import { problemGroupsQuery, problemRowsQuery, type RowErrorsView } from './row-errors.queries.ts';
import styles from './row-errors.module.css';
import { useRowErrors } from './use-row-errors.ts';

/** Every row of the file that would be left out, to be mended or skipped before the import. */
export function RowErrorsPanel({ run }: { run: ImportDetail }): ReactElement {
  const [view, setView] = useState<RowErrorsView>('all');
  const mending = useRowErrors(run.id);
  const { data: problems } = useQuery(problemGroupsQuery(run.id));
  const groups = withShown(problems?.groups ?? [], view);
  const query = useInfiniteQuery(problemRowsQuery(run.id, view));
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const more = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [isFetchingNextPage, fetchNextPage]);
  return (
    <div className={styles['panel']}>
      <div className={styles['filter']}>
        <LabelledSelect
          label="Show"
          value={keyOf(view)}
          onChange={(event) =>
            setView(viewsOf(groups).find((one) => keyOf(one) === event.target.value) ?? 'all')
          }
        >
          <option value="all">All rows to mend ({(problems?.open ?? 0).toLocaleString('en')})</option>
          {groups.map((group) => (
            <option key={keyOf(group)} value={keyOf(group)}>
              {groupText(group, run.columns)} ({group.count.toLocaleString('en')})
            </option>
          ))}
          <option value="mended">Mended and skipped ({(problems?.mended ?? 0).toLocaleString('en')})</option>
        </LabelledSelect>
        {typeof view === 'object' && rows.length > 0 && (
          <Button
            variant="outlined"
            color="inherit"
            onClick={() => {
              mending.skipAll({ column: view.column, kind: view.kind });
              setView('all');
            }}
          >
            Skip all of these
          </Button>
        )}
      </div>
      <PagedPanel
        query={query}
        count={rows.length}
        empty={emptyText(view)}
        failed="The rows could not be loaded"
      >
        <RowErrorsRows
          key={keyOf(view)}
          rows={rows}
          total={query.data?.pages[0]?.total ?? rows.length}
          headings={run.columns}
          mending={mending}
          hasMore={hasNextPage}
          onMore={more}
        />
      </PagedPanel>
      {rows.length > 0 && (
        <p className={styles['hint']}>
          Enter keeps a value and goes to the next bad cell, Ctrl+Enter keeps it for all equal ones.
        </p>
      )}
    </div>
  );
}

/** The problem that is shown stays to be chosen from when its last row is mended. */
function withShown(
  groups: readonly ImportProblemGroup[],
  view: RowErrorsView,
): readonly ImportProblemGroup[] {
  const isListed = typeof view === 'string' || groups.some((group) => keyOf(group) === keyOf(view));
  return isListed ? groups : [...groups, { column: view.column, kind: view.kind, count: 0 }];
}

function viewsOf(groups: readonly ImportProblemGroup[]): RowErrorsView[] {
  return ['all', 'mended', ...groups.map(({ column, kind }) => ({ column, kind }))];
}

function keyOf(view: RowErrorsView): string {
  return typeof view === 'string' ? view : `${view.kind} ${view.column ?? ''}`;
}

function groupText({ column, kind }: ImportProblemGroup, columns: readonly string[]): string {
  const heading = column === null ? 'Whole row' : (columns[Number(column)] ?? '');
  return `${heading}: ${problemLabels[kind]}`;
}

function emptyText(view: RowErrorsView): { icon: string; title: string; text?: string } {
  const icon = 'solar:check-circle-bold-duotone';
  if (view === 'all')
    return { icon, title: 'No row needs mending', text: 'Every row of the file can be taken.' };
  if (view === 'mended') return { icon, title: 'Nothing is mended or skipped yet' };
  return { icon, title: 'No row has this problem any more' };
}
