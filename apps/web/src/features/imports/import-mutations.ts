import {
  createCustomField,
  type CustomFieldKind,
  type CustomRecordType,
} from '@handover/contract/records/custom-fields.ts';
import { toCustomKey } from '@handover/contract/records/custom-filter.ts';
import { parseWrittenDate } from '@handover/domain/written-dates.ts';
import { parseMoney } from '@handover/domain/money.ts';
import type { BodyInput, ResponseOf } from '@handover/contract/http/endpoint.ts';
import {
  cancelImport,
  downloadImportRejections,
  editImportCell,
  rereadImport,
  restoreImportRow,
  skipImportRows,
  startImport,
  undoImport,
  updateImport,
  type ImportDetail,
  type ImportProblemKind,
} from '@handover/contract/records/imports.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { downloadTicket } from '#shared/files/files.ts';
import { formatRowCount } from './import-labels.ts';
import { importQuery, problemGroupsQuery, getRowErrorsKey, type ImportChoice } from './imports.queries.ts';

interface ImportMutations {
  /** Saves a choice and rechecks the file with it. */
  choose: (choice: ImportChoice) => void;
  /** Reads the file with other settings, which gives it new columns and a new mapping. */
  reread: (reading: BodyInput<typeof rereadImport>) => void;
  start: (choice: ImportChoice) => void;
  undo: () => void;
  /** Stops the import; imported rows are kept. */
  cancel: () => void;
  downloadRejections: () => void;
  failure: string | null;
  isPending: boolean;
}

/** The actions on an import. */
export function useImportMutations(id: string): ImportMutations {
  const client = useQueryClient();
  const submitKey = useSubmitKey();
  const params = { id };
  const show = (run: ImportDetail): void => {
    client.setQueryData(importQuery(id).queryKey, run);
    void client.invalidateQueries({ queryKey: ['import', 'all', 'list'] });
  };
  const { mutate, isPending, error } = useMutation({
    mutationFn: (request: () => Promise<void>) => request(),
    scope: getRequestScope(id),
  });
  const run = (request: () => Promise<void>): void => {
    if (!isPending) mutate(request);
  };
  return {
    choose: (body) => mutate(async () => show((await send(updateImport, { params, body })).import)),
    reread: (body) => run(async () => show((await send(rereadImport, { params, body })).import)),
    undo: () => run(async () => show((await send(undoImport, { params })).import)),
    start: (plan) => {
      const fixes = client.getMutationCache().findAll({ mutationKey: getRowFixKey(id), status: 'pending' });
      mutate(async () => {
        const failure = fixes.map(({ state }) => state.error).find((fixError) => fixError !== null);
        if (failure !== undefined) throw failure;
        const options = { idempotencyKey: submitKey.keyFor(plan) };
        show((await send(startImport, { params, body: plan }, options)).import);
      });
    },
    cancel: () => run(async () => show((await send(cancelImport, { params })).import)),
    downloadRejections: () =>
      run(async () => downloadTicket((await send(downloadImportRejections, { params })).ticket)),
    failure: error === null ? null : getErrorMessage(error),
    isPending,
  };
}

/** Choices and fixes are made faster than responses arrive, so each request waits for the previous one. */
function getRequestScope(id: string): { id: string } {
  return { id: `import ${id}` };
}

function getRowFixKey(id: string): readonly string[] {
  return ['import', id, 'row-fix'];
}

interface NewField {
  readonly recordType: CustomRecordType;
  readonly header: string;
  readonly samples: readonly string[];
}

/** Adds a custom field for a column, and chooses it. */
export function useNewField(
  { id }: Pick<ImportDetail, 'id'>,
  onChoose: (field: string) => void,
): { create: (field: NewField) => void; isPending: boolean } {
  const client = useQueryClient();
  const toasts = useToasts();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ recordType, header, samples }: NewField) =>
      send(createCustomField, { body: { recordType, name: header.slice(0, 60), kind: guessKind(samples) } }),
    onSuccess: async ({ customField }) => {
      await client.invalidateQueries({ queryKey: importQuery(id).queryKey });
      onChoose(toCustomKey(customField.id));
      toasts.done(`Field “${customField.name}” added`);
    },
    onError: (error) => toasts.failed(getErrorMessage(error)),
  });
  return { create: mutate, isPending };
}

/** The kind of field that fits all samples: text, unless they are all dates or amounts. */
function guessKind(samples: readonly string[]): CustomFieldKind {
  if (samples.length === 0) return 'text';
  if (samples.every((text) => parseWrittenDate(text) !== null)) return 'date';
  return samples.every((text) => text.startsWith('$') && parseMoney(text) !== null) ? 'money' : 'text';
}

interface CellEdit {
  row: number;
  column: string;
  value: string;
  isForAllEqual: boolean;
}

export interface RowFixes {
  edit: (edit: CellEdit, onFailure: () => void) => void;
  skip: (row: number) => void;
  skipAll: (which: { column: string | null; kind: ImportProblemKind }) => void;
  /** Resets a fixed or skipped row to its values in the file. */
  restore: (row: number) => void;
}

/** Actions on the bad rows of an import, each saved immediately. The import starts only if those before it succeed. */
export function useRowFixes(id: string): RowFixes {
  const client = useQueryClient();
  const toasts = useToasts();
  const params = { id };
  const { mutate } = useMutation({
    mutationKey: getRowFixKey(id),
    mutationFn: (request: () => Promise<void>) => request(),
    scope: getRequestScope(id),
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: getRowErrorsKey(id) });
      await client.invalidateQueries({ queryKey: importQuery(id).queryKey });
    },
  });
  const restore = (row: number): void =>
    mutate(async () => void (await send(restoreImportRow, { params: { id, row } })));
  return {
    restore,
    edit: (body, onFailure) =>
      mutate(async () => {
        const { changedRows, isFixed } = await editAll(id, body).catch((error: unknown) => {
          onFailure();
          throw error;
        });
        if (changedRows > 1 && isFixed) toasts.done(`${formatRowCount(changedRows)} fixed`);
      }),
    skip: (row) =>
      mutate(async () => {
        await send(skipImportRows, { params, body: { row } });
        toasts.undoable(`Row ${row.toLocaleString('en')} will be skipped`, () => restore(row));
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
        toasts.done(`${formatRowCount(changedRows)} will be skipped`);
      }),
  };
}

/** One request fixes a limited number of rows and returns the next row. */
async function editAll(id: string, edit: CellEdit): Promise<{ changedRows: number; isFixed: boolean }> {
  let changedRows = 0;
  let isFixed = true;
  let row: number | null = edit.row;
  while (row !== null) {
    const answer: ResponseOf<typeof editImportCell> = await send(editImportCell, {
      params: { id },
      body: { ...edit, row },
    });
    changedRows += answer.changedRows;
    isFixed &&= answer.row.problems.every(({ column }) => column !== edit.column);
    row = answer.nextRow;
  }
  return { changedRows, isFixed };
}

/**
 * The number of rows with errors. Duplicates are known only after a check of the whole file, so its completion reloads
 * the rows.
 */
export function useErrorCount({ id, check }: ImportDetail): number {
  const client = useQueryClient();
  const isComplete = check?.isComplete ?? false;
  useEffect(() => {
    if (isComplete) void client.invalidateQueries({ queryKey: getRowErrorsKey(id) });
  }, [client, id, isComplete]);
  const { data } = useQuery({ ...problemGroupsQuery(id), enabled: check !== null });
  return data?.open ?? 0;
}
