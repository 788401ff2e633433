import type { Customer } from '@handover/contract/customers.ts';
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type MouseEvent,
  type ReactElement,
} from 'react';
import { useNavigate } from 'react-router';
import { rowHeights } from '../../../../shared/lists/density.ts';
import { useUser } from '../../../../shared/session/session-context.tsx';
import { moved, nameColumn, selectWidth } from '../columns/columns.ts';
import type { Looks } from '../columns/use-looks.ts';
import type { Selection } from '../selection/use-selection.ts';
import { CustomerRow } from './customer-row.tsx';
import styles from './customer-table.module.css';
import { isEditable, type EditableKey } from './edit/editable.ts';
import { HeaderCell } from './header-cell.tsx';
import { useRowKeys } from './use-row-keys.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

interface CustomerTableProps {
  customers: readonly Customer[];
  /** Changes with what is listed: rows of another page come new instead of moving about. */
  pageKey: string;
  sort: string | null;
  onSort: (sort: string | null) => void;
  selection: Selection;
  looks: Looks;
}

/** The page's customers with a checkbox each; it scrolls sideways inside its own named region. */
export function CustomerTable({
  customers,
  pageKey,
  sort,
  onSort,
  selection,
  looks,
}: CustomerTableProps): ReactElement {
  const openRow = useRowShortcut();
  const { timeZone } = useUser();
  const { columns, density } = looks;
  const [editing, setEditing] = useState<{ id: string; key: EditableKey } | null>(null);
  const ids = customers.map(({ id }) => id);
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = useVirtualRows(customers.length, { rowHeight: rowHeights[density], body });
  const keys = useRowKeys({
    ids,
    body,
    scrollTo: rows.scrollTo,
    onToggle: selection.toggle,
    onEdit: (id) => {
      const first = columns.map(({ key }) => key).find(isEditable);
      const isInBin = customers.find((customer) => customer.id === id)?.deletedAt !== null;
      if (first !== undefined && !isInBin) setEditing({ id, key: first });
    },
  });
  const edit = useStable((id: string, key: EditableKey | null): void => {
    setEditing(key === null ? null : { id, key });
    if (key === null) keys.focusRow(id);
  });
  const shown = columns.map(({ key }) => key);
  const move = useStable((key: string, by: number) => looks.setColumns(moved(shown, key, by)));
  const hide = useStable((key: string) => looks.setColumns(shown.filter((other) => other !== key)));
  const sortBy = useStable(onSort);
  const width = selectWidth + nameColumn.width + columns.reduce((sum, column) => sum + column.width, 0);
  const sizes: CSSProperties & Record<'--row-height', string> = {
    '--row-height': `${String(rowHeights[density])}px`,
    minWidth: width,
  };
  return (
    // A region that scrolls must take the focus, or the keyboard cannot scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles['region']} role="region" aria-label="Customers" tabIndex={0}>
      <table className={styles['table']} style={sizes} aria-rowcount={customers.length + 1}>
        <colgroup>
          <col style={{ width: selectWidth }} />
          <col style={{ width: nameColumn.width }} />
          {columns.map(({ key, width: columnWidth }) => (
            <col key={key} style={{ width: columnWidth }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <PageBox ids={ids} selection={selection} />
            <HeaderCell column={nameColumn} sort={sort} onSort={sortBy} onMove={null} onHide={null} />
            {columns.map((column) => (
              <HeaderCell
                key={column.key}
                column={column}
                sort={sort}
                onSort={sortBy}
                onMove={move}
                onHide={hide}
              />
            ))}
          </tr>
        </thead>
        {/* The rows answer the keyboard by themselves; a click on one is only a shortcut for its link. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <tbody key={pageKey} ref={body} onClick={openRow} onKeyDown={keys.onKeyDown} onFocus={keys.onFocus}>
          <Gap height={rows.before} />
          {customers.slice(rows.start, rows.end).map((customer, index) => (
            <CustomerRow
              key={customer.id}
              customer={customer}
              columns={columns}
              density={density}
              timeZone={timeZone}
              rowIndex={rows.start + index + 2}
              isSelected={selection.has(customer.id)}
              isCurrent={customer.id === keys.currentId}
              editing={editing?.id === customer.id ? editing.key : null}
              onToggle={selection.toggle}
              onEdit={edit}
            />
          ))}
          <Gap height={rows.behind} />
        </tbody>
      </table>
    </div>
  );
}

/** The box that selects the page. */
function PageBox({ ids, selection }: { ids: readonly string[]; selection: Selection }): ReactElement {
  const count = ids.filter((id) => selection.has(id)).length;
  return (
    <th scope="col" className={styles['select']}>
      <input
        type="checkbox"
        aria-label="Select all on this page"
        checked={count === ids.length}
        ref={(box) => {
          if (box !== null) box.indeterminate = count > 0 && count < ids.length;
        }}
        onChange={selection.togglePage}
      />
    </th>
  );
}

/** The room of rows that are not drawn. */
function Gap({ height }: { height: number }): ReactElement | null {
  return height === 0 ? null : <tr aria-hidden="true" style={{ height }} />;
}

/** A function of one identity that always does what its latest version does, so that rows need not be drawn anew for it. */
function useStable<Args extends readonly unknown[]>(run: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}

/** A click anywhere on a row follows its link; links, boxes, fields and selected text are left alone. */
function useRowShortcut(): (event: MouseEvent<HTMLElement>) => void {
  const navigate = useNavigate();
  return (event) => {
    if (
      !(event.target instanceof Element) ||
      event.target.closest('a, button, input, select, label, [role="dialog"], [role="presentation"]') !== null
    )
      return;
    const link = event.target.closest('tr')?.querySelector('a');
    if (link == null || window.getSelection()?.toString() !== '') return;
    if (event.ctrlKey || event.metaKey) window.open(link.href, '_blank', 'noopener');
    else void navigate(link.getAttribute('href') ?? '');
  };
}
