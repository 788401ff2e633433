import type { ReactElement, ReactNode } from 'react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { isClosed } from '@handover/contract/businesses/business-stages.ts';
import { Link } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { useUser } from '#shared/session/session-context.tsx';
import {
  getCustomersPath,
  getDueTasksPath,
  dueTasksQuery,
  growthQuery,
  openBusinesses,
  stagesQuery,
  unansweredId,
  unansweredQuery,
} from './dashboard.queries.ts';
import { sumStages } from './stages-panel.tsx';
import styles from './headline.module.css';

/** Key figures of the areas open to the viewer, each with a link to the list behind it. */
export function Headline(): ReactElement {
  const { areas } = useUser();
  return (
    <ul className={styles['tiles']} aria-label="At a glance">
      {areas.includes('tasks') && <TasksTile />}
      {areas.includes('users') && <MailTile />}
      {areas.includes('business-center') && <BusinessesTile />}
      {areas.includes('users') && <CustomersTile />}
    </ul>
  );
}

/** My tasks that are due. */
function TasksTile(): ReactElement {
  const { id, today } = useUser();
  const { data, isError } = useQuery(dueTasksQuery(id, today));
  const overdue = data?.tasks.filter(({ dueDate }) => dueDate !== null && dueDate < today).length ?? 0;
  // Only the first page of a long list is loaded. It is sorted by due date, so if all its tasks are overdue, more may
  // follow.
  const isCounted = data !== undefined && overdue < data.tasks.length;
  return (
    <Tile
      icon="solar:checklist-minimalistic-bold-duotone"
      title="Your tasks due"
      count={data?.total ?? undefined}
      isFailed={isError}
      to={getDueTasksPath({ id, today })}
    >
      {data?.total === 0 && 'Nothing due today'}
      {data !== undefined &&
        (data.total ?? 0) > 0 &&
        formatOverdue(overdue, isCounted || overdue === data.total)}
    </Tile>
  );
}

function formatOverdue(overdue: number, isExact: boolean): string {
  if (overdue === 0) return 'All due today';
  return isExact
    ? `${overdue.toLocaleString('en')} overdue`
    : `${overdue.toLocaleString('en')} or more overdue`;
}

/** Conversations in which the customer wrote last. */
function MailTile(): ReactElement {
  const { timeZone } = useUser();
  const { data, isError } = useInfiniteQuery(unansweredQuery());
  const total = data?.pages[0]?.total;
  const oldest = data?.pages[0]?.mails[0];
  return (
    <Tile
      icon="solar:letter-unread-bold-duotone"
      title="Needs a reply"
      count={total}
      isFailed={isError}
      to={total === 0 ? undefined : `#${unansweredId}`}
    >
      {total === 0 && 'None'}
      {oldest !== undefined && (
        <>
          Oldest received <RelativeTime time={oldest.createdAt} timeZone={timeZone} />
        </>
      )}
    </Tile>
  );
}

/** Open businesses with their total asking price. */
function BusinessesTile(): ReactElement {
  const { data, isError } = useQuery(stagesQuery());
  const sum = data === undefined ? undefined : sumStages(data.filter(({ stage }) => !isClosed(stage)));
  return (
    <Tile
      icon="solar:buildings-bold-duotone"
      title="Open businesses"
      count={sum?.count}
      isFailed={isError}
      to={openBusinesses}
    >
      {sum?.asking.length === 0 && 'No asking price yet'}
      {sum?.asking.map(({ currency, cents }, index) => (
        <span key={currency}>
          {index > 0 && ' + '}
          <MoneyText amountCents={cents} currency={currency} isPrice />
        </span>
      ))}
      {sum !== undefined && sum.asking.length > 0 && ' total asking price'}
    </Tile>
  );
}

/** Customers added this month. */
function CustomersTile(): ReactElement {
  const { data, isError } = useQuery(growthQuery());
  const month = data?.months.at(-1);
  return (
    <Tile
      icon="solar:users-group-rounded-bold-duotone"
      title="New this month"
      count={month?.count}
      isFailed={isError}
      to={month === undefined ? undefined : getCustomersPath(month)}
    >
      {data !== undefined && `of ${data.total.toLocaleString('en')} customers`}
    </Tile>
  );
}

interface TileProps {
  icon: string;
  title: string;
  /** Undefined while loading. */
  count: number | undefined;
  isFailed: boolean;
  /** The list with exactly this many items; without one, the tile is not a link. */
  to?: string | undefined;
  /** A short line about the number. */
  children?: ReactNode;
}

/** A figure with its name and a link to the counted records. The panel with the same figure has the Retry button. */
function Tile({ icon, title, count, isFailed, to, children }: TileProps): ReactElement {
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
    <li className={classNames(styles['item'], count === 0 && styles['zero'])}>
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
      <span className="sr-only">{isFailed ? 'not available' : 'loading'}</span>
    </>
  );
}
