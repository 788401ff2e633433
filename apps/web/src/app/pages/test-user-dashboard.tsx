import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { SaleList } from '#features/businesses/client/sale-list.tsx';
import { ClientThreads } from '#features/conversations/client/client-conversation.tsx';
import { createSampleClient, createWrittenMessage } from '#features/dashboard/client-sample.ts';
import { ClientTaskList } from '#features/tasks/client-tasks/client-tasks.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { ClientScreen, BrokerCard } from './client-screen.tsx';
import styles from './client-screen.module.css';

const DocumentRows = lazy(() => import('#features/documents/document-rows.tsx'));

/** test-user-dashboard: the client dashboard with sample data. Makes no API calls. */
export default function TestUserDashboard(): ReactElement {
  const { today } = useUser();
  const [sample, setSample] = useState(() => createSampleClient({ now: new Date(), today }));
  const toasts = useToasts();
  const { businesses, tasks, messages, documents, broker } = sample;
  return (
    <ClientScreen
      notice={
        <p className={styles['notice']} role="note">
          <strong>Preview on sample data.</strong> This is what clients see. Nothing is saved or sent.
        </p>
      }
      sale={<SaleList isPreview businesses={businesses} clientTasks={tasks} />}
      tasks={
        <ClientTaskList
          tasks={tasks}
          isPending={false}
          onDone={(done) => {
            setSample((last) => ({ ...last, tasks: last.tasks.filter(({ id }) => id !== done.id) }));
            toasts.undoable('Task completed', () => setSample((last) => ({ ...last, tasks })));
          }}
        />
      }
      messages={
        <ClientThreads
          messages={messages}
          write={async ({ text, subject }, id) => {
            const written = createWrittenMessage(new Date(), { id, text, subject });
            setSample((last) => ({ ...last, messages: [written, ...last.messages] }));
          }}
        />
      }
      files={
        <Suspense>
          <DocumentRows
            documents={documents}
            onOpen={() => toasts.done('Sample files cannot be downloaded')}
          />
        </Suspense>
      }
      broker={<BrokerCard broker={broker} />}
    />
  );
}
