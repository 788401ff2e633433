import type { ReactElement, ReactNode } from 'react';
import { Panel } from '#features/dashboard/panel.tsx';
import styles from './client-screen.module.css';
import type { Profile } from '@handover/contract/auth/auth.ts';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { Link } from 'react-router';
import { getButtonClass } from '@handover/ui-lite/parts/button.tsx';

interface ClientScreenProps {
  /** Shown above everything else. */
  notice?: ReactNode;
  /** Null hides the panel, for example for clients who only buy. */
  sale: ReactNode;
  /** Individually shared businesses, in addition to the customer's own. */
  sharedSales?: ReactNode;
  /** The status of the client's purchases; null for clients who are not buying. */
  purchases?: ReactNode;
  /** The client's buyer profile, if there is one. */
  buying?: ReactNode;
  /** Null hides a panel. */
  tasks: ReactNode;
  messages: ReactNode;
  files: ReactNode;
  broker: ReactNode;
  /** Downloads the data that the client may read. */
  data?: ReactNode;
  /** Shown in the side column: records that others share with the client. */
  shared?: ReactNode;
  /** False for an advisor, who views what is shared with them. */
  isOwn?: boolean;
}

export function ClientScreen({
  notice,
  sale,
  sharedSales = null,
  purchases = null,
  buying,
  tasks,
  messages,
  files,
  broker,
  data,
  shared,
  isOwn = true,
}: ClientScreenProps): ReactElement {
  const titled = (what: string): string => (isOwn ? `Your ${what}` : what[0]?.toUpperCase() + what.slice(1));
  return (
    <div className={styles['page']}>
      {notice}
      <div className={styles['columns']}>
        <div className={styles['sale']}>
          {sale !== null && <Panel title={titled('sale')}>{sale}</Panel>}
          {sharedSales !== null && <Panel title="Sales shared with you">{sharedSales}</Panel>}
          {purchases !== null && <Panel title={titled('purchase')}>{purchases}</Panel>}
          {buying}
        </div>
        <div className={styles['side']}>
          {shared}
          {tasks !== null && <Panel title={titled('tasks')}>{tasks}</Panel>}
          <Panel title={titled('files')}>{files}</Panel>
          {broker !== null && <Panel title="Your broker">{broker}</Panel>}
          {data !== undefined && <Panel title="Your data">{data}</Panel>}
        </div>
        {messages !== null && (
          <div className={styles['messages']}>
            <Panel title={titled('messages')}>{messages}</Panel>
          </div>
        )}
      </div>
    </div>
  );
}

/** The client's broker with contact details. */
export function BrokerCard({ broker }: Pick<Profile['customers'][number], 'broker'>): ReactElement {
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
        <a className={styles['email']} href={`mailto:${email}`}>
          {email}
        </a>
      </div>
      <Link className={`${getButtonClass('outlined')} ${styles['write'] ?? ''}`} to="#new-message">
        <Icon name="solar:letter-linear" size={20} />
        Message {getFirstName(displayName)}
      </Link>
    </div>
  );
}

function getFirstName(displayName: string): string {
  return displayName.split(' ')[0] ?? displayName;
}
