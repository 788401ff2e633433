import type { ImapAccount, ImapOwner } from '@handover/contract/imap-accounts.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '#shared/api/api-error.ts';
import { imapAccountQuery } from './imap.queries.ts';

/** Something done to an account, and what it is then; nothing after a disconnect. */
export interface ImapMutation {
  run: () => Promise<{ imapAccount: ImapAccount } | void>;
  done?: string;
}

/** Does things to the account of a mailbox; what fails is said, and the account shown as it is. */
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
      toasts.failed(messageOf(error));
      void client.invalidateQueries({ queryKey });
    },
  });
  return { act: mutate, isPending };
}
