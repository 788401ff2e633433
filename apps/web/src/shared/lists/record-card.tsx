import { useId, type ReactElement, type ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
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
  /** Values that need their names with them, each a pair of both. */
  facts?: readonly (readonly [name: string, value: string])[];
  /** What stands at the end of the last line. */
  end?: ReactNode;
  /** The rest of the last line. */
  children?: ReactNode;
  /** While records are selected; null while the card leads to its record. */
  selection?: { readonly isSelected: boolean; readonly onToggle: () => void } | null;
}

/** A record of a list on a phone, the whole of it the link; or, while records are selected, the box to tick. */
export function RecordCard({
  picture,
  name,
  to,
  status,
  details,
  facts = [],
  end,
  children,
  selection = null,
}: RecordCardProps): ReactElement {
  const boxId = useId();
  return (
    <li className={classNames(styles['card'], selection?.isSelected === true && styles['selected'])}>
      {selection === null ? (
        picture
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
          {selection === null ? (
            <Link to={to} dir="auto" className={styles['name']}>
              {name}
            </Link>
          ) : (
            <label htmlFor={boxId} dir="auto" className={styles['name']}>
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
    </li>
  );
}
