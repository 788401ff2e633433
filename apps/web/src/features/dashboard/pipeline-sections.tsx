import type { listAgreements } from '@handover/contract/agreements/agreements.ts';
import type { listDeals } from '@handover/contract/deals/deals.ts';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import type { License } from '@handover/contract/settings/licenses.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import Button from '@mui/material/Button';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactElement, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useUser } from '#shared/session/session-context.tsx';
import { licenseNoticeDays, shownRecords, stalledDays, getStalledDealsPath } from './dashboard.queries.ts';
import { Section } from './attention-sections.tsx';
import { Loaded } from './panel.tsx';
import styles from './today.module.css';

interface SectionProps<T> {
  query: UseQueryResult<T>;
}

/** Open deals that have been in the same stage for a long time. */
export function StalledDeals({ query }: SectionProps<ResponseOf<typeof listDeals>>): ReactElement {
  const { today, timeZone } = useUser();
  return (
    <Loaded query={query} failed="Stalled deals could not be loaded" rows={1}>
      {({ deals, total }) =>
        deals.length > 0 && (
          <Section
            icon="solar:case-round-bold-duotone"
            title="Stalled deals"
            note={`in one stage for more than ${String(stalledDays)} days`}
            count={total ?? deals.length}
            to={getStalledDealsPath(today)}
          >
            <ul className={styles['rows']}>
              {deals.map(({ id, buyer, business, stageEnteredAt }) => (
                <Row
                  key={id}
                  to={`${recordInfo.deal.path}${id}`}
                  name={buyer.name}
                  sub={business.name}
                  end={<RelativeTime time={stageEnteredAt} timeZone={timeZone} />}
                />
              ))}
            </ul>
          </Section>
        )
      }
    </Loaded>
  );
}

/** NDAs in force that end soon. */
export function ExpiringNdas({ query }: SectionProps<ResponseOf<typeof listAgreements>>): ReactElement {
  return (
    <Loaded query={query} failed="Expiring NDAs could not be loaded" rows={1}>
      {({ agreements, total }) =>
        agreements.length > 0 && (
          <Section
            icon="solar:shield-check-bold-duotone"
            title="Expiring NDAs"
            note="within 30 days"
            to="/admin/business-center/ndas?isExpiring=true"
            count={total ?? agreements.length}
          >
            <ul className={styles['rows']}>
              {agreements.map(({ id, customer, businesses, expiresOn }) => (
                <Row
                  key={id}
                  to={`${recordInfo.agreement.path}${id}`}
                  name={customer.name}
                  sub={businesses.map(({ name }) => name).join(', ')}
                  end={expiresOn !== null && <ExpiryText day={expiresOn} />}
                />
              ))}
            </ul>
          </Section>
        )
      }
    </Loaded>
  );
}

/** Licenses of businesses and of the brokerage that end soon or have ended. */
export function ExpiringLicenses({ query }: SectionProps<readonly License[]>): ReactElement {
  const [isAll, setAll] = useState(false);
  return (
    <Loaded query={query} failed="Expiring licenses could not be loaded" rows={1}>
      {(licenses) =>
        licenses.length > 0 && (
          <Section
            icon="solar:document-text-bold-duotone"
            title="Expiring licenses"
            note={`within ${String(licenseNoticeDays)} days`}
            count={licenses.length}
          >
            <ul className={styles['rows']}>
              {(isAll ? licenses : licenses.slice(0, shownRecords)).map(
                ({ id, business, board, state, expiresOn }) => (
                  <Row
                    key={id}
                    to={business === null ? '/admin/settings' : `${recordInfo.business.path}${business.id}`}
                    name={business?.name ?? 'Brokerage'}
                    sub={`${board}, ${state}`}
                    end={expiresOn !== null && <ExpiryText day={expiresOn} />}
                  />
                ),
              )}
            </ul>
            {!isAll && licenses.length > shownRecords && (
              <Button variant="outlined" color="inherit" onClick={() => setAll(true)}>
                Show {licenses.length - shownRecords} more
              </Button>
            )}
          </Section>
        )
      }
    </Loaded>
  );
}

function ExpiryText({ day }: { day: string }): ReactElement {
  const { today } = useUser();
  if (day < today) return <StatusLabel tone="error">Expired {formatDate(day)}</StatusLabel>;
  return <>{formatDate(day)}</>;
}

interface RowProps {
  to: string;
  name: string;
  sub: string;
  end: ReactNode;
}

function Row({ to, name, sub, end }: RowProps): ReactElement {
  return (
    <li className={styles['row']}>
      <div className={styles['text']}>
        <Link className={styles['main']} to={to}>
          {name}
        </Link>
        <span className={styles['sub']}>{sub}</span>
      </div>
      <span className={styles['end']}>{end}</span>
    </li>
  );
}
