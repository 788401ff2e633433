import { Section, LeasesSection, StalledSection, MailSection } from './attention-sections.tsx';
import { addDays } from '@handover/domain/calendar-dates.ts';
import { mailPeriodDays } from '@handover/contract/dashboard.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import {
  clientTasksDueQuery,
  dueTasksQuery,
  expiringLicensesQuery,
  expiringNdasQuery,
  stalledDealsQuery,
  unansweredId,
  unansweredQuery,
  undeliveredQuery,
  unknownSendersQuery,
  urgentQuery,
} from './dashboard.queries.ts';
import { Loaded, Panel } from './panel.tsx';
import { ExpiringLicenses, ExpiringNdas, StalledDeals } from './pipeline-sections.tsx';
import { ClientTasksSection, TasksSection } from './tasks-section.tsx';
import styles from './today.module.css';
import { useInitialLoading } from '#shared/page/loading.ts';

/** Client tasks that are due within this many days are shown. */
const clientTaskDays = 7;

/** What needs the user's attention. Each section loads and fails separately. */
export function NeedsAttention(): ReactElement {
  const { areas, id, today } = useUser();
  const [hasTasks, hasUsers, hasBusinesses] = [
    areas.includes('tasks'),
    areas.includes('users'),
    areas.includes('business-center'),
  ];
  const tasks = useQuery({ ...dueTasksQuery(id, today), enabled: hasTasks });
  const soon = addDays(today, clientTaskDays);
  const clientTasks = useQuery({ ...clientTasksDueQuery(soon), enabled: hasTasks });
  const unanswered = useInfiniteQuery({ ...unansweredQuery(), enabled: hasUsers });
  const undelivered = useInfiniteQuery({ ...undeliveredQuery(), enabled: hasUsers });
  const unknown = useQuery({ ...unknownSendersQuery(), enabled: hasUsers });
  const urgent = useQuery({ ...urgentQuery(), enabled: hasBusinesses });
  const deals = useQuery({ ...stalledDealsQuery(today), enabled: hasBusinesses });
  const ndas = useQuery({ ...expiringNdasQuery(), enabled: hasBusinesses });
  const licenses = useQuery({ ...expiringLicensesQuery(today), enabled: hasBusinesses });
  const counts = [
    ...(hasTasks ? [tasks.data?.total, clientTasks.data?.total] : []),
    ...(hasUsers ? [unanswered.data?.pages[0]?.total, undelivered.data?.pages[0]?.total, unknown.data] : []),
    ...(hasBusinesses
      ? [
          urgent.data?.stuck.total,
          urgent.data?.leases.total,
          deals.data?.total,
          ndas.data?.total,
          licenses.data?.length,
        ]
      : []),
  ];
  const isWaiting = useInitialLoading(
    [tasks, clientTasks, unanswered, undelivered, unknown, urgent, deals, ndas, licenses].some(
      ({ isLoading }) => isLoading,
    ),
  );
  if (isWaiting)
    return (
      <Panel title="Needs your attention">
        <ListSkeleton columns={['1fr', '30%']} rowHeight={36} rows={14} />
      </Panel>
    );
  return (
    <Panel title="Needs your attention">
      {counts.every((count) => count === 0) && <AllDone />}
      <div className={styles['sections']}>
        {hasTasks && (
          <Loaded query={tasks} failed="Your tasks could not be loaded">
            {(page) => page.tasks.length > 0 && <TasksSection page={page} />}
          </Loaded>
        )}
        {hasTasks && (
          <Loaded query={clientTasks} failed="Client tasks could not be loaded" rows={1}>
            {(page) => page.tasks.length > 0 && <ClientTasksSection page={page} dueTo={soon} />}
          </Loaded>
        )}
        {hasUsers && (
          <>
            <Loaded query={unanswered} failed="Unanswered email could not be loaded">
              {({ pages }) =>
                (pages[0]?.total ?? 0) > 0 && (
                  <MailSection
                    id={unansweredId}
                    icon="solar:letter-unread-bold-duotone"
                    title="Needs a reply"
                    note={`Last ${String(mailPeriodDays)} days, oldest first`}
                    pages={unanswered}
                  />
                )
              }
            </Loaded>
            <Loaded query={undelivered} failed="Undelivered email could not be loaded" rows={1}>
              {({ pages }) =>
                (pages[0]?.total ?? 0) > 0 && (
                  <MailSection
                    icon="solar:danger-circle-bold-duotone"
                    title="Undelivered email"
                    pages={undelivered}
                  />
                )
              }
            </Loaded>
            <Loaded query={unknown} failed="Email from unknown senders could not be loaded" rows={1}>
              {(count) =>
                count > 0 && (
                  <Section
                    icon="solar:inbox-in-bold-duotone"
                    title="Email from unknown senders"
                    count={count}
                    to="/admin/users/triage"
                  />
                )
              }
            </Loaded>
          </>
        )}
        {hasBusinesses && <StalledDeals query={deals} />}
        {hasBusinesses && <ExpiringNdas query={ndas} />}
        {hasBusinesses && <ExpiringLicenses query={licenses} />}
        {hasBusinesses && (
          <Loaded query={urgent} failed="Your businesses could not be loaded">
            {({ stuck, leases }) => (
              <>
                {stuck.total > 0 && <StalledSection list={stuck} />}
                {leases.total > 0 && <LeasesSection list={leases} />}
              </>
            )}
          </Loaded>
        )}
      </div>
    </Panel>
  );
}

function AllDone(): ReactElement {
  return (
    <p className={styles['done']}>
      <Icon name="solar:check-circle-bold-duotone" size={28} />
      You are all caught up: no tasks due and no emails waiting for a reply.
    </p>
  );
}
