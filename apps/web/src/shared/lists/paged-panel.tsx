import { type ReactElement, type ReactNode, useEffect, useRef, type RefObject } from 'react';
import { EmptyState, FailedState } from '@handover/ui/states/state-panel.tsx';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import Button from '@mui/material/Button';
import styles from './load-more.module.css';
import { useLocation } from 'react-router';

interface PagedPanelProps {
  query: { isPending: boolean; error: Error | null; data: unknown; refetch: () => Promise<unknown> };
  /** How many records there are to show. */
  count: number;
  empty: { icon: string; title: string; text?: string };
  /** What to say when loading failed. */
  failed: string;
  children: ReactNode;
}

/** A panel that loads, is empty or fails by itself; the rest of the page goes on. */
export function PagedPanel({ query, count, empty, failed, children }: PagedPanelProps): ReactNode {
  if (query.isPending) return <ListSkeleton columns={['32px', '1fr']} rowHeight={56} rows={5} />;
  if (query.data === undefined) return <Failed query={query} title={failed} />;
  if (count === 0) return <EmptyState {...empty} />;
  return children;
}

function Failed({ query, title }: { query: PagedPanelProps['query']; title: string }): ReactElement {
  return <FailedState title={title} text={messageOf(query.error)} onRetry={() => void query.refetch()} />;
}

interface LoadMoreProps {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: Error | null;
    fetchNextPage: () => Promise<unknown>;
  };
  shown: number;
  /** Null where nobody counts them. */
  total: number | null;
}

/** The button for the next page of a growing list; nothing when all of it is shown. */
export function LoadMore({ query, shown, total }: LoadMoreProps): ReactElement | null {
  if (!query.hasNextPage) return null;
  return (
    <div className={styles['more']}>
      {query.isFetchNextPageError && <p role="alert">{messageOf(query.error)}</p>}
      <Button
        variant="outlined"
        color="inherit"
        loading={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {labelOf(shown, total)}
      </Button>
    </div>
  );
}

function labelOf(shown: number, total: number | null): string {
  if (total === null) return 'Show more';
  if (total - shown === 1) return 'Show 1 more';
  return `Show more (${shown.toLocaleString('en')} of ${total.toLocaleString('en')})`;
}

/** Brings an element into view when the address names it after the `#`. Whether it does, and the ref to put on it. */
export function useHashTarget<E extends HTMLElement>(
  id: string,
): { ref: RefObject<E | null>; isTarget: boolean } {
  const ref = useRef<E>(null);
  const { hash } = useLocation();
  const isTarget = hash === `#${id}`;
  useEffect(() => {
    if (isTarget) ref.current?.scrollIntoView({ block: 'center' });
  }, [isTarget]);
  return { ref, isTarget };
}

interface Pages {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/** Loads more pages until the item of a kind is there that the address names after the `#`. */
export function useReachItem(
  kind: string,
  { query, items }: { query: Pages; items: readonly { id: string }[] },
): void {
  const { hash } = useLocation();
  const targetId = hash.startsWith(`#${kind}-`) ? hash.slice(kind.length + 2) : undefined;
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const isMissing = targetId !== undefined && items.every(({ id }) => id !== targetId);
  const isToFetch = isMissing && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (isToFetch) void fetchNextPage();
  }, [isToFetch, fetchNextPage]);
}
