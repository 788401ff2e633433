import type { Customer } from '@handover/contract/customers.ts';
import type { CSSProperties, MouseEvent, ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { useUser } from '../../../../shared/session/session-context.tsx';
import { columns, selectWidth, type Column } from './columns.ts';
import { CustomerRow } from './customer-row.tsx';
import styles from './customer-table.module.css';
import { rowHeights, type Density } from './density.ts';
import type { CustomerSort } from '../search/list-search.ts';
import type { Selection } from '../use-selection.ts';

interface CustomerTableProps {
  customers: readonly Customer[];
  sort: CustomerSort | null;
  onSort: (column: string) => void;
  selection: Selection;
  density: Density;
}

/** The page's customers with a checkbox each; it scrolls sideways inside its own named region. */
export function CustomerTable({
  customers,
  sort,
  onSort,
  selection,
  density,
}: CustomerTableProps): ReactElement {
  const openRow = useRowShortcut();
  const { timeZone } = useUser();
  const pageIds = customers.map(({ id }) => id);
  const selectedCount = selection.isAll
    ? pageIds.length
    : pageIds.filter((id) => selection.ids.has(id)).length;
  const height: CSSProperties & Record<'--row-height', string> = {
    '--row-height': `${String(rowHeights[density])}px`,
  };
  return (
    // A region that scrolls must take the focus, or the keyboard cannot scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles['region']} role="region" aria-label="Customers" tabIndex={0}>
      <table className={styles['table']} style={height}>
        <colgroup>
          <col style={{ width: selectWidth }} />
          {columns.map(({ key, width }) => (
            <col key={key} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className={styles['select']}>
              <input
                type="checkbox"
                aria-label="Select all on this page"
                checked={selectedCount === pageIds.length}
                ref={(box) => {
                  if (box !== null) box.indeterminate = selectedCount > 0 && selectedCount < pageIds.length;
                }}
                onChange={() => selection.togglePage(pageIds)}
              />
            </th>
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        {/* The name's link is the way for the keyboard; the row is only a shortcut for the mouse. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
        <tbody onClick={openRow}>
          {customers.map((customer) => (
            <CustomerRow
              key={customer.id}
              customer={customer}
              density={density}
              timeZone={timeZone}
              isSelected={selection.isAll || selection.ids.has(customer.id)}
              onToggle={selection.toggle}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function HeaderCell({
  column,
  sort,
  onSort,
}: {
  column: Column;
  sort: CustomerSort | null;
  onSort: (column: string) => void;
}): ReactElement {
  const name = column.sort;
  if (name === undefined) return <th scope="col">{column.title}</th>;
  const direction = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : 'none';
  return (
    <th scope="col" aria-sort={direction} className={column.key === 'name' ? styles['sticky'] : undefined}>
      <button type="button" className={styles['sort']} onClick={() => onSort(name)}>
        {column.title}
        <span className={styles[direction]}>
          <Icon
            name={direction === 'descending' ? 'solar:alt-arrow-down-linear' : 'solar:alt-arrow-up-linear'}
            size={14}
          />
        </span>
      </button>
    </th>
  );
}

/** A click anywhere on a row follows its link; links, boxes and selected text are left alone. */
function useRowShortcut(): (event: MouseEvent<HTMLElement>) => void {
  const navigate = useNavigate();
  return (event) => {
    if (!(event.target instanceof Element) || event.target.closest('a, button, input, label') !== null)
      return;
    const link = event.target.closest('tr')?.querySelector('a');
    if (link == null || window.getSelection()?.toString() !== '') return;
    if (event.ctrlKey || event.metaKey) window.open(link.href, '_blank', 'noopener');
    else void navigate(link.getAttribute('href') ?? '');
  };
}
