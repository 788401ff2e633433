import type { RecordType } from '@handover/contract/records/records.ts';
import type { ZodMiniType } from 'zod/mini';
import {
  bulkInputs,
  cancelBulkRun,
  createBulkRun,
  getBulkRun,
  listBulkRows,
  undoBulkRun,
  type BulkInput,
  type BulkRow,
  type BulkRun,
} from '@handover/contract/records/bulk.ts';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, pagesQuery, type PagesFor, type QueryFor } from '#shared/api/query-factory.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import {
  parseInput,
  findRecordType,
  type AnyList,
  type BulkValues,
  type RecordSelection,
} from '../record-list.ts';

/** A run with its progress. */
export const bulkRunQuery = (id: string): QueryFor<BulkRun> =>
  oneQuery({
    queryKey: ['bulk', 'all', 'one', id],
    queryFn: async ({ signal }) => (await send(getBulkRun, { params: { id } }, { signal })).bulkRun,
  });

/** The result for each record of a run. */
export const bulkRowsQuery = (
  id: string,
  outcome: BulkRow['outcome'] | null,
): PagesFor<ResponseOf<typeof listBulkRows>> =>
  pagesQuery({
    queryKey: ['bulk', 'all', 'rows', id, outcome],
    fetchPage: ({ cursor, signal }) =>
      send(
        listBulkRows,
        { params: { id }, query: { cursor, limit: 50, ...(outcome !== null && { outcome }) } },
        { signal },
      ),
  });

/** The parsed input of an action, or the messages for its invalid fields. */
export function readBulkInput(
  list: Pick<AnyList, 'recordType'>,
  action: string,
  values: BulkValues,
): { input: BulkInput | null; errors: Record<string, string> } {
  const schemas: Partial<Record<RecordType, ZodMiniType<BulkInput>>> = bulkInputs;
  const { data, error } = schemas[findRecordType(list)]?.safeParse({ action, ...values }) ?? {};
  const issues = error?.issues ?? [];
  return {
    input: data ?? null,
    errors: Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message])),
  };
}

interface BulkMutations {
  start: (run: { selection: RecordSelection; input: BulkInput }, onDone: (run: BulkRun) => void) => void;
  cancel: (id: string) => void;
  /** Starts another run that restores the previous values. */
  undo: (id: string, onDone: (run: BulkRun) => void) => void;
  isPending: boolean;
}

/** Starts, cancels, and undoes bulk runs. */
export function useBulk(list: Pick<AnyList, 'recordType'>): BulkMutations {
  const client = useQueryClient();
  const refresh = useRefresh();
  const toasts = useToasts();
  const submitKey = useSubmitKey();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({
      call,
      onDone,
    }: {
      call: () => Promise<{ bulkRun: BulkRun }>;
      onDone?: (run: BulkRun) => void;
    }) => {
      const { bulkRun } = await call();
      client.setQueryData(bulkRunQuery(bulkRun.id).queryKey, bulkRun);
      onDone?.(bulkRun);
    },
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => refresh({ noun: 'bulk', customerId: null }),
  });
  return {
    start: (run, onDone) => {
      const body = parseInput(createBulkRun.body, { recordType: findRecordType(list), ...run });
      // A retry after a lost response refers to the same run, so no one gets an email twice.
      const idempotencyKey = submitKey.keyFor(body);
      mutate({
        call: () => send(createBulkRun, { body }, { idempotencyKey }),
        onDone: (created) => {
          submitKey.renew();
          onDone(created);
        },
      });
    },
    cancel: (id) => mutate({ call: () => send(cancelBulkRun, { params: { id } }) }),
    undo: (id, onDone) => mutate({ call: () => send(undoBulkRun, { params: { id } }), onDone }),
    isPending,
  };
}
