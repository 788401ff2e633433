import type { Profile } from '@handover/contract/auth.ts';
import type { ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { buttonClass } from '@handover/ui-lite/parts/button.tsx';
import styles from './broker-card.module.css';

/** Who the client's broker is and how to reach them. */
export function BrokerCard({ broker }: Pick<Profile, 'broker'>): ReactElement {
  if (broker === null)
    return (
      <p className={styles['none']}>No broker is assigned to you yet. Your messages go to our office.</p>
    );
  const { displayName, email, photoURL } = broker;
  return (
    <div className={styles['card']}>
      <Avatar name={displayName} photoUrl={photoURL} size={56} />
      <div className={styles['text']}>
        <p className={styles['name']}>{displayName}</p>
        <p className={styles['email']}>{email}</p>
      </div>
      <a className={`${buttonClass('outlined')} ${styles['write'] ?? ''}`} href={`mailto:${email}`}>
        <Icon name="solar:letter-linear" size={20} />
        Email {firstName(displayName)}
      </a>
    </div>
  );
}

function firstName(displayName: string): string {
  return displayName.split(' ')[0] ?? displayName;
}
