import {
  cancelImport,
  downloadImportRejections,
  startImport,
  type ImportMapping,
  type ImportRun,
} from '@handover/contract/imports.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../shared/api/api-error.ts';
import { send } from '../../shared/api/client.ts';
import { useSubmitKey } from '../../shared/api/submit-key.ts';
import { downloadTicket } from '../../shared/files/open-ticket.ts';
import { importQuery } from './imports.queries.ts';

interface ImportActs {
  start: (plan: { mapping: ImportMapping; mode: ImportRun['mode'] }) => void;
  /** Stops it; the rows done stay. */
  cancel: () => void;
  downloadRejections: () => void;
  failure: string | null;
  isPending: boolean;
}

/** What can be done with an import. */
export function useImportActs(id: string): ImportActs {
  const client = useQueryClient();
  const submitKey = useSubmitKey();
  const params = { id };
  const show = (run: ImportRun): void => {
    client.setQueryData(importQuery(id).queryKey, run);
    void client.invalidateQueries({ queryKey: ['import', 'all', 'list'] });
  };
  const { mutate, isPending, error } = useMutation({ mutationFn: (act: () => Promise<void>) => act() });
  const run = (act: () => Promise<void>): void => {
    if (!isPending) mutate(act);
  };
  return {
    start: (plan) =>
      run(async () =>
        show(
          (await send(startImport, { params, body: plan }, { idempotencyKey: submitKey.keyFor(plan) }))
            .import,
        ),
      ),
    cancel: () => run(async () => show((await send(cancelImport, { params })).import)),
    downloadRejections: () =>
      run(async () => downloadTicket((await send(downloadImportRejections, { params })).ticket)),
    failure: error === null ? null : messageOf(error),
    isPending,
  };
}
