import type { ReactElement, ReactNode } from 'react';
import { EmptyState, FailedState } from '@handover/ui/states/state-panel.tsx';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { messageOf } from '#shared/api/api-error.ts';

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
