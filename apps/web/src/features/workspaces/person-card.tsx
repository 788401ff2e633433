import type { Colleague } from '@handover/contract/directory.ts';
import type { Role } from '@handover/contract/roles.ts';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { Pill } from '@handover/ui-lite/parts/pill.tsx';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useUser } from '#shared/session/session-context.tsx';
import styles from './directory.module.css';

const roleNames = {
  CLIENT: 'Client',
  STAFF: 'Staff',
  ADMIN: 'Admin',
  SUPERADMIN: 'Superadmin',
} as const satisfies Record<Role, string>;

/** How to reach a colleague, and the way to the customers they look after. */
export function PersonCard({ person }: { person: Colleague }): ReactElement {
  const { id } = useUser();
  const { displayName, email, phone, photoURL, role, customerCount } = person;
  return (
    <li className={styles['person']}>
      <Avatar name={displayName} photoUrl={photoURL} size={48} />
      <div className={styles['text']}>
        <h2 className={styles['name']}>
          {displayName}
          {person.id === id && <span className={styles['you']}> (you)</span>}
        </h2>
        <Pill tone="neutral">{roleNames[role]}</Pill>
        <a href={`mailto:${email}`}>{email}</a>
        {phone !== null && <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>}
        {customerCount !== null && (
          <p className={styles['customers']}>
            {customerCount === 0 ? (
              'Broker of no customers'
            ) : (
              <Link to={`/admin/users?brokerId=${person.id}`}>
                Broker of {customerCount.toLocaleString('en')}{' '}
                {customerCount === 1 ? 'customer' : 'customers'}
              </Link>
            )}
          </p>
        )}
      </div>
    </li>
  );
}
