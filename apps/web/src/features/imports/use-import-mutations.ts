import {
  cancelImport,
  downloadImportRejections,
  rereadImport,
  startImport,
  undoImport,
  updateImport,
  type ImportDetail,
} from '@handover/contract/imports.ts';
import type { BodyInput } from '@handover/contract/endpoint.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { downloadTicket } from '#shared/files/open-ticket.ts';
import { importQuery, type ImportChoice } from './imports.queries.ts';

interface ImportMutations {
  /** Keeps a choice on the server, which checks the file with it. */
  choose: (choice: ImportChoice) => void;
  /** Reads the file another way; columns and mapping follow. */
  reread: (reading: BodyInput<typeof rereadImport>) => void;
  start: (choice: ImportChoice) => void;
  /** Takes back what it created and changed. */
  undo: () => void;
  /** Stops it; the rows done stay. */
  cancel: () => void;
  downloadRejections: () => void;
  failure: string | null;
  isPending: boolean;
}

/** What can be done with an import. */
export function useImportMutations(id: string): ImportMutations {
  const client = useQueryClient();
  const submitKey = useSubmitKey();
  const params = { id };
  const show = (run: ImportDetail): void => {
    client.setQueryData(importQuery(id).queryKey, run);
    void client.invalidateQueries({ queryKey: ['import', 'all', 'list'] });
  };
  // Choices come quicker than answers: one act waits for the one before.
  const { mutate, isPending, error } = useMutation({
    mutationFn: (act: () => Promise<void>) => act(),
    scope: { id: `import ${id}` },
  });
  const run = (act: () => Promise<void>): void => {
    if (!isPending) mutate(act);
  };
  return {
    choose: (body) => mutate(async () => show((await send(updateImport, { params, body })).import)),
    reread: (body) => run(async () => show((await send(rereadImport, { params, body })).import)),
    undo: () => run(async () => show((await send(undoImport, { params })).import)),
    start: (plan) =>
      mutate(async () =>
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
