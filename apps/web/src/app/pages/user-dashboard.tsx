import type { Profile } from '@handover/contract/auth/auth.ts';
import type { Business } from '@handover/contract/businesses/businesses.ts';
import type { Deal } from '@handover/contract/deals/deals.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';
import { getButtonClass } from '@handover/ui-lite/parts/button.tsx';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { EmptyState } from '@handover/ui/states/state-panel.tsx';
import { OwnSales, ownSalesQuery, SaleList } from '#features/businesses/client/sale-list.tsx';
import { buyersQuery } from '#features/buyers/buyer-page.queries.ts';
import { Panel } from '#features/dashboard/panel.tsx';
import { clientTasksQuery } from '#features/tasks/client-tasks/client-tasks.queries.ts';
import { ownDealsQuery } from '#features/deals/own/own-deals.queries.ts';
import { ClientTasks } from '#features/tasks/client-tasks/client-tasks.tsx';
import { optionalPart } from '#shared/page/loading.ts';
import { sharedWithMeQuery } from '#shared/access-grants/access-grants.queries.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { ClientScreen, BrokerCard } from './client-screen.tsx';
import { useSellerActions } from './seller-actions.ts';
import { ClientConversation } from '#features/conversations/client/client-conversation.tsx';

const SharedWithMe = optionalPart(() => import('./shared-with-me.tsx'));
const OwnAgreements = optionalPart(() => import('#features/agreements/own-agreements.tsx'));
const OwnPurchases = lazy(() => import('#features/deals/own/own-purchases.tsx'));
const OwnRooms = optionalPart(() => import('#features/documents/rooms/own-rooms.tsx'));
const OwnProfiles = optionalPart(() => import('#features/profiles/client/own-profiles.tsx'));
const OwnValuations = optionalPart(() => import('#features/businesses/client/own-valuations.tsx'));
const OwnProfile = lazy(() => import('#features/buyers/own-profile.tsx'));
const ProofNotice = optionalPart(() => import('#features/buyers/proof-notice.tsx'));
const OwnDataCard = lazy(() => import('#features/customers/own-data/own-data-card.tsx'));
const ClientDocuments = lazy(() => import('#features/documents/client-documents.tsx'));

export default function UserDashboard(): ReactElement {
  return useUser().role === 'CLIENT' ? <ClientDashboard /> : <ForClients />;
}

/** The dashboard of one customer: the client's own, or a customer shared with them. */
function ClientDashboard(): ReactElement {
  const { customers } = useUser();
  const [params, setParams] = useSearchParams();
  const shared = useQuery(sharedWithMeQuery());
  const chosen = customers.find(({ id }) => id === params.get('customer')) ?? customers[0];
  if (chosen === undefined) {
    if (shared.isPending) return <Spinner isPage />;
    return shared.data?.length === 0 ? <NotLinked /> : <SharedDashboard />;
  }
  const grant = shared.data?.find(({ recordId }) => recordId === chosen.id);
  return (
    <>
      {customers.length > 1 && (
        <LabeledSelect
          label="Customer"
          value={chosen.id}
          sx={{ mb: 2.5, maxWidth: 420 }}
          onChange={({ target }) => setParams({ customer: target.value }, { replace: true })}
        >
          {customers.map(({ id, name, isOwn }) => (
            <option key={id} value={id}>
              {isOwn ? name : `${name} (shared with you)`}
            </option>
          ))}
        </LabeledSelect>
      )}
      <CustomerDashboard
        key={chosen.id}
        customer={chosen}
        canWrite={chosen.isOwn || grant?.level === 'contribute'}
      />
    </>
  );
}

function NotLinked(): ReactElement {
  return (
    <Panel title="Your sale">
      <EmptyState
        icon="solar:user-id-bold-duotone"
        title="Your account is not linked to a record yet"
        text="Ask your broker to link it. Your sale will then appear here."
      />
    </Panel>
  );
}

/** For advisors without a customer record: single businesses and deals. */
function SharedDashboard(): ReactElement {
  const { onlyBuys, purchases } = useDeals();
  return (
    <ClientScreen
      isOwn={false}
      notice={
        <Suspense>
          <OwnProfiles />
          <OwnAgreements />
        </Suspense>
      }
      shared={
        <Suspense>
          <SharedWithMe />
        </Suspense>
      }
      sale={onlyBuys ? null : <OwnSales clientTasks={[]} isOwn={false} />}
      purchases={purchases}
      tasks={null}
      messages={null}
      files={
        <Suspense>
          <ClientDocuments />
        </Suspense>
      }
      broker={null}
    />
  );
}

