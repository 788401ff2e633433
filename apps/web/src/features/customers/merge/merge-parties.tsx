import type { CustomerDetail } from '@handover/contract/customers.ts';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { Pill } from '@handover/ui-lite/parts/pill.tsx';
import { dateText } from '@handover/ui/parts/time-text.ts';
import styles from './merge.module.css';

interface MergePartiesProps {
  survivor: CustomerDetail;
  other: CustomerDetail;
  /** Whether they can currently be merged. */
  isOpen: boolean;
}

/** The two customers at the head of their columns, and which of them stays. */
export function MergeParties({ survivor, other, isOpen }: MergePartiesProps): ReactElement {
  return (
    <div className={styles['head']}>
      <Party customer={survivor}>{isOpen && <Pill tone="success">Keep</Pill>}</Party>
      <Party customer={other}>
        {isOpen && (
          <>
            <Pill>Merge into it</Pill>
            <Link
              replace
              to={`/admin/users/duplicates/${other.id}/${survivor.id}`}
              className={styles['swap']}
            >
              Keep this customer instead
            </Link>
          </>
        )}
      </Party>
    </div>
  );
}

function Party({ customer, children }: { customer: CustomerDetail; children: ReactNode }): ReactElement {
  const entries = customer.counts.activities;
  return (
    <div className={styles['party']}>
      <Avatar name={customer.name} photoUrl={customer.avatarUrl} size={48} />
      <div className={styles['who']}>
        <div className={styles['line']}>{children}</div>
        <Link to={`/admin/users/view/${customer.id}`} className={styles['name']}>
          {customer.name}
        </Link>
        <p className={styles['quiet']}>
          {customer.accountType} · joined {dateText(customer.joiningDate)} ·{' '}
          {entries === 1 ? '1 timeline entry' : `${entries.toLocaleString('en')} timeline entries`}
        </p>
      </div>
    </div>
  );
}
