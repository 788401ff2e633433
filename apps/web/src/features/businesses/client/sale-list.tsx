import type { Business } from '@handover/contract/businesses/businesses.ts';
import {
  isClosed,
  listNextStages,
  type BusinessStage,
} from '@handover/contract/businesses/business-stages.ts';
import type { Task } from '@handover/contract/tasks/tasks.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactElement } from 'react';
import { Link } from 'react-router';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import { businessTypeLabels, useClientStageNames } from '#shared/labels/businesses.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { businessesQuery } from '../businesses.queries.ts';
import { Track } from '../stage-track.tsx';
import styles from './sale-list.module.css';
import { Cover, Price } from '../business-labels.tsx';

const OwnAccess = lazy(() => import('#shared/access-grants/own-access.tsx'));

/** The businesses of a customer, or all that the client may read. The limit is far above what one owner has. */
export const ownSalesQuery = (ownerId?: string): ReturnType<typeof businessesQuery> =>
  businessesQuery({ limit: 50, ...(ownerId !== undefined && { ownerId }) });

/**
 * The businesses of a customer, or without `customerId` all that are shared with an advisor. `isOwn` is false for an
 * advisor. `clientTasks` are the customer's open tasks by due date; `asks` are the other actions that wait for the
 * owner.
 */
export function OwnSales({
  customerId,
  clientTasks,
  asks = [],
  isOwn = true,
}: {
  customerId?: string;
  clientTasks: readonly ClientTask[];
  asks?: readonly SellerAction[];
  isOwn?: boolean;
}): ReactElement {
  const query = useQuery(ownSalesQuery(customerId));
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
      <SaleList businesses={businesses} clientTasks={clientTasks} asks={asks} isOwn={isOwn} />
    </PagedPanel>
  );
}

type ClientTask = Pick<Task, 'id' | 'title' | 'status' | 'business'>;

/** An action that the sale of a business waits for, with a link to the page where the owner can do it. */
export interface SellerAction {
  businessId: string;
  text: string;
  to: string;
}

interface SaleListProps {
  businesses: readonly Business[];
  clientTasks: readonly ClientTask[];
  asks?: readonly SellerAction[];
  isOwn?: boolean;
  /** Sample data cannot be shared with anyone. */
  isPreview?: boolean;
}

/** Stage of each sale, next step, and who acts next. */
export function SaleList({
  businesses,
  clientTasks,
  asks = [],
  isOwn = true,
  isPreview = false,
}: SaleListProps): ReactElement {
  return (
    <ul className={styles['sales']}>
      {businesses.map((business) => (
        <Sale
          key={business.id}
          business={business}
          clientTasks={clientTasks}
          asks={asks}
          isOwn={isOwn}
          isPreview={isPreview}
        />
      ))}
    </ul>
  );
}

interface SaleProps {
  business: Business;
  clientTasks: readonly ClientTask[];
  asks: readonly SellerAction[];
  isOwn: boolean;
}

function Sale({ isPreview, ...sale }: SaleProps & { isPreview: boolean }): ReactElement {
  const { business, isOwn } = sale;
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
            {names[stage]}, started <RelativeTime time={stageEnteredAt} timeZone={timeZone} />
          </dt>
          <dd>{(isOwn ? saleTexts : sharedSaleTexts)[stage]}</dd>
        </div>
        <Next {...sale} />
      </dl>
      {isOwn && !isPreview && (
        <Suspense>
          <OwnAccess of={{ type: 'business', id: business.id }} name={name} />
        </Suspense>
      )}
    </li>
  );
}

function Next({ business, clientTasks, asks, isOwn }: SaleProps): ReactElement | null {
  const names = useClientStageNames();
  const { stage } = business;
  const [next] = listNextStages(stage);
  if (isClosed(stage) || next === undefined) return null;
  // A task without a business applies to every sale of the customer. Submitted tasks wait for the broker.
  const task = clientTasks.find(
    (one) => one.status !== 'waiting' && (one.business === null || one.business.id === business.id),
  );
  const ask = asks.find(({ businessId }) => businessId === business.id);
  const waiting = task === undefined ? ask : { text: task.title, to: `#task-${task.id}` };
  return (
    <>
      <div>
        <dt>Next stage</dt>
        <dd>{names[next]}</dd>
      </div>
      <div>
        <dt>Waiting on</dt>
        <dd>
          {waiting === undefined ? (
            (business.broker?.displayName ?? 'Our office')
          ) : (
            <>
              {isOwn ? 'You' : 'The owner'}: <Link to={waiting.to}>{waiting.text}</Link>
            </>
          )}
        </dd>
      </div>
    </>
  );
}

/** A description of each stage for the owner. */
export const saleTexts: Readonly<Record<BusinessStage, string>> = {
  lead: 'Your broker is learning about your business and your goals.',
  valuation: 'We are reviewing your financials to set a price that buyers and lenders will support.',
  engaged: 'The engagement is signed. We are collecting the documents buyers will ask for.',
  packaging: 'We are preparing the blind teaser and the confidential information memorandum.',
  on_market: 'Buyers see an anonymous teaser. We qualify them before sharing your name.',
  under_offer: 'You accepted an offer. The buyer’s contingencies are being resolved.',
  sold: 'The sale is closed.',
  withdrawn: 'The sale was withdrawn. It can be resumed.',
  expired: 'The engagement expired without a sale. It can be renewed.',
};

/** The same for an advisor of the owner. */
const sharedSaleTexts: Readonly<Record<BusinessStage, string>> = {
  ...saleTexts,
  lead: 'The broker is learning about the business and the owner’s goals.',
  valuation: 'The financials are under review to set a price that buyers and lenders will support.',
  on_market: 'Buyers see an anonymous teaser. They are qualified before they learn the name.',
  under_offer: 'The owner accepted an offer. The buyer’s contingencies are being resolved.',
};
