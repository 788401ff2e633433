import type { Customer } from '@handover/contract/customers.ts';
import { memo, Suspense, type MouseEvent, type ReactElement } from 'react';
import { Link } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import type { Density } from '#shared/lists/density.ts';
import type { ListColumn } from '../columns/columns.ts';
import { cellOf, hoverText } from './cells.tsx';
import styles from './customer-table.module.css';
import { editableCell, isEditable, type EditableKey } from './edit/editable.ts';
import { CellEditor } from './edit/lazy-cell-editor.ts';

const avatarSizes = { compact: 24, standard: 32, comfortable: 40 } as const satisfies Record<Density, number>;

interface RowCellsProps {
  customer: Customer;
  columns: readonly ListColumn[];
  timeZone: string;
  currency: string;
  /** The cell that is being edited. */
  editing: EditableKey | null;
  onEdit: (id: string, key: EditableKey | null) => void;
}

interface CustomerRowProps extends RowCellsProps {
  density: Density;
  /** Place in the table, the header being 1. */
  rowIndex: number;
  isSelected: boolean;
  /** Whether the keyboard's way into the table leads to this row. */
  isCurrent: boolean;
  onToggle: (id: string, options: { isRange: boolean }) => void;
}

/** A customer in the table. It is drawn anew only when something of its own changes. */
export const CustomerRow = memo(function CustomerRow({
  density,
  rowIndex,
  isSelected,
  isCurrent,
  onToggle,
  ...cells
}: CustomerRowProps): ReactElement {
  const { id, name, avatarUrl, isVerified } = cells.customer;
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <tr
      data-id={id}
      aria-rowindex={rowIndex}
      tabIndex={tabIndex}
      className={classNames(styles['row'], isSelected && styles['selected'])}
    >
      <td className={styles['select']}>
        <input
          type="checkbox"
          tabIndex={tabIndex}
          aria-label={`Select ${name}`}
          checked={isSelected}
          onChange={() => undefined}
          onClick={(event: MouseEvent) => onToggle(id, { isRange: event.shiftKey })}
        />
      </td>
      <th scope="row" className={styles['sticky']}>
        <span className={styles['who']}>
          <Avatar name={name} photoUrl={avatarUrl} size={avatarSizes[density]} />
          <Link
            to={`/admin/users/view/${id}`}
            tabIndex={tabIndex}
            dir="auto"
            className={styles['name']}
            title={name}
          >
            {name}
          </Link>
          {isVerified && <Icon name="solar:verified-check-bold" size={16} label="Verified" />}
        </span>
      </th>
      <RowCells {...cells} />
    </tr>
  );
});

/** The cells behind the name; neither selecting the row nor coming to it draws them anew. */
const RowCells = memo(function RowCells({
  customer,
  columns,
  timeZone,
  currency,
  editing,
  onEdit,
}: RowCellsProps): ReactElement[] {
  const { id, name } = customer;
  const place = { timeZone, currency };
  return columns.map((column) => {
    const { key, title } = column;
    const edited = key === editing ? editableCell(column) : null;
    return edited !== null ? (
      <td key={key} className={styles['editing']}>
        <Suspense>
          <CellEditor
            key={key}
            customer={customer}
            cell={edited}
            onEnd={(step) => onEdit(id, step === 0 ? null : neighbourOf(key, { columns, step }))}
          />
        </Suspense>
      </td>
    ) : (
      <td
        key={key}
        title={hoverText(column, customer, place)}
        className={column.isNumeric === true ? styles['numeric'] : undefined}
      >
        {cellOf(column, customer, place)}
        {isEditable(key) && customer.deletedAt === null && (
          <button
            type="button"
            tabIndex={-1}
            className={styles['pencil']}
            aria-label={`Edit ${title.toLowerCase()} of ${name}`}
            onClick={() => onEdit(id, key)}
          />
        )}
      </td>
    );
  });
});

/** The next cell of the row that can be edited, as the columns stand on screen. */
function neighbourOf(
  key: EditableKey,
  { columns, step }: { columns: RowCellsProps['columns']; step: number },
): EditableKey | null {
  const keys = columns.map((column) => column.key).filter(isEditable);
  return keys[keys.indexOf(key) + step] ?? null;
}