/**
 * Deals in which the customer is the buyer or the client advises the buyer, and whether the customer only buys.
 */
function useDeals(customerId?: string): {
  purchases: ReactElement | null;
  onlyBuys: boolean;
  /** Whether a purchase is still in a stage before the CIM. */
  isQualifying: boolean;
} {
  const { data: deals } = useQuery(ownDealsQuery());
  const { data: sales } = useQuery(ownSalesQuery(customerId));
  const { data: profiles } = useQuery({
    ...buyersQuery({ customerId, limit: 1 }),
    enabled: customerId !== undefined,
  });
  const all = (deals?.deals ?? []).filter(
    ({ side, isOwn, buyer }) =>
      side === 'buyer' && (!isOwn || customerId === undefined || buyer.id === customerId),
  );
  const bought = all.filter(({ stage }) => stage !== 'lost');
  const isBuyer = all.length + (profiles?.buyers.length ?? 0) > 0;
  const onlyBuys = isBuyer && sales?.businesses.length === 0;
  if (bought.length === 0) return { purchases: null, onlyBuys, isQualifying: false };
  const purchases = (
    <Suspense fallback={<Spinner />}>
      <OwnPurchases deals={bought} />
    </Suspense>
  );
  return {
    purchases,
    onlyBuys,
    isQualifying: bought.some(({ isOwn, stage }) => isOwn && qualifyingStages.includes(stage)),
  };
}

const qualifyingStages: readonly Deal['stage'][] = ['inquiry', 'nda_signed', 'qualified'];

interface CustomerDashboardProps {
  customer: Profile['customers'][number];
  /** False for an advisor who may only view. */
  canWrite: boolean;
}

function CustomerDashboard({ customer, canWrite }: CustomerDashboardProps): ReactElement {
  const { id: customerId, isOwn, broker } = customer;
  const tasks = useInfiniteQuery(clientTasksQuery(customerId));
  const { onlyBuys, purchases, isQualifying } = useDeals(customerId);
  const asks = useSellerActions();
  const sharedSales = useSharedSales(customerId);
  return (
    <ClientScreen
      isOwn={isOwn}
      shared={
        <Suspense>
          <SharedWithMe />
        </Suspense>
      }
      notice={
        <Suspense>
          <OwnProfiles />
          <OwnAgreements />
          {isOwn && isQualifying && <ProofNotice customerId={customerId} />}
          <OwnRooms side="seller" />
          <OwnValuations />
        </Suspense>
      }
      sale={
        onlyBuys ? null : (
          <OwnSales
            customerId={customerId}
            clientTasks={tasks.data?.pages.flatMap((page) => page.tasks) ?? []}
            asks={asks}
            isOwn={isOwn}
          />
        )
      }
      sharedSales={
        sharedSales.length === 0 ? null : <SaleList businesses={sharedSales} clientTasks={[]} isOwn={false} />
      }
      purchases={purchases}
      buying={
        isOwn && (
          <Suspense>
            <OwnProfile title="Your buyer profile" customerId={customerId} />
          </Suspense>
        )
      }
      tasks={<ClientTasks customerId={customerId} canAnswer={canWrite} />}
      messages={<ClientConversation customerId={customerId} canWrite={canWrite} isOwn={isOwn} />}
      files={
        <Suspense>
          <ClientDocuments />
        </Suspense>
      }
      broker={isOwn ? <BrokerCard broker={broker} /> : null}
      {...(isOwn && {
        data: (
          <Suspense>
            <OwnDataCard />
          </Suspense>
        ),
      })}
    />
  );
}

/** Businesses that are shared individually and do not belong to the customer. */
function useSharedSales(customerId: string): readonly Business[] {
  const { data: grants = [] } = useQuery(sharedWithMeQuery());
  const ids = grants.flatMap(({ recordType, recordId }) => (recordType === 'business' ? [recordId] : []));
  const { data: all } = useQuery({ ...ownSalesQuery(), enabled: ids.length > 0 });
  const { data: own } = useQuery(ownSalesQuery(customerId));
  if (own === undefined) return [];
  return (all?.businesses ?? []).filter(
    ({ id }) => ids.includes(id) && !own.businesses.some((business) => business.id === id),
  );
}

function ForClients(): ReactElement {
  return (
    <Panel title="For clients">
      <EmptyState
        icon="solar:eye-bold-duotone"
        title="Client dashboard"
        text="Clients see their sale, tasks, and messages here."
        action={
          <Link className={getButtonClass('outlined')} to="/test-user-dashboard">
            View with sample data
          </Link>
        }
      />
    </Panel>
  );
}
