import { memo, useCallback, useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { MenuButton, type MenuAction } from '@handover/ui/parts/menu-button.tsx';
import { ScrollTable, SortButton } from './scroll-table.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import {
  moveKey,
  useRecordFields,
  type AnyColumn,
  type DisplaySettings,
  rowHeights,
} from '../display/display-settings.ts';
import { findNextSort, readSort, withSortKey } from '../list-search.ts';
import { RowPreview } from '../preview/row-preview.tsx';
import type { AnyList, CellContext, ListRow, PreviewProps } from '../record-list.ts';
import { GroupHeading, prepareCellEditor, RecordRow, SelectBox } from './record-row.tsx';
import styles from './record-table.module.css';
import type { RowGroup } from '../list-page.ts';
import { useRowKeys, useRowShortcut } from './use-row-keys.ts';
import type { Selection } from '../bulk/use-selection.ts';
import { hasValueIn, useFittingColumns, getWidths } from './use-fitting-columns.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

interface RecordTableProps {
  list: AnyList;
  groups: readonly RowGroup[];
  /** The IDs of matching rows, without similar records. */
  pageIds: readonly string[];
  /** The matching text of records found by something other than their name, by ID. */
  matched: Readonly<Record<string, string>>;
  /** Changes with the listed records: rows of another page are new elements instead of moved ones. */
  pageKey: string;
  sort: string | null;
  onSort: (sort: string | null) => void;
  selection: Selection;
  isSelectable: boolean;
  display: DisplaySettings;
  onOpen: ((row: ListRow) => void) | null;
  /** Null for a list without previews. */
  Latest: PreviewProps['Latest'] | null;
}

type Item = { readonly group: RowGroup } | { readonly row: ListRow };

