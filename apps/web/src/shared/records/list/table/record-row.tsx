import type { ListDensity } from '@handover/contract/records/saved-views.ts';
import { lazy, memo, Suspense, type MouseEvent, type ReactElement } from 'react';
import { Link } from 'react-router';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import type { AnyColumn } from '../display/display-settings.ts';
import type { AnyList, CellContext, ListRow } from '../record-list.ts';
import styles from './record-table.module.css';
import type { RowGroup } from '../list-page.ts';
import type { Selection } from '../bulk/use-selection.ts';

const loadEditor = () => import('./cell-editor.tsx');
const CellEditor = lazy(loadEditor);
const preparedLists = new WeakSet<AnyList>();

/** Preloads the editor and the form before a cell is opened. If this fails, they are loaded again when needed. */
export function prepareCellEditor(list: AnyList): void {
  // Every `import` checks all modules below it again, even if they are loaded.
  if (preparedLists.has(list)) return;
  preparedLists.add(list);
  loadEditor()
    .then(({ loadForm }) => loadForm(list))
    .catch(() => undefined);
}

const pictureSizes = { compact: 24, standard: 32, comfortable: 40 } as const satisfies Record<
  ListDensity,
  number
>;

interface RowCellsProps {
  list: AnyList;
  row: ListRow;
  columns: readonly AnyColumn[];
  context: CellContext;
  /** The key of the column that is being edited. */
  editing: string | null;
  /** Opens a cell, or closes it if the key is null. `ended` is the cell that was edited before. */
  onEdit: (id: string, key: string | null, ended?: string) => void;
}

interface RecordRowProps extends RowCellsProps {
  /** The matching text of a search if it was not the name. */
  matched: string | null;
  density: ListDensity;
  /** The row number in the table, where the header is row 1. */
  rowIndex: number;
  isSelected: boolean;
  /** Whether the row is in the tab order. */
  isCurrent: boolean;
  isSelectable: boolean;
  onToggle: (id: string, options: { isRange: boolean }) => void;
  /** Null if the name is a link. */
  onOpen: ((row: ListRow) => void) | null;
  /** Whether the row is shown in the preview panel. */
  isPreviewed: boolean;
  /** Null if the list has no preview. */
  onPreview: ((id: string) => void) | null;
}

/** A record in the table. It rerenders only when its own data changes. */
export const RecordRow = memo(function RecordRow({
  matched,
  density,
  rowIndex,
  isSelected,
  isCurrent,
  isSelectable,
  onToggle,
  onOpen,
  isPreviewed,
  onPreview,
  ...cells
}: RecordRowProps): ReactElement {
  const { list, row } = cells;
  const tabIndex = isCurrent ? 0 : -1;
  const subtitle = density === 'comfortable' ? (list.subtitle?.(row) ?? null) : null;
  return (
    <tr
      data-id={row.id}
      aria-rowindex={rowIndex}
      tabIndex={tabIndex}
      aria-current={isPreviewed || undefined}
      className={classNames(styles['row'], isSelected && styles['selected'])}
    >
      {isSelectable && (
        <td className={styles['select']}>
          <input
            type="checkbox"
            tabIndex={tabIndex}
            aria-label={`Select ${list.nameOf(row)}`}
            checked={isSelected}
            onChange={() => undefined}
            onClick={(event: MouseEvent) => onToggle(row.id, { isRange: event.shiftKey })}
          />
        </td>
      )}
      <th scope="row" className={styles['sticky']}>
        <span className={styles['lead']}>
          {list.picture(row, pictureSizes[density])}
          <span className={styles['names']}>
            <RecordName list={list} row={row} tabIndex={tabIndex} onOpen={onOpen} />
            {subtitle !== null && (
              <span className={styles['subtitle']} title={subtitle}>
                {subtitle}
              </span>
            )}
          </span>
          {matched !== null && <span className={styles['matched']}>{matched}</span>}
          {list.mark?.(row)}
        </span>
        {onPreview !== null && (
          <button
            type="button"
            tabIndex={-1}
            className={styles['eye']}
            aria-label={`Preview ${list.nameOf(row)}`}
            onClick={() => onPreview(row.id)}
          />
        )}
      </th>
      <RowCells {...cells} />
      {list.rowActions !== undefined && <td className={styles['actions']}>{list.rowActions(row)}</td>}
    </tr>
  );
});

