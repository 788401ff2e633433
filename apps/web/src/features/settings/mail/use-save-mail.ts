import type { BodyInput } from '@handover/contract/endpoint.ts';
import { mailAccount, updateMailAccount, type MailAccount } from '@handover/contract/mail-account.ts';
import { useQueryClient } from '@tanstack/react-query';
import { send } from '#shared/api/client.ts';
import { useVersionedSave, type VersionedSave } from '../versioned-save.tsx';
import { mailAccountQuery } from './mail.queries.ts';

export type MailChange = Omit<BodyInput<typeof updateMailAccount>, 'version'>;

interface SaveOptions {
  version: number;
  done: string;
  onRecord: (account: MailAccount) => void;
  onError: (error: Error) => void;
}

/** Saves the shared mailbox. */
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
