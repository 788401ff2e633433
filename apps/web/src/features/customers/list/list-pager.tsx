import IconButton from '@mui/material/IconButton';
import type { ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { pageSize, type CustomerPage } from '../customers.queries.ts';
import styles from './list-pager.module.css';
import type { ListNavigation } from './search/use-list-search.ts';

interface ListPagerProps extends Pick<ListNavigation, 'search' | 'toNext' | 'toPrevious'> {
  data: CustomerPage;
  /** The page on screen is not yet the one asked for. */
  isStale: boolean;
}

/** Which rows are shown, and the way to the next and previous page. */
export function ListPager({ data, search, toNext, toPrevious, isStale }: ListPagerProps): ReactElement {
  const { users, total, nextCursor } = data;
  const start = (search.page - 1) * pageSize;
  return (
    <div className={styles['pager']}>
      <p className={styles['range']}>
        {(start + 1).toLocaleString('en')}–{(start + users.length).toLocaleString('en')} of{' '}
        {total.toLocaleString('en')}
      </p>
      <nav aria-label="Pages" className={styles['buttons']}>
        <IconButton
          aria-label="Previous page"
          disabled={isStale || search.cursor === null}
          onClick={toPrevious}
        >
          <Icon name="solar:alt-arrow-left-linear" size={20} />
        </IconButton>
        <IconButton
          aria-label="Next page"
          disabled={isStale || nextCursor === null}
          onClick={() => nextCursor !== null && toNext(nextCursor)}
        >
          <Icon name="solar:alt-arrow-right-linear" size={20} />
        </IconButton>
      </nav>
    </div>
  );
}
