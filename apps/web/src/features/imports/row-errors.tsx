import Button from '@mui/material/Button';
import type {
  ImportDetail,
  ImportProblemGroup,
  ImportProblemRow,
} from '@handover/contract/records/imports.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState, type ReactElement } from 'react';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import { problemLabels } from './import-labels.ts';
import { useRowFixes, type RowFixes } from './import-mutations.ts';
import { problemGroupsQuery, problemRowsQuery, type RowErrorsView } from './imports.queries.ts';
import { RowErrorsRow } from './row-errors-row.tsx';
import styles from './row-errors.module.css';

const estimatedHeight = 92;
const overscan = 6;

/** Every row with errors, to fix or skip before the import. */
export function RowErrorsPanel({ run }: { run: ImportDetail }): ReactElement {
  const [view, setView] = useState<RowErrorsView>('all');
  const fixes = useRowFixes(run.id);
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
        <LabeledSelect
          label="Show"
          value={getViewKey(view)}
          onChange={(event) =>
            setView(listViews(groups).find((one) => getViewKey(one) === event.target.value) ?? 'all')
          }
        >
          <option value="all">All rows with errors ({(problems?.open ?? 0).toLocaleString('en')})</option>
          {groups.map((group) => (
            <option key={getViewKey(group)} value={getViewKey(group)}>
              {formatGroup(group, run.columns)} ({group.count.toLocaleString('en')})
            </option>
          ))}
          <option value="fixed">Fixed and skipped ({(problems?.fixed ?? 0).toLocaleString('en')})</option>
        </LabeledSelect>
        {typeof view === 'object' && rows.length > 0 && (
          <Button
            variant="outlined"
            color="inherit"
            onClick={() => {
              fixes.skipAll({ column: view.column, kind: view.kind });
              setView('all');
            }}
          >
            Skip all
          </Button>
        )}
      </div>
      <PagedPanel
        query={query}
        count={rows.length}
        empty={getEmptyState(view)}
        failed="The rows could not be loaded"
      >
        <RowErrorsRows
          key={getViewKey(view)}
          rows={rows}
          total={query.data?.pages[0]?.total ?? rows.length}
          headings={run.columns}
          fixes={fixes}
          hasMore={hasNextPage}
          onMore={more}
        />
      </PagedPanel>
      {rows.length > 0 && (
        <p className={styles['hint']}>
          Press Enter to save and go to the next error, or Ctrl+Enter to apply the fix to every matching
          value.
        </p>
      )}
    </div>
  );
}

/** The selected problem remains in the list after its last row is fixed. */
function withShown(
  groups: readonly ImportProblemGroup[],
  view: RowErrorsView,
): readonly ImportProblemGroup[] {
  const isListed = typeof view === 'string' || groups.some((group) => getViewKey(group) === getViewKey(view));
  return isListed ? groups : [...groups, { column: view.column, kind: view.kind, count: 0 }];
}

function listViews(groups: readonly ImportProblemGroup[]): RowErrorsView[] {
  return ['all', 'fixed', ...groups.map(({ column, kind }) => ({ column, kind }))];
}

function getViewKey(view: RowErrorsView): string {
  return typeof view === 'string' ? view : `${view.kind} ${view.column ?? ''}`;
}

function formatGroup({ column, kind }: ImportProblemGroup, columns: readonly string[]): string {
  const heading = column === null ? 'Whole row' : (columns[Number(column)] ?? '');
  return `${heading}: ${problemLabels[kind]}`;
}

function getEmptyState(view: RowErrorsView): { icon: string; title: string; text?: string } {
  const icon = 'solar:check-circle-bold-duotone';
  if (view === 'all') return { icon, title: 'No rows with errors', text: 'Every row can be imported.' };
  if (view === 'fixed') return { icon, title: 'No rows fixed or skipped yet' };
  return { icon, title: 'No rows left with this problem' };
}

interface RowErrorsRowsProps {
  rows: readonly ImportProblemRow[];
  total: number;
  headings: readonly string[];
  fixes: RowFixes;
  hasMore: boolean;
  onMore: () => void;
}

/** The rows in view; others are added to the page when scrolled to. */
function RowErrorsRows({ rows, total, headings, fixes, hasMore, onMore }: RowErrorsRowsProps): ReactElement {
  const region = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- scrolling is outside of React, so this component is not memoized
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => region.current,
    estimateSize: () => estimatedHeight,
    getItemKey: (index) => rows[index]?.row ?? index,
    overscan,
  });
  const shown = virtual.getVirtualItems();
  const lastShown = shown.at(-1)?.index ?? 0;
  const isNearEnd = hasMore && lastShown >= rows.length - overscan;

  // Scrolling happens outside of React, so the next page is fetched in an effect.
  useEffect(() => {
    if (isNearEnd) onMore();
  }, [isNearEnd, onMore]);

  return (
    <div
      ref={region}
      className={styles['region']}
      role="region"
      aria-label="Rows with errors"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must take the focus, or the keyboard cannot scroll it
      tabIndex={0}
      data-rows
    >
      <ul className={styles['rows']} style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, key, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={styles['row']}
              style={{ transform: `translateY(${String(start)}px)` }}
              aria-setsize={total}
              aria-posinset={index + 1}
            >
              <RowErrorsRow row={row} headings={headings} fixes={fixes} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
