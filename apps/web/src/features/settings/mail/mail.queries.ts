import {
  getMailAccount,
  mailAccount,
  type MailAccount,
  updateMailAccount,
} from '@handover/contract/conversations/mail-account.ts';
import type { BodyInput } from '@handover/contract/http/endpoint.ts';
import { useQueryClient } from '@tanstack/react-query';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { useVersionedSave, type VersionedSave } from '#shared/forms/versioned-save.tsx';

/** The shared mailbox and its server. */
export const mailAccountQuery = (): QueryFor<MailAccount> =>
  oneQuery({
    queryKey: ['workspace', 'all', 'mail-account'],
    queryFn: async ({ signal }) => (await send(getMailAccount, {}, { signal })).mailAccount,
  });

type MailChange = Omit<BodyInput<typeof updateMailAccount>, 'version'>;

interface SaveOptions {
  version: number;
  done: string;
  onRecord: (account: MailAccount) => void;
  onError: (error: Error) => void;
}

export function useSaveMail({ onRecord, ...options }: SaveOptions): VersionedSave<MailAccount, MailChange> {
  const client = useQueryClient();
  return useVersionedSave({
    ...options,
    record: mailAccount,
    write: async (change: MailChange, version) =>
      (await send(updateMailAccount, { body: { ...change, version } })).mailAccount,
    onRecord: (account) => {
      client.setQueryData(mailAccountQuery().queryKey, account);
      onRecord(account);
    },
  });
}