/** The records of the page, each with a checkbox. */
export function RecordTable(props: RecordTableProps): ReactElement {
  const { list, groups, matched, pageKey, selection, isSelectable, display, onOpen, Latest } = props;
  const openRow = useRowShortcut();
  const context = useCellContext(list);
  const { density } = display;
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const columns = useFittingColumns(list, { display, isSelectable, frame });
  const [editing, setEditing] = useState<{ id: string; key: string } | null>(null);
  const records = useMemo(() => groups.flatMap(({ rows }) => rows), [groups]);
  const ids = useMemo(() => records.map(({ id }) => id), [records]);
  const items = useMemo(() => toItems(groups), [groups]);
  const hasValue = (column: AnyColumn): boolean => hasValueIn(column, records, context);
  const body = useRef<HTMLTableSectionElement>(null);
  const rowHeight = rowHeights[density];
  const rows = useVirtualRows(items.length, { pageKey, rowHeight, body });
  const keys = useRowKeys({
    ids,
    body,
    scrollTo: (index) =>
      rows.scrollTo(items.findIndex((item) => 'row' in item && item.row.id === ids[index])),
    onToggle: selection.toggle,
    onPreview: () => togglePreview(),
    onEdit: (id) => {
      const first = columns.find(({ edit }) => edit !== undefined);
      const row = records.find((record) => record.id === id);
      if (first !== undefined && row !== undefined && (list.canEdit?.(row) ?? true))
        setEditing({ id, key: first.key });
    },
  });
  const edit = useStable((id: string, key: string | null, ended?: string): void => {
    // A save that finishes late must not close another cell or take the focus from elsewhere.
    const isOther = ended !== undefined && (editing?.id !== id || editing.key !== ended);
    if (isOther) return;
    const isHere = ended === undefined || isFocusFree(id);
    setEditing(key === null || !isHere ? null : { id, key });
    if (key === null && isHere) keys.focusRow(id);
  });
  const wasEditing = useRef(false);
  const [isPreviewing, setPreviewing] = useState(false);
  const current = records.find(({ id }) => id === keys.currentId);
  const hasPreview = Latest !== null && list.preview !== undefined;
  const togglePreview = (): void => {
    if (!hasPreview) return;
    setPreviewing(!isPreviewing);
    if (isPreviewing && current !== undefined) keys.focusRow(current.id);
  };
  const preview = useStable((id: string): void => {
    keys.goTo(id);
    setPreviewing(true);
  });
  const width = columns.length + 1 + (isSelectable ? 1 : 0) + (list.rowActions === undefined ? 0 : 1);
  return (
    <>
      <ScrollTable
        label={`${list.nouns[1].charAt(0).toUpperCase()}${list.nouns[1].slice(1)}`}
        frameRef={setFrame}
        widths={getWidths(list, { columns, hasValue }, isSelectable)}
        rowHeight={rowHeight}
        rows={items.length}
      >
        <TableHead {...props} shown={columns} />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the rows have keys of their own; a click on one is only a shortcut for its link */}
        <tbody
          key={pageKey}
          ref={body}
          onPointerDown={() => {
            wasEditing.current = editing !== null;
          }}
          onClick={(event) => {
            // A click that leaves a cell only saves it and does not open the row.
            if (!wasEditing.current) openRow(event);
          }}
          onKeyDown={keys.onKeyDown}
          onFocus={(event) => {
            prepareCellEditor(list);
            keys.onFocus(event);
          }}
        >
          <Gap height={rows.before} />
          {items.slice(rows.start, rows.end).map((item, index) =>
            'group' in item ? (
              <tr key={item.group.key} className={styles['group']} aria-rowindex={rows.start + index + 2}>
                <th scope="rowgroup" colSpan={width}>
                  <GroupHeading group={item.group} selection={isSelectable ? selection : null} />
                </th>
              </tr>
            ) : (
              <RecordRow
                key={item.row.id}
                list={list}
                row={item.row}
                matched={matched[item.row.id] ?? null}
                columns={columns}
                context={context}
                density={density}
                rowIndex={rows.start + index + 2}
                isSelected={selection.has(item.row.id)}
                isCurrent={item.row.id === keys.currentId}
                isSelectable={isSelectable}
                editing={editing?.id === item.row.id ? editing.key : null}
                onToggle={selection.toggle}
                onEdit={edit}
                onOpen={onOpen}
                isPreviewed={isPreviewing && item.row.id === keys.currentId}
                onPreview={hasPreview ? preview : null}
              />
            ),
          )}
          <Gap height={rows.behind} />
        </tbody>
      </ScrollTable>
      {hasPreview && current !== undefined && (
        <RowPreview
          list={list}
          row={current}
          Latest={Latest}
          isOpen={isPreviewing}
          onToggle={togglePreview}
          onStep={keys.step}
        />
      )}
    </>
  );
}

/** Whether the focus is in this row or nowhere, so that moving it does not interrupt the user. */
function isFocusFree(id: string): boolean {
  const { activeElement, body } = document;
  return activeElement === body || activeElement?.closest<HTMLElement>('[data-id]')?.dataset['id'] === id;
}

/** The cells' input, memoized while nothing in it changes. */
export function useCellContext(list: AnyList): CellContext {
  const { timeZone, today } = useUser();
  const { currency } = useRecordFields(list);
  return useMemo(() => ({ timeZone, today, currency }), [timeZone, today, currency]);
}

function toItems(groups: readonly RowGroup[]): Item[] {
  return groups.flatMap((group): Item[] => [
    ...(group.label === null ? [] : [{ group }]),
    ...group.rows.map((row) => ({ row })),
  ]);
}

