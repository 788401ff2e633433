import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { isClosed } from '@handover/contract/business-stages.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { dueTasksQuery, growthQuery, stagesQuery, unansweredQuery } from '../dashboard.queries.ts';
import { sumOf } from '../figures/stage-sums.ts';
import { customersOf, dueTasksOf, openBusinesses, unansweredId } from '../links.ts';
import { Tile } from './tile.tsx';

/** My tasks that are due. */
export function TasksTile(): ReactElement {
  const { id, today } = useUser();
  const { data, isError } = useQuery(dueTasksQuery(id, today));
  const overdue = data?.tasks.filter(({ dueDate }) => dueDate !== null && dueDate < today).length ?? 0;
  // Of a long list only the beginning is here; it is sorted by due date, so a full page is overdue as a whole.
  const isCounted = data !== undefined && overdue < data.tasks.length;
  return (
    <Tile
      icon="solar:checklist-minimalistic-bold-duotone"
      title="Your tasks due"
      count={data?.total}
      isFailed={isError}
      to={dueTasksOf({ id, today })}
    >
      {data?.total === 0 && 'Nothing is due today'}
      {data !== undefined && data.total > 0 && overdueText(overdue, isCounted || overdue === data.total)}
    </Tile>
  );
}

function overdueText(overdue: number, isExact: boolean): string {
  if (overdue === 0) return 'All of them today';
  return isExact
    ? `${overdue.toLocaleString('en')} overdue`
    : `${overdue.toLocaleString('en')} or more overdue`;
}

/** Conversations in which the customer wrote last. */
export function MailTile(): ReactElement {
  const { timeZone } = useUser();
  const { data, isError } = useInfiniteQuery(unansweredQuery());
  const total = data?.pages[0]?.total;
  const oldest = data?.pages[0]?.mails[0];
  return (
    <Tile
      icon="solar:letter-unread-bold-duotone"
      title="E-mail to answer"
      count={total}
      isFailed={isError}
      to={total === 0 ? undefined : `#${unansweredId}`}
    >
      {total === 0 && 'None waits'}
      {oldest !== undefined && (
        <>
          The oldest came <RelativeTime time={oldest.createdAt} timeZone={timeZone} />
        </>
      )}
    </Tile>
  );
}

/** Businesses on their way to a sale, with what is asked for them. */
export function BusinessesTile(): ReactElement {
  const { data, isError } = useQuery(stagesQuery());
  const sum = data === undefined ? undefined : sumOf(data.filter(({ stage }) => !isClosed(stage)));
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
      {sum !== undefined && sum.asking.length > 0 && ' asked'}
    </Tile>
  );
}

/** Customers who joined this month. */
export function CustomersTile(): ReactElement {
  const { data, isError } = useQuery(growthQuery());
  const month = data?.months.at(-1);
  return (
    <Tile
      icon="solar:users-group-rounded-bold-duotone"
      title="New this month"
      count={month?.count}
      isFailed={isError}
      to={month === undefined ? undefined : customersOf(month)}
    >
      {data !== undefined && `of ${data.total.toLocaleString('en')} customers`}
    </Tile>
  );
}
