import type { StuckList, UrgentBusiness, UrgentList } from '@handover/contract/dashboard.ts';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { dateText } from '@handover/ui/parts/time-text.ts';
import { useStageNames } from '#shared/businesses/stage-names.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { openBusinessesWith } from './dashboard.queries.ts';
import { Section } from './section.tsx';
import styles from './today.module.css';

/** Open businesses that have not moved for long. */
export function StuckSection({ list }: { list: StuckList }): ReactElement {
  const { timeZone } = useUser();
  return (
    <Section
      icon="solar:hourglass-bold-duotone"
      title="Stalled businesses"
      note={stuckNote(list.days)}
      count={list.total}
      to={openBusinessesWith({ isStuck: 'true', sort: 'stage' })}
    >
      <Rows businesses={list.businesses}>
        {({ stageEnteredAt }) => (
          <>
            since <RelativeTime time={stageEnteredAt} timeZone={timeZone} />
          </>
        )}
      </Rows>
    </Section>
  );
}

function stuckNote(days: number | null): string {
  if (days === null) return 'longer in one stage than its days in the pipeline';
  return days === 1 ? 'in one stage for more than a day' : `in one stage for more than ${String(days)} days`;
}

/** Open businesses with a lease that ends soon or has ended. */
export function LeasesSection({ list }: { list: UrgentList }): ReactElement {
  const { today } = useUser();
  return (
    <Section
      icon="solar:document-text-bold-duotone"
      title="Expiring leases"
      note={`before ${dateText(list.before)}`}
      count={list.total}
      to={openBusinessesWith({ leaseBefore: list.before })}
    >
      <Rows businesses={list.businesses}>
        {({ leaseEnd }) =>
          leaseEnd !== null &&
          (leaseEnd < today ? (
            <StatusLabel tone="error">Expired {dateText(leaseEnd)}</StatusLabel>
          ) : (
            dateText(leaseEnd)
          ))
        }
      </Rows>
    </Section>
  );
}

function Rows({
  businesses,
  children,
}: {
  businesses: readonly UrgentBusiness[];
  children: (business: UrgentBusiness) => ReactNode;
}): ReactElement {
  const names = useStageNames();
  return (
    <ul className={styles['rows']}>
      {businesses.map((business) => (
        <li key={business.id} className={styles['row']}>
          <div className={styles['text']}>
            <Link className={styles['main']} to={`/admin/business-center/businesses/${business.id}`}>
              {business.name}
            </Link>
            <span className={styles['sub']}>{names[business.stage]}</span>
          </div>
          <span className={styles['end']}>{children(business)}</span>
        </li>
      ))}
    </ul>
  );
}
