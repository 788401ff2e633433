import { writeMessage } from '@handover/contract/conversations.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { LoadMore } from '#shared/lists/load-more.tsx';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { emailsQuery } from '../conversations.queries.ts';
import type { WriteMessage } from './client-composer.tsx';
import { ClientThreads } from './client-threads.tsx';

/** The messages between the client and their broker, with a form for new ones. */
export function ClientConversation({ customerId }: { customerId: string }): ReactElement {
  const query = useInfiniteQuery(emailsQuery({ type: 'customer', id: customerId }));
  const refresh = useRefresh();
  const messages = query.data?.pages.flatMap((page) => page.emails) ?? [];
  const write: WriteMessage = async (body, idempotencyKey) => {
    await send(writeMessage, { params: { id: customerId }, body }, { idempotencyKey });
    refresh({ noun: 'message', customerId });
  };
  return (
    <PagedPanel
      query={query}
      // The form is shown even without messages.
      count={1}
      empty={{ icon: 'solar:chat-round-line-bold-duotone', title: 'No messages yet' }}
      failed="Your messages could not be loaded"
    >
      <ClientThreads messages={messages} write={write} />
      <LoadMore
        query={query}
        shown={messages.length}
        total={query.data?.pages[0]?.total ?? messages.length}
      />
    </PagedPanel>
  );
}
