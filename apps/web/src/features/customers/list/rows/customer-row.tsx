import type { Customer } from '@handover/contract/customers.ts';
import { memo, type ReactElement } from 'react';
import { Link } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { Pill } from '@handover/ui-lite/parts/pill.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { dateText } from '@handover/ui/parts/time-text.ts';
import { CustomerStatus } from '../../customer-status.tsx';
import styles from './customer-table.module.css';
import type { Density } from './density.ts';

const avatarSizes = { compact: 24, standard: 32, comfortable: 40 } as const satisfies Record<Density, number>;
const tagsShown = 2;

interface CustomerRowProps {
  customer: Customer;
  density: Density;
  timeZone: string;
  isSelected: boolean;
  onToggle: (id: string) => void;
}

/** A customer in the table. */
export const CustomerRow = memo(function CustomerRow({
  customer,
  density,
  timeZone,
  isSelected,
  onToggle,
}: CustomerRowProps): ReactElement {
  return (
    <tr className={isSelected ? styles['selected'] : undefined}>
      <td className={styles['select']}>
        <input
          type="checkbox"
          aria-label={`Select ${customer.name}`}
          checked={isSelected}
          onChange={() => onToggle(customer.id)}
        />
      </td>
      <th scope="row" className={styles['sticky']}>
        <span className={styles['who']}>
          <Avatar name={customer.name} photoUrl={customer.avatarUrl} size={avatarSizes[density]} />
          <Link to={`/admin/users/view/${customer.id}`} className={styles['name']} title={customer.name}>
            {customer.name}
          </Link>
          {customer.isVerified && <Icon name="solar:verified-check-bold" size={16} label="Verified" />}
        </span>
      </th>
      <td>
        <span className={styles['line']}>{customer.email}</span>
        {density === 'compact' && customer.email !== null ? null : (
          <span className={styles['second']}>{customer.phone}</span>
        )}
      </td>
      <td title={customer.company ?? undefined}>{customer.company}</td>
      <td>{customer.accountType}</td>
      <td>
        <CustomerStatus customer={customer} />
      </td>
      <td>{customer.planName}</td>
      <td>{customer.broker?.displayName}</td>
      <td>
        <TagPills customer={customer} />
      </td>
      <td>
        {customer.lastActivityAt !== null && (
          <RelativeTime time={customer.lastActivityAt} timeZone={timeZone} />
        )}
      </td>
      <td>{dateText(customer.joiningDate)}</td>
    </tr>
  );
});

/** The first tags, and how many more there are. */
export function TagPills({ customer }: { customer: Pick<Customer, 'tags'> }): ReactElement | null {
  const { tags } = customer;
  if (tags.length === 0) return null;
  return (
    <span className={styles['tags']} title={tags.map(({ name }) => name).join(', ')}>
      {tags.slice(0, tagsShown).map(({ id, name }) => (
        <Pill key={id}>{name}</Pill>
      ))}
      {tags.length > tagsShown && <Pill>+{tags.length - tagsShown}</Pill>}
    </span>
  );
}
