import type { ReactElement, ReactNode } from 'react';
import { EmptyState, FailedState } from '@handover/ui/states/state-panel.tsx';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import Button from '@mui/material/Button';
import styles from './load-more.module.css';

interface PagedPanelProps {
  query: { isPending: boolean; error: Error | null; data: unknown; refetch: () => Promise<unknown> };
  /** The number of records to show. */
  count: number;
  empty: { icon: string; title: string; text?: string };
  /** The message when loading failed. */
  failed: string;
  children: ReactNode;
}

/** A panel with its own loading, empty, and failed states. */
export function PagedPanel({ query, count, empty, failed, children }: PagedPanelProps): ReactNode {
  if (query.isPending) return <ListSkeleton columns={['32px', '1fr']} rowHeight={56} rows={5} />;
  if (query.data === undefined) return <Failed query={query} title={failed} />;
  if (count === 0) return <EmptyState {...empty} />;
  return children;
}

function Failed({ query, title }: { query: PagedPanelProps['query']; title: string }): ReactElement {
  return (
    <FailedState title={title} text={getErrorMessage(query.error)} onRetry={() => void query.refetch()} />
  );
}

interface LoadMoreProps {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: Error | null;
    data?: { readonly pages: readonly unknown[] } | undefined;
    fetchNextPage: () => Promise<unknown>;
  };
  shown: number;
  /** Null if unknown. */
  total: number | null;
}

/** A button that loads the next page, with the number of items shown. Renders nothing once all are shown. */
export function LoadMore({ query, shown, total }: LoadMoreProps): ReactElement | null {
  if (!query.hasNextPage) return null;
  return (
    <div className={styles['more']}>
      {query.isFetchNextPageError && <p role="alert">{getErrorMessage(query.error)}</p>}
      <Button
        variant="outlined"
        color="inherit"
        loading={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {formatMore({ shown, pages: query.data?.pages.length, total })}
      </Button>
      {total !== null && total > shown && (
        <p className={styles['count']}>{`${shown.toLocaleString('en')} of ${total.toLocaleString('en')}`}</p>
      )}
    </div>
  );
}

/** “Show 25 more”: as many as the next page has. */
function formatMore({
  shown,
  pages = 1,
  total,
}: Omit<LoadMoreProps, 'query'> & { pages: number | undefined }): string {
  if (total === null || total <= shown) return 'Show more';
  return `Show ${Math.min(Math.ceil(shown / pages), total - shown).toLocaleString('en')} more`;
}
