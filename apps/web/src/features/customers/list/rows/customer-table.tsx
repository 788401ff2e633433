import type { Customer } from '@handover/contract/customers.ts';
import { useCallback, useEffect, useRef, useState, type ReactElement } from 'react';
import { rowHeights } from '#shared/lists/density.ts';
import { ScrollTable } from '#shared/lists/table/scroll-table.tsx';
import { useRowShortcut } from '#shared/lists/table/use-row-shortcut.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { moved, nameColumn, selectWidth } from '../columns/columns.ts';
import type { DisplaySettings } from '../columns/use-display-settings.ts';
import { PageBox } from '../selection/page-box.tsx';
import type { Selection } from '../selection/use-selection.ts';
import { CustomerRow } from './customer-row.tsx';
import styles from './customer-table.module.css';
import { isEditable, type EditableKey } from './edit/editable.ts';
import { prepareCellEditor } from './edit/lazy-cell-editor.ts';
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
  looks: DisplaySettings;
}

/** The page's customers with a checkbox each. */
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
  const { columns, density, currency } = looks;
  const [editing, setEditing] = useState<{ id: string; key: EditableKey } | null>(null);
  const ids = customers.map(({ id }) => id);
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = useVirtualRows(customers.length, { pageKey, rowHeight: rowHeights[density], body });
  const keys = useRowKeys({
    ids,
    body,
    scrollTo: rows.scrollTo,
    onToggle: selection.toggle,
    onEdit: (id) => {
      const first = columns.map(({ key }) => key).find(isEditable);
      const isInTrash = customers.find((customer) => customer.id === id)?.deletedAt !== null;
      if (first !== undefined && !isInTrash) setEditing({ id, key: first });
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
  return (
    <ScrollTable
      label="Customers"
      widths={[selectWidth, nameColumn.width, ...columns.map(({ width }) => width)]}
      rowHeight={rowHeights[density]}
      rows={customers.length}
    >
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col" className={styles['select']}>
            <PageBox ids={ids} selection={selection} />
          </th>
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
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the rows answer the keyboard by themselves; a click on one is only a shortcut for its link */}
      <tbody
        key={pageKey}
        ref={body}
        onClick={openRow}
        onKeyDown={keys.onKeyDown}
        onFocus={(event) => {
          prepareCellEditor();
          keys.onFocus(event);
        }}
      >
        <Gap height={rows.before} />
        {customers.slice(rows.start, rows.end).map((customer, index) => (
          <CustomerRow
            key={customer.id}
            customer={customer}
            columns={columns}
            density={density}
            timeZone={timeZone}
            currency={currency}
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
    </ScrollTable>
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
