import type { ResponseOf } from '@handover/contract/endpoint.ts';
import {
  editImportCell,
  restoreImportRow,
  skipImportRows,
  type ImportProblemKind,
} from '@handover/contract/imports.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { importQuery } from '../imports.queries.ts';
import { rowErrorsKey } from './row-errors.queries.ts';

export interface CellEdit {
  row: number;
  column: string;
  value: string;
  isForAllEqual: boolean;
}

interface RowFixes {
  edit: (edit: CellEdit) => void;
  skip: (row: number) => void;
  skipAll: (which: { column: string | null; kind: ImportProblemKind }) => void;
  /** Takes a mended or skipped row as it stands in the file again. */
  restore: (row: number) => void;
}

/** What can be done with the bad rows of an import. Every act is kept on the server at once. */
export function useRowErrors(id: string): RowFixes {
  const client = useQueryClient();
  const toasts = useToasts();
  const params = { id };
  const { mutate } = useMutation({
    mutationFn: (act: () => Promise<void>) => act(),
    scope: { id: `mending ${id}` },
    onError: (error) => toasts.failed(messageOf(error)),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: rowErrorsKey(id) });
      await client.invalidateQueries({ queryKey: importQuery(id).queryKey });
    },
  });
  const count = (rows: number): string => `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`;
  const restore = (row: number): void =>
    mutate(async () => void (await send(restoreImportRow, { params: { id, row } })));
  return {
    restore,
    edit: (body) =>
      mutate(async () => {
        const { changedRows, isRight } = await editAll(id, body);
        if (changedRows > 1 && isRight) toasts.done(`${count(changedRows)} mended`);
      }),
    skip: (row) =>
      mutate(async () => {
        await send(skipImportRows, { params, body: { row } });
        toasts.undoable(`Row ${row.toLocaleString('en')} will be left out`, () => restore(row));
      }),
    skipAll: (body) =>
      mutate(async () => {
        let changedRows = 0;
        let isMore = true;
        while (isMore) {
          const answer = await send(skipImportRows, { params, body });
          changedRows += answer.changedRows;
          ({ isMore } = answer);
        }
        toasts.done(`${count(changedRows)} will be left out`);
      }),
  };
}

/** One request mends so many rows at the most and names the next of them. */
async function editAll(id: string, edit: CellEdit): Promise<{ changedRows: number; isRight: boolean }> {
  let changedRows = 0;
  let isRight = true;
  let row: number | null = edit.row;
  while (row !== null) {
    const answer: ResponseOf<typeof editImportCell> = await send(editImportCell, {
      params: { id },
      body: { ...edit, row },
    });
    changedRows += answer.changedRows;
    isRight &&= answer.row.problems.every(({ column }) => column !== edit.column);
    row = answer.nextRow;
  }
  return { changedRows, isRight };
}
