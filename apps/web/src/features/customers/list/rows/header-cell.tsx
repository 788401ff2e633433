import { customerSortKeys, type CustomerSortPart } from '@handover/contract/customer-list.ts';
import { readSort } from '@handover/contract/record-sort.ts';
import { memo, type ReactElement } from 'react';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { MenuButton, type MenuAction } from '@handover/ui/parts/menu-button.tsx';
import { SortButton } from '#shared/lists/table/sort-button.tsx';
import type { Column } from '../columns/columns.ts';
import { nextSort, withSortKey } from '../search/list-search.ts';
import styles from './customer-table.module.css';

interface HeaderCellProps {
  column: Column;
  sort: string | null;
  onSort: (sort: string | null) => void;
  /** Moves the column by places; null for the one that stays first. */
  onMove: ((key: string, by: number) => void) | null;
  onHide: ((key: string) => void) | null;
}

const ranks = ['first', 'second', 'third'] as const;

/** The head of a column: a click orders by it, with Shift after the keys there are; the rest is in its menu. */
export const HeaderCell = memo(function HeaderCell({
  column,
  sort,
  onSort,
  onMove,
  onHide,
}: HeaderCellProps): ReactElement {
  const { key, title, sort: name } = column;
  const parts = readSort(sort ?? '', customerSortKeys);
  const rank = parts.findIndex((part) => part.key === name);
  const part = parts[rank];
  const direction = part === undefined ? 'none' : part.isDescending ? 'descending' : 'ascending';
  return (
    <th
      scope="col"
      // One column alone may say that the table is ordered by it: the first key's.
      aria-sort={name === undefined ? undefined : rank === 0 ? direction : 'none'}
      className={classNames(key === 'name' && styles['sticky'], column.isNumeric && styles['numeric'])}
    >
      <span className={styles['head']}>
        {name === undefined ? (
          <span className={styles['title']}>{title}</span>
        ) : (
          <SortButton
            title={title}
            direction={direction}
            onSort={({ isAdded }) => onSort(nextSort(sort, name, { isAdded }))}
          >
            {parts.length > 1 && rank >= 0 && (
              <span className={styles['rank']} title={`${ranks[rank] ?? ''} key, ${direction}`}>
                {rank + 1}
              </span>
            )}
          </SortButton>
        )}
        <span className={styles['menu']}>
          <MenuButton
            label={`${title} column`}
            isIconOnly
            actions={[
              ...(name === undefined ? [] : sortActions(sort, name, onSort)),
              ...(onMove === null || onHide === null ? [] : placeActions(key, { onMove, onHide })),
            ]}
          />
        </span>
      </span>
    </th>
  );
});

function sortActions(
  sort: string | null,
  key: CustomerSortPart['key'],
  onSort: (sort: string | null) => void,
): MenuAction[] {
  const parts = readSort(sort ?? '', customerSortKeys);
  const hasOthers = parts.some((part) => part.key !== key);
  const set = (isDescending: boolean | null, isAdded: boolean) => (): void =>
    onSort(withSortKey(sort, key, { isDescending, isAdded }));
  return [
    { label: 'Sort ascending', onSelect: set(false, false) },
    { label: 'Sort descending', onSelect: set(true, false) },
    ...(hasOthers
      ? [
          { label: 'Then by this, ascending', onSelect: set(false, true) },
          { label: 'Then by this, descending', onSelect: set(true, true) },
        ]
      : []),
    ...(parts.some((part) => part.key === key)
      ? [{ label: 'Do not sort by this', onSelect: set(null, true) }]
      : []),
  ];
}

function placeActions(
  key: string,
  { onMove, onHide }: { onMove: (key: string, by: number) => void; onHide: (key: string) => void },
): MenuAction[] {
  return [
    { label: 'Move left', onSelect: () => onMove(key, -1) },
    { label: 'Move right', onSelect: () => onMove(key, 1) },
    { label: 'Hide column', onSelect: () => onHide(key) },
  ];
}
