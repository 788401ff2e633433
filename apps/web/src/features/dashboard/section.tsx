import type { ReactNode } from 'react';
import type { ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { Link } from 'react-router';
import styles from './today.module.css';

/** One kind of what waits, with how many there are. */
export function Section({ id, icon, title, count, to, note, children }: SectionProps): ReactElement {
  const heading = (
    <>
      {title} <span className={styles['count']}>{count.toLocaleString('en')}</span>
    </>
  );
  return (
    <section id={id} className={styles['section']} aria-label={title}>
      <h3 className={styles['heading']}>
        <Icon name={icon} size={20} />
        {to === undefined ? (
          <span>{heading}</span>
        ) : (
          <Link to={to} className={styles['link']}>
            {heading}
          </Link>
        )}
        {note !== undefined && <small className={styles['note']}>{note}</small>}
      </h3>
      {children}
    </section>
  );
}

interface SectionProps {
  id?: string;
  icon: string;
  title: string;
  count: number;
  /** The list with exactly so many; without one, all of them are reached here. */
  to?: string;
  note?: string;
  children?: ReactNode;
}
