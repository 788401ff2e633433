import {
  getImapAccount,
  type ImapAccount,
  type ImapOwner,
} from '@handover/contract/conversations/imap-accounts.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { StatusTone } from '@handover/ui/parts/status-label.tsx';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { getErrorMessage } from '#shared/api/api-error.ts';

/** The IMAP account of a mailbox; null if there is none. */
export const imapAccountQuery = (of: ImapOwner): QueryFor<ImapAccount | null> =>
  oneQuery({
    queryKey: ['workspace', 'all', 'imap-account', of],
    queryFn: async ({ signal }) => (await send(getImapAccount, { params: { of } }, { signal })).imapAccount,
  });

/** An action on the account; `run` returns the resulting account, or nothing after a disconnect. */
interface ImapMutation {
  run: () => Promise<{ imapAccount: ImapAccount } | void>;
  done?: string;
}

/** Runs actions on a mailbox account; errors are shown and the account is refetched. */
export function useImapMutation(
  of: ImapOwner,
  { onDone }: { onDone?: () => void } = {},
): { act: (act: ImapMutation) => void; isPending: boolean } {
  const client = useQueryClient();
  const toasts = useToasts();
  const { queryKey } = imapAccountQuery(of);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ run }: ImapMutation) => run(),
    onSuccess: (answer, { done }) => {
      client.setQueryData(queryKey, answer?.imapAccount ?? null);
      if (done !== undefined) toasts.done(done);
      onDone?.();
    },
    onError: (error) => {
      toasts.failed(getErrorMessage(error));
      void client.invalidateQueries({ queryKey });
    },
  });
  return { act: mutate, isPending };
}

interface Words {
  tone: StatusTone;
  text: string;
  /** Whether the status changes by itself. */
  isLive: boolean;
}

const activities = {
  syncing: { tone: 'info', text: 'Syncing', isLive: true },
  watching: { tone: 'success', text: 'Connected', isLive: true },
  waiting: { tone: 'warning', text: 'Not connected', isLive: true },
  none: { tone: 'warning', text: 'Not connected', isLive: true },
} as const satisfies Record<ImapAccount['activity'], Words>;

const statuses = {
  testing: { tone: 'info', text: 'Testing', isLive: true },
  failed: { tone: 'error', text: 'Test failed', isLive: false },
  ready: { tone: 'success', text: 'Ready', isLive: false },
  paused: { tone: 'neutral', text: 'Paused', isLive: false },
  refused: { tone: 'error', text: 'Sign-in rejected', isLive: false },
} as const;

/** Current status of an account as a short text. */
export function getStatusWords({ status, activity }: Pick<ImapAccount, 'status' | 'activity'>): Words {
  return status === 'active' ? activities[activity] : statuses[status];
}
