import type { Customer } from '@handover/contract/customers.ts';
import { lazy, memo, Suspense, type MouseEvent, type ReactElement } from 'react';
import { Link } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import type { Density } from '../../../../shared/lists/density.ts';
import type { Column, ColumnKey } from '../columns/columns.ts';
import { cellOf, hoverText } from './cells.tsx';
import styles from './customer-table.module.css';
import { isEditable, type EditableKey } from './edit/editable.ts';

const CellEditor = lazy(() => import('./edit/cell-editor.tsx'));

const avatarSizes = { compact: 24, standard: 32, comfortable: 40 } as const satisfies Record<Density, number>;

interface CustomerRowProps {
  customer: Customer;
  columns: readonly (Column & { key: ColumnKey })[];
  density: Density;
  timeZone: string;
  /** Place in the table, the header being 1. */
  rowIndex: number;
  isSelected: boolean;
  /** Whether the keyboard's way into the table leads to this row. */
  isCurrent: boolean;
  /** The cell that is being edited. */
  editing: EditableKey | null;
  onToggle: (id: string, options: { isRange: boolean }) => void;
  onEdit: (id: string, key: EditableKey | null) => void;
}

/** A customer in the table. It is drawn anew only when something of its own changes. */
export const CustomerRow = memo(function CustomerRow({
  customer,
  columns,
  density,
  timeZone,
  rowIndex,
  isSelected,
  isCurrent,
  editing,
  onToggle,
  onEdit,
}: CustomerRowProps): ReactElement {
  const { id, name } = customer;
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
          <Avatar name={name} photoUrl={customer.avatarUrl} size={avatarSizes[density]} />
          <Link to={`/admin/users/view/${id}`} tabIndex={tabIndex} className={styles['name']} title={name}>
            {name}
          </Link>
          {customer.isVerified && <Icon name="solar:verified-check-bold" size={16} label="Verified" />}
        </span>
      </th>
      {columns.map(({ key, title }) =>
        key === editing ? (
          <td key={key} className={styles['editing']}>
            <Suspense>
              <CellEditor
                key={key}
                customer={customer}
                field={key}
                onEnd={(step) => onEdit(id, step === 0 ? null : neighbourOf(key, { columns, step }))}
              />
            </Suspense>
          </td>
        ) : (
          <td key={key} title={hoverText(key, customer)}>
            {cellOf(key, customer, timeZone)}
            {isEditable(key) && customer.deletedAt === null && (
              <button
                type="button"
                tabIndex={-1}
                className={styles['pencil']}
                aria-label={`Edit ${title.toLowerCase()} of ${name}`}
                onClick={() => onEdit(id, key)}
              >
                <Icon name="solar:pen-linear" size={16} />
              </button>
            )}
          </td>
        ),
      )}
    </tr>
  );
});

/** The next cell of the row that can be edited, as the columns stand on screen. */
function neighbourOf(
  key: EditableKey,
  { columns, step }: { columns: CustomerRowProps['columns']; step: number },
): EditableKey | null {
  const keys = columns.map((column) => column.key).filter(isEditable);
  return keys[keys.indexOf(key) + step] ?? null;
}
