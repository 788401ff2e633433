import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { messageOf } from '#shared/api/api-error.ts';
import { ImapCard } from '../imap/imap-card.tsx';
import { IncomingCard } from './incoming-card.tsx';
import { mailAccountQuery } from './mail.queries.ts';
import { SenderCard } from './sender-card.tsx';
import { ServerCard } from './server-card.tsx';
import { TemplatesCard } from './templates-card.tsx';
import { TestCard } from './test-card.tsx';

const pollMs = 1_000;

/** The shared mailbox: who its mail is from, how it leaves, and how it comes in. */
export default function MailScreen(): ReactElement {
  const account = useQuery({
    ...mailAccountQuery(),
    refetchInterval: ({ state }) => (state.data?.lastTest?.status === 'running' ? pollMs : false),
  });
  if (account.isPending) return <ListSkeleton columns={['40%', '60%']} rows={6} rowHeight={72} />;
  if (account.data === undefined)
    return (
      <FailedState
        title="The mail account could not be loaded"
        text={messageOf(account.error)}
        onRetry={() => void account.refetch()}
      />
    );
  return (
    <>
      <SenderCard account={account.data} />
      <ServerCard account={account.data} />
      <TestCard account={account.data} />
      <ImapCard />
      <IncomingCard account={account.data} />
      <TemplatesCard />
    </>
  );
}
