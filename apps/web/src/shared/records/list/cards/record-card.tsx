import { useId, type ReactElement, type ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import styles from './record-card.module.css';

/** A page of records on a phone. */
export function RecordCardList({ label, children }: { label: string; children: ReactNode }): ReactElement {
  return (
    <ul className={styles['cards']} aria-label={label}>
      {children}
    </ul>
  );
}

interface RecordCardProps {
  picture: ReactElement;
  name: string;
  /** Null if the record has no page. */
  to: string | null;
  /** Opens the record on this screen instead of following the link. */
  onOpen?: (() => void) | null;
  /** Whether the name is struck through. */
  isDone?: boolean;
  status: ReactNode;
  /** Blank parts are skipped. */
  details: readonly (string | null | undefined)[];
  /** Values with their names. */
  facts?: readonly (readonly [name: string, value: string])[];
  /** At the end of the last line. */
  end?: ReactNode;
  /** The actions of the card. */
  action?: ReactNode;
  /** The rest of the last line. */
  children?: ReactNode;
  /** Set while records are selected; null while the card is a link to its record. */
  selection?: { readonly isSelected: boolean; readonly onToggle: () => void } | null;
}

/** A record of a list on a phone. The whole card is the link or, while records are selected, the checkbox. */
export function RecordCard({
  picture,
  name,
  to,
  onOpen = null,
  isDone = false,
  status,
  details,
  facts = [],
  end,
  action,
  children,
  selection = null,
}: RecordCardProps): ReactElement {
  const boxId = useId();
  const nameClass = classNames(styles['name'], isDone && styles['done']);
  return (
    <li className={classNames(styles['card'], selection?.isSelected === true && styles['selected'])}>
      {selection === null ? (
        <span className={styles['picture']}>{picture}</span>
      ) : (
        <span className={styles['box']}>
          <input
            id={boxId}
            type="checkbox"
            aria-label={`Select ${name}`}
            checked={selection.isSelected}
            onChange={selection.onToggle}
          />
        </span>
      )}
      <div className={styles['text']}>
        <div className={styles['top']}>
          {selection === null && onOpen === null && to === null && (
            <span dir="auto" className={nameClass}>
              {name}
            </span>
          )}
          {selection === null && onOpen === null && to !== null && (
            <Link to={to} dir="auto" className={nameClass}>
              {name}
            </Link>
          )}
          {selection === null && onOpen !== null && (
            <button type="button" dir="auto" className={nameClass} onClick={onOpen}>
              {name}
            </button>
          )}
          {selection !== null && (
            <label htmlFor={boxId} dir="auto" className={nameClass}>
              {name}
            </label>
          )}
          <span className={styles['status']}>{status}</span>
        </div>
        <p className={styles['line']}>{details.filter(Boolean).join(' · ')}</p>
        {facts.length > 0 && (
          <dl className={styles['facts']}>
            {facts.map(([term, value]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        <div className={styles['bottom']}>
          {children}
          <span className={styles['end']}>{end}</span>
        </div>
      </div>
      {action !== undefined && action !== null && action !== false && (
        <div className={styles['action']}>{action}</div>
      )}
    </li>
  );
}
