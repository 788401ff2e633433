import type { Customer } from '@handover/contract/customers.ts';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { useUser } from '../../../../shared/session/session-context.tsx';
import { CustomerStatus } from '../../customer-status.tsx';
import styles from './customer-cards.module.css';
import { TagPills } from './cells.tsx';

/** The page's customers on a phone: one card each, the whole of it the link. */
export function CustomerCards({ customers }: { customers: readonly Customer[] }): ReactElement {
  const { timeZone } = useUser();
  return (
    <ul className={styles['cards']} aria-label="Customers">
      {customers.map((customer) => (
        <li key={customer.id} className={styles['card']}>
          <Avatar name={customer.name} photoUrl={customer.avatarUrl} />
          <div className={styles['text']}>
            <div className={styles['top']}>
              <Link to={`/admin/users/view/${customer.id}`} className={styles['name']}>
                {customer.name}
              </Link>
              <CustomerStatus customer={customer} />
            </div>
            <p className={styles['line']}>
              {[customer.company, customer.email ?? customer.phone].filter(Boolean).join(' · ')}
            </p>
            <div className={styles['bottom']}>
              <TagPills customer={customer} />
              {customer.lastActivityAt !== null && (
                <span className={styles['time']}>
                  <RelativeTime time={customer.lastActivityAt} timeZone={timeZone} />
                </span>
              )}
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
