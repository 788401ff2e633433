import type { ReactElement } from 'react';
import { pageSizes } from '../search/list-search.ts';
import type { ListNavigation } from '../search/use-list-search.ts';
import styles from './display-panel.module.css';

/** How many customers a page has. */
export function PageSize({ list }: { list: ListNavigation }): ReactElement {
  return (
    <label className={styles['line']}>
      Rows on a page
      <select
        value={list.search.limit}
        onChange={(event) => list.setLimit(Number(event.target.value))}
        className={styles['select']}
      >
        {pageSizes.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </select>
    </label>
  );
}
