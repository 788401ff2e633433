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

/** The way to the next page of a growing list, and how far it is shown. Nothing when all of it is. */
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
        Show more
        {total !== null && ` (${shown.toLocaleString('en')} of ${total.toLocaleString('en')})`}
      </Button>
    </div>
  );
}
