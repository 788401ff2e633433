import Button from '@mui/material/Button';
import type { ReactElement } from 'react';
import { messageOf } from '#shared/api/api-error.ts';
import styles from './load-more.module.css';

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
