import { useId, type ReactElement, type ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { EditableFact, useFactEditing } from './editable-fact.tsx';
import styles from './rail.module.css';

interface RailPanelProps extends RailCardProps {
  /** The number of records shown; undefined while loading. */
  count: number | undefined;
  error: Error | null;
  onRetry: () => void;
  /** The text if there are none. */
  nothing: string;
  /** Content below the items. */
  more?: ReactNode;
}

/** A few records of another noun, in a card next to a record. */
export function RailPanel({
  title,
  action,
  count,
  error,
  onRetry,
  nothing,
  children,
  more,
}: RailPanelProps): ReactElement {
  return (
    <RailCard title={title} action={action}>
      {count === undefined && error !== null && (
        <RailNothing role="alert">
          {getErrorMessage(error)} <RailButton onClick={onRetry}>Retry</RailButton>
        </RailNothing>
      )}
      {count === 0 && <RailNothing>{nothing}</RailNothing>}
      {count !== undefined && count > 0 && <ul className={styles['list']}>{children}</ul>}
      {more}
    </RailCard>
  );
}

interface RailCardProps {
  title: string;
  /** Content at the end of the title row. */
  action?: ReactNode;
  children: ReactNode;
}

/** A card next to a record. */
export function RailCard({ title, action, children }: RailCardProps): ReactElement {
  const titleId = useId();
  return (
    <section className={styles['panel']} aria-labelledby={titleId}>
      <div className={styles['head']}>
        <h2 id={titleId} className={styles['title']}>
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}

/** Stacked cards. */
export function RailCards({ children }: { children: ReactNode }): ReactElement {
  return <div className={styles['cards']}>{children}</div>;
}

/** A name and its value. If the value can be edited in place, also the form field that edits it. */
export type Fact = readonly [name: string, value: ReactNode, field?: string];

interface RailFactsProps {
  facts: readonly Fact[];
  /** Shown when no fact has a value. */
  nothing?: string;
  /** Whether the values are amounts, which are aligned at the end. */
  isMoney?: boolean;
  /** Whether names are long and shown above their values. */
  isStacked?: boolean;
}

/** Names and values. Facts without a value are omitted unless one can be added. */
export function RailFacts({
  facts,
  nothing = '',
  isMoney = false,
  isStacked = false,
}: RailFactsProps): ReactElement | null {
  const isEditable = useFactEditing() !== null;
  const shown = facts.filter(([, value, field]) => value !== null || (isEditable && field !== undefined));
  if (shown.length === 0) return nothing === '' ? null : <RailNothing>{nothing}</RailNothing>;
  return (
    <dl className={classNames(styles['facts'], isMoney && styles['money'], isStacked && styles['stacked'])}>
      {shown.map(([name, value, field]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {field === undefined ? (
              value
            ) : (
              <EditableFact field={field} label={name}>
                {value}
              </EditableFact>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Replaces the content of a card. */
export function RailNothing({ children, role }: { children: ReactNode; role?: 'alert' }): ReactElement {
  return (
    <p role={role} className={styles['nothing']}>
      {children}
    </p>
  );
}

interface RailItemProps {
  picture: ReactElement;
  name: string;
  /** Null if it has no page. */
  to: string | null;
  /** The line below the name. */
  second: ReactNode;
  end?: ReactNode;
}

/** A record in a rail card. */
export function RailItem({ picture, name, to, second, end }: RailItemProps): ReactElement {
  return (
    <li>
      {picture}
      <div className={styles['text']}>
        {to === null ? (
          <span dir="auto" className={styles['name']}>
            {name}
          </span>
        ) : (
          <Link to={to} className={styles['name']}>
            {name}
          </Link>
        )}
        <p className={styles['second']}>{second}</p>
      </div>
      {end}
    </li>
  );
}

interface RailActProps {
  /** The accessible label, if the text alone is not enough. */
  label?: string;
  children: ReactNode;
}

/** A small link in a rail card. */
export function RailLink({ to, label, children }: RailActProps & { to: string }): ReactElement {
  return (
    <Link to={to} className={styles['link']} aria-label={label}>
      {children}
    </Link>
  );
}

/** A small button in a rail card. */
export function RailButton({
  onClick,
  label,
  children,
}: RailActProps & { onClick: () => void }): ReactElement {
  return (
    <button type="button" className={styles['link']} aria-label={label} onClick={onClick}>
      {children}
    </button>
  );
}
