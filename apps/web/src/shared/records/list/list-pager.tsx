import IconButton from '@mui/material/IconButton';
import { memo, useTransition, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { formatTotal, type ShownTotal } from './list-page.ts';
import styles from './list-pager.module.css';

interface ListPagerProps {
  /** The number of rows shown, and of rows on a full page. */
  shown: number;
  pageSize: number;
  total: Pick<ShownTotal, 'count' | 'isExact'>;
  nextCursor: string | null;
  /** The current page, from 1, and its cursor. */
  search: { readonly page: number; readonly cursor: string | null };
  toNext: (cursor: string) => void;
  toPrevious: () => void;
  /** Whether the page on screen is not the requested one yet. */
  isStale: boolean;
}

/** The range of the rows shown, with links to the next and previous page. It responds immediately to a click. */
export const ListPager = memo(function ListPager({
  shown,
  pageSize,
  total,
  nextCursor,
  search,
  toNext,
  toPrevious,
  isStale,
}: ListPagerProps): ReactElement {
  const start = (search.page - 1) * pageSize;
  const [isPending, turn] = useTransition();
  return (
    <div className={styles['pager']} data-pending={isPending}>
      <p className={styles['range']}>
        {(start + 1).toLocaleString('en')}–{(start + shown).toLocaleString('en')}
        {total.count !== null && ` of ${formatTotal(total)}`}
      </p>
      <nav aria-label="Pages" className={styles['buttons']}>
        <IconButton
          aria-label="Previous page"
          disabled={isStale || search.cursor === null}
          onClick={() => turn(toPrevious)}
        >
          <Icon name="solar:alt-arrow-left-linear" size={20} />
        </IconButton>
        <IconButton
          aria-label="Next page"
          disabled={isStale || nextCursor === null}
          onClick={() => nextCursor !== null && turn(() => toNext(nextCursor))}
        >
          <Icon name="solar:alt-arrow-right-linear" size={20} />
        </IconButton>
      </nav>
    </div>
  );
});
