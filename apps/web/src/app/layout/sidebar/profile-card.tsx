import type { Profile } from '@handover/contract/auth.ts';
import type { ReactElement } from 'react';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import styles from './profile-card.module.css';

/** A client's own broker, with the address to write to; for staff, themselves. */
export function ProfileCard({ user }: { user: Profile }): ReactElement {
  const shown = user.broker ?? user;
  return (
    <div className={styles['card']}>
      <Avatar name={shown.displayName} photoUrl={shown.photoURL} />
      <div className={styles['text']}>
        {user.broker !== null && <p className={styles['label']}>Your broker</p>}
        <p className={styles['name']}>{shown.displayName}</p>
        {user.broker === null ? (
          <p className={styles['email']}>{shown.email}</p>
        ) : (
          <a className={styles['email']} href={`mailto:${shown.email}`}>
            {shown.email}
          </a>
        )}
      </div>
    </div>
  );
}
