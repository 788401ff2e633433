import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import styles from './headline.module.css';

interface TileProps {
  icon: string;
  title: string;
  /** Undefined until it is known. */
  count: number | undefined;
  isFailed: boolean;
  /** The list with exactly so many; without one there is nothing to go to. */
  to?: string | undefined;
  /** One short line on the number. */
  children?: ReactNode;
}

/** A figure with its name, and the way to what it counts. The panel with the same figure has the Retry. */
export function Tile({ icon, title, count, isFailed, to, children }: TileProps): ReactElement {
  const text = (
    <>
      <span className={styles['icon']}>
        <Icon name={icon} size={24} />
      </span>
      <span className={styles['text']}>
        <span className={styles['title']}>{title}</span>{' '}
        <strong className={styles['count']}>
          {count?.toLocaleString('en') ?? <Unknown isFailed={isFailed} />}
        </strong>{' '}
        <span className={styles['note']}>{children}</span>
      </span>
    </>
  );
  return (
    <li className={styles['item']}>
      {to === undefined ? (
        <div className={styles['tile']}>{text}</div>
      ) : (
        <Link to={to} className={classNames(styles['tile'], styles['link'])}>
          {text}
        </Link>
      )}
    </li>
  );
}

function Unknown({ isFailed }: { isFailed: boolean }): ReactElement {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{isFailed ? 'not known' : 'loading'}</span>
    </>
  );
}