interface RecordNameProps {
  list: AnyList;
  row: ListRow;
  tabIndex: 0 | -1;
  onOpen: ((row: ListRow) => void) | null;
}

function RecordName({ list, row, tabIndex, onOpen }: RecordNameProps): ReactElement {
  const name = list.nameOf(row);
  const common = {
    tabIndex,
    dir: 'auto',
    title: name,
    className: classNames(styles['name'], list.isDone?.(row) === true && styles['done']),
  } as const;
  const to = list.linkTo(row);
  if (onOpen === null)
    return to === null ? (
      <span {...common} tabIndex={undefined}>
        {name}
      </span>
    ) : (
      <Link to={to} {...common}>
        {name}
      </Link>
    );
  return (
    <button type="button" data-open onClick={() => onOpen(row)} {...common}>
      {name}
    </button>
  );
}

/** The cells after the name. Selecting or focusing the row does not rerender them. */
const RowCells = memo(function RowCells({
  list,
  row,
  columns,
  context,
  editing,
  onEdit,
}: RowCellsProps): ReactElement[] {
  const canEdit = list.canEdit?.(row) ?? true;
  return columns.map((column) => {
    const { key, header, edit, isNumeric = false } = column;
    if (key === editing && edit !== undefined)
      return (
        <td key={key} className={styles['editing']}>
          <Suspense>
            <CellEditor
              key={key}
              list={list}
              row={row}
              column={column}
              onEnd={(step) =>
                onEdit(row.id, step === 0 ? null : findEditableColumn(columns, key, step), key)
              }
            />
          </Suspense>
        </td>
      );
    const text = column.text?.(row, context) ?? undefined;
    return (
      <td
        key={key}
        dir={column.cell === undefined ? 'auto' : undefined}
        title={text || undefined}
        className={isNumeric ? styles['numeric'] : undefined}
      >
        {column.cell === undefined ? text : column.cell(row, context)}
        {edit !== undefined && canEdit && (
          <button
            type="button"
            tabIndex={-1}
            className={styles['pencil']}
            aria-label={`Edit ${header.toLowerCase()} for ${list.nameOf(row)}`}
            onClick={() => onEdit(row.id, key)}
          />
        )}
      </td>
    );
  });
});

/** The key of the previous or next editable cell, in display order. */
function findEditableColumn(columns: readonly AnyColumn[], key: string, step: number): string | null {
  const keys = columns.filter(({ edit }) => edit !== undefined).map((column) => column.key);
  return keys[keys.indexOf(key) + step] ?? null;
}

/** The heading of a group, with a checkbox for its rows. */
export function GroupHeading({
  group: { key, label, rows, total },
  selection,
}: {
  group: RowGroup;
  selection: Selection | null;
}): ReactElement {
  return (
    <span className={styles['groupHead']}>
      {selection !== null && (
        <SelectBox
          label={`Select all shown: ${label ?? ''}`}
          ids={rows.map(({ id }) => id)}
          selection={selection}
        />
      )}
      <h2 className={styles['groupTitle']} data-group={key}>
        {label} <span className={styles['count']}>{total.toLocaleString('en')}</span>
      </h2>
    </span>
  );
}

/** A checkbox that selects several rows. */
export function SelectBox({
  ids,
  selection,
  label,
  id,
}: {
  ids: readonly string[];
  selection: Selection;
  label: string;
  id?: string;
}): ReactElement {
  const count = ids.filter((one) => selection.has(one)).length;
  return (
    <input
      id={id}
      type="checkbox"
      aria-label={label}
      checked={count > 0 && count === ids.length}
      disabled={ids.length === 0}
      ref={(box) => {
        if (box !== null) box.indeterminate = count > 0 && count < ids.length;
      }}
      onChange={() => selection.toggleAll(ids)}
    />
  );
}
