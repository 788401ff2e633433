import {
  deleteBackup,
  listBackups,
  openBackup,
  setBackupSchedule,
  startBackup,
  type BackupSchedule,
} from '@handover/contract/installation/backups.ts';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { downloadTicket } from '#shared/files/files.ts';

export const backupsQuery = (): QueryFor<ResponseOf<typeof listBackups>> =>
  oneQuery({
    queryKey: ['installation', 'all', 'backups'],
    queryFn: ({ signal }) => send(listBackups, {}, { signal }),
  });

export interface BackupMutations {
  make: UseMutationResult<unknown, Error, void>;
  download: UseMutationResult<unknown, Error, string>;
  remove: UseMutationResult<unknown, Error, string>;
  plan: UseMutationResult<unknown, Error, BackupSchedule>;
}

/** Each mutation refreshes the list and shows a failure. */
export function useBackupMutations(): BackupMutations {
  const client = useQueryClient();
  const toasts = useToasts();
  const onError = (error: Error): void => toasts.failed(getErrorMessage(error));
  const onSettled = (): Promise<void> => client.invalidateQueries({ queryKey: backupsQuery().queryKey });
  return {
    make: useMutation({ mutationFn: () => send(startBackup), onError, onSettled }),
    download: useMutation({
      mutationFn: (id: string) => send(openBackup, { params: { id } }),
      onSuccess: ({ ticket }) => downloadTicket(ticket),
      onError,
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (id: string) => send(deleteBackup, { params: { id } }),
      onSuccess: () => toasts.done('Backup deleted'),
      onError,
      onSettled,
    }),
    plan: useMutation({
      mutationFn: (body: BackupSchedule) => send(setBackupSchedule, { body }),
      onSuccess: () => toasts.done('Saved'),
      onError,
      onSettled,
    }),
  };
}
