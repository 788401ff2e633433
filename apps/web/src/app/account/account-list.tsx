import type { ReactElement, ReactNode } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import styles from './account-list.module.css';

/** What belongs to an account: devices, passkeys. */
export function AccountList({ children }: { children: ReactNode }): ReactElement {
  return <ul className={styles['list']}>{children}</ul>;
}

interface AccountItemProps {
  icon: string;
  /** With a label beside it, if there is one to tell. */
  title: ReactNode;
  /** The line below. */
  note: ReactNode;
  /** What can be done to it. */
  children: ReactNode;
}

export function AccountItem({ icon, title, note, children }: AccountItemProps): ReactElement {
  return (
    <li className={styles['item']}>
      <span className={styles['icon']}>
        <Icon name={icon} size={22} />
      </span>
      <div className={styles['text']}>
        <p className={styles['title']}>{title}</p>
        <p className={styles['note']}>{note}</p>
      </div>
      {children}
    </li>
  );
}
