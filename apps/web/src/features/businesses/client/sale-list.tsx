import type { Business } from '@handover/contract/businesses.ts';
import { isClosed, movesFrom, type BusinessStage } from '@handover/contract/business-stages.ts';
import type { Task } from '@handover/contract/tasks.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import { businessTypeLabels, useClientStageNames } from '#shared/labels/businesses.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { businessesQuery } from '../businesses.queries.ts';
import { Track } from '../stage-track.tsx';
import styles from './sale-list.module.css';
import { Cover, Price } from '../business-labels.tsx';

/** Far more businesses than one owner has. */
const shown = 50;

/** The client's own businesses. `asked` are the client's open tasks. */
export function OwnSales({ asked }: { asked: Asked }): ReactElement {
  const query = useQuery(businessesQuery({ limit: shown }));
  const businesses = query.data?.businesses ?? [];
  return (
    <PagedPanel
      query={query}
      count={businesses.length}
      empty={{
        icon: 'solar:buildings-bold-duotone',
        title: 'No businesses yet',
        text: 'The status of your sale will appear here once your broker adds your business.',
      }}
      failed="Your businesses could not be loaded"
    >
      <SaleList businesses={businesses} asked={asked} />
    </PagedPanel>
  );
}

type Asked = readonly Pick<Task, 'business'>[];

interface SaleListProps {
  businesses: readonly Business[];
  asked: Asked;
}

/** Stage of each sale, next step, and who acts next. */
export function SaleList({ businesses, asked }: SaleListProps): ReactElement {
  return (
    <ul className={styles['sales']}>
      {businesses.map((business) => (
        <Sale key={business.id} business={business} asked={asked} />
      ))}
    </ul>
  );
}

function Sale({ business, asked }: { business: Business; asked: Asked }): ReactElement {
  const { timeZone } = useUser();
  const names = useClientStageNames();
  const { name, stage, type, city, region, coverColor, stageEnteredAt } = business;
  const place = [city, region].filter((part) => part !== null).join(', ');
  return (
    <li className={styles['sale']} aria-label={name}>
      <div className={styles['head']}>
        <Cover name={name} color={coverColor} size={44} />
        <div className={styles['what']}>
          <h3 className={styles['name']}>{name}</h3>
          <p className={styles['second']}>
            {businessTypeLabels[type]}
            {place !== '' && ` · ${place}`}
          </p>
        </div>
        {business.askingPriceCents !== null && (
          <p className={styles['price']}>
            <span className={styles['second']}>Asking price</span>
            <Price business={business} />
          </p>
        )}
      </div>
      <Track stage={stage} names={names} />
      <dl className={styles['facts']}>
        <div className={styles['now']}>
          <dt>
            {names[stage]} since <RelativeTime time={stageEnteredAt} timeZone={timeZone} />
          </dt>
          <dd>{saleTexts[stage]}</dd>
        </div>
        <Next business={business} asked={asked} />
      </dl>
    </li>
  );
}

function Next({ business, asked }: { business: Business; asked: Asked }): ReactElement | null {
  const names = useClientStageNames();
  const { stage } = business;
  const [next] = movesFrom(stage);
  if (isClosed(stage) || next === undefined) return null;
  return (
    <>
      <div>
        <dt>Next step</dt>
        <dd>{names[next]}</dd>
      </div>
      <div>
        <dt>Waiting on</dt>
        <dd>{turnOf(business, asked)}</dd>
      </div>
    </>
  );
}

/** The client's as long as something is asked of them for this business or for none in particular. */
function turnOf({ id, broker }: Business, asked: Asked): string {
  if (asked.some(({ business }) => business === null || business.id === id)) return 'You: see your tasks';
  return broker?.displayName ?? 'Our office';
}

/** What happens in each stage, for the owner. */
export const saleTexts: Readonly<Record<BusinessStage, string>> = {
  lead: 'Your broker is learning about your business and your goals.',
  valuation: 'We are reviewing your financials to set a price that buyers and lenders will support.',
  engaged: 'The engagement is signed. We are collecting the documents buyers will ask for.',
  packaging: 'We are preparing the blind teaser and the confidential information memorandum.',
  on_market: 'Buyers see an anonymous teaser. We qualify them before sharing your name.',
  under_offer: 'You accepted an offer. The buyer’s conditions are being resolved.',
  sold: 'The sale is closed.',
  withdrawn: 'The sale was withdrawn. It can be resumed.',
  expired: 'The engagement expired without a sale. It can be renewed.',
};
