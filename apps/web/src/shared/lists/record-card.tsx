import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './record-card.module.css';

/** A page of records on a phone. */
export function RecordCards({ label, children }: { label: string; children: ReactNode }): ReactElement {
  return (
    <ul className={styles['cards']} aria-label={label}>
      {children}
    </ul>
  );
}

interface RecordCardProps {
  picture: ReactElement;
  name: string;
  to: string;
  status: ReactElement;
  /** What says more about it; blank parts are left out. */
  details: readonly (string | null | undefined)[];
  /** What stands at the end of the last line. */
  end?: ReactNode;
  /** The rest of the last line. */
  children?: ReactNode;
}

/** A record of a list on a phone, the whole of it the link. */
export function RecordCard({
  picture,
  name,
  to,
  status,
  details,
  end,
  children,
}: RecordCardProps): ReactElement {
  return (
    <li className={styles['card']}>
      {picture}
      <div className={styles['text']}>
        <div className={styles['top']}>
          <Link to={to} className={styles['name']}>
            {name}
          </Link>
          {status}
        </div>
        <p className={styles['line']}>{details.filter(Boolean).join(' · ')}</p>
        <div className={styles['bottom']}>
          {children}
          <span className={styles['end']}>{end}</span>
        </div>
      </div>
    </li>
  );
}