function TableHead(props: RecordTableProps & { shown: readonly AnyColumn[] }): ReactElement {
  const { list, sort, onSort, selection, isSelectable, display, shown, pageIds } = props;
  const chosen = display.columns.map(({ key }) => key);
  const move = useStable((key: string, by: number) => display.setColumns(moveKey(chosen, key, by)));
  const hide = useStable((key: string) => display.setColumns(chosen.filter((other) => other !== key)));
  const sortBy = useStable(onSort);
  const common = { sort, onSort: sortBy };
  return (
    <thead>
      <tr aria-rowindex={1}>
        {isSelectable && (
          <th scope="col" className={styles['select']}>
            <SelectBox label="Select all on this page" ids={pageIds} selection={selection} />
          </th>
        )}
        <HeaderCell column={list.name} {...common} onMove={null} onHide={null} />
        {shown.map((column) => (
          <HeaderCell key={column.key} column={column} {...common} onMove={move} onHide={hide} />
        ))}
        {list.rowActions !== undefined && (
          <th scope="col">
            <span className="sr-only">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

/** The space of rows that are not rendered. */
function Gap({ height }: { height: number }): ReactElement | null {
  return height === 0 ? null : <tr aria-hidden="true" style={{ height }} />;
}

interface HeaderCellProps {
  column: Pick<AnyColumn, 'key' | 'header' | 'sort' | 'isNumeric'>;
  sort: string | null;
  onSort: (sort: string | null) => void;
  /** Moves the column by a number of positions; null for the first column, which is fixed. */
  onMove: ((key: string, by: number) => void) | null;
  onHide: ((key: string) => void) | null;
}

const ranks = ['first', 'second', 'third'] as const;

/**
 * A column header. A click sorts by the column, with Shift in addition to the current keys. Other actions are in its
 * menu.
 */
const HeaderCell = memo(function HeaderCell(props: HeaderCellProps): ReactElement {
  const { column, sort, onSort, onMove, onHide } = props;
  const { key, header, sort: name, isNumeric = false } = column;
  const parts = readSort(sort);
  const rank = parts.findIndex((part) => part.key === name);
  const part = parts[rank];
  const direction = part === undefined ? 'none' : part.isDescending ? 'descending' : 'ascending';
  const actions = [
    ...(name === undefined ? [] : sortActions(props, name)),
    ...(onMove === null || onHide === null ? [] : listMoveActions(key, { onMove, onHide })),
  ];
  return (
    <th
      scope="col"
      // Only one column can indicate the order: the column of the first key.
      aria-sort={name === undefined ? undefined : rank === 0 ? direction : 'none'}
      className={classNames(onMove === null && styles['sticky'], isNumeric && styles['numeric'])}
    >
      <span className={styles['head']}>
        {name === undefined ? (
          <span className={styles['title']}>{header}</span>
        ) : (
          <SortButton
            title={header}
            direction={direction}
            onSort={({ isAdded }) => onSort(findNextSort(sort, name, { isAdded }))}
          >
            {parts.length > 1 && rank >= 0 && (
              <span className={styles['rank']} title={`${ranks[rank] ?? ''} key, ${direction}`}>
                {rank + 1}
              </span>
            )}
          </SortButton>
        )}
        {actions.length > 0 && (
          <span className={styles['menu']}>
            <MenuButton label={`${header} column`} isIconOnly actions={actions} />
          </span>
        )}
      </span>
    </th>
  );
});

function sortActions({ sort, onSort }: HeaderCellProps, key: string): MenuAction[] {
  const parts = readSort(sort);
  const hasOthers = parts.some((part) => part.key !== key);
  const set = (isDescending: boolean | null, isAdded: boolean) => (): void =>
    onSort(withSortKey(sort, key, { isDescending, isAdded }));
  return [
    { label: 'Sort ascending', onSelect: set(false, false) },
    { label: 'Sort descending', onSelect: set(true, false) },
    ...(hasOthers
      ? [
          { label: 'Then sort ascending', onSelect: set(false, true) },
          { label: 'Then sort descending', onSelect: set(true, true) },
        ]
      : []),
    ...(parts.some((part) => part.key === key) ? [{ label: 'Clear sort', onSelect: set(null, true) }] : []),
  ];
}

function listMoveActions(
  key: string,
  { onMove, onHide }: { onMove: (key: string, by: number) => void; onHide: (key: string) => void },
): MenuAction[] {
  return [
    { label: 'Move left', onSelect: () => onMove(key, -1) },
    { label: 'Move right', onSelect: () => onMove(key, 1) },
    { label: 'Hide column', onSelect: () => onHide(key) },
  ];
}

/** A stable function that calls the latest version, so that rows do not rerender. */
function useStable<Args extends readonly unknown[]>(run: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
