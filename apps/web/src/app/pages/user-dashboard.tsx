import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactElement } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '@handover/ui-lite/parts/button.tsx';
import { EmptyState } from '@handover/ui/states/state-panel.tsx';
import { OwnSales } from '#features/businesses/client/sale-list.tsx';
import { Panel } from '#features/dashboard/panel.tsx';
import { clientTasksQuery } from '#features/tasks/client-tasks/client-tasks.queries.ts';
import { ClientTasks } from '#features/tasks/client-tasks/client-tasks.tsx';
import { optionalPart } from '#shared/page/loading.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { ClientScreen, BrokerCard } from './client-screen.tsx';
import { ClientConversation } from '#features/conversations/client/client-conversation.tsx';

const OwnAgreements = optionalPart(() => import('#features/agreements/own-agreements.tsx'));
const OwnRooms = optionalPart(() => import('#features/documents/rooms/own-rooms.tsx'));
const OwnProfiles = optionalPart(() => import('#features/profiles/client/own-profiles.tsx'));
const OwnProfile = lazy(() => import('#features/buyers/own-profile.tsx'));
const ClientDocuments = lazy(() => import('#features/documents/client-documents.tsx'));

export default function UserDashboard(): ReactElement {
  const { customerId, role } = useUser();
  if (role !== 'CLIENT') return <ForClients />;
  if (customerId === null)
    return (
      <Panel title="Your sale">
        <EmptyState
          icon="solar:user-id-bold-duotone"
          title="Your account is not linked to a record yet"
          text="Ask your broker to link it. Your sale will then appear here."
        />
      </Panel>
    );
  return <OwnDashboard customerId={customerId} />;
}

function OwnDashboard({ customerId }: { customerId: string }): ReactElement {
  const { broker } = useUser();
  const tasks = useInfiniteQuery(clientTasksQuery(customerId));
  return (
    <ClientScreen
      notice={
        <Suspense>
          <OwnProfiles />
          <OwnAgreements />
          <OwnRooms side="seller" />
        </Suspense>
      }
      sale={<OwnSales clientTasks={tasks.data?.pages.flatMap((page) => page.tasks) ?? []} />}
      buying={
        <Suspense>
          <OwnProfile title="Your buyer profile" />
        </Suspense>
      }
      tasks={<ClientTasks customerId={customerId} />}
      messages={<ClientConversation customerId={customerId} />}
      files={
        <Suspense>
          <ClientDocuments />
        </Suspense>
      }
      broker={<BrokerCard broker={broker} />}
    />
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
          <Link className={buttonClass('outlined')} to="/test-user-dashboard">
            View with sample data
          </Link>
        }
      />
    </Panel>
  );
}
