import { getCustomer, updateCustomer, type Customer } from '@handover/contract/customers.ts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { ApiError, messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { refresh } from '#shared/live/affected-keys.ts';
import type { CustomerPage } from '#features/customers/customers.queries.ts';
import { bodyOfCell, isSameValue, problemIn, valueIn, type CellValue } from './cell-values.ts';

interface CellSave {
  /** Saves a value over the record that it was made from. */
  save: (value: CellValue, base: Customer) => void;
  /** The same cell was changed by somebody else meanwhile: what both wrote. */
  conflict: { readonly mine: CellValue; readonly theirs: Customer } | null;
  isPending: boolean;
}

/** Saves one cell. A change of another field by somebody else does not stand in the way; one of the same field asks. */
export function useCellSave(onSaved: () => void): CellSave {
  const client = useQueryClient();
  const toasts = useToasts();
  const isSaving = useRef(false);
  const [state, setState] = useState<Pick<CellSave, 'conflict' | 'isPending'>>(idle);

  const write = async (value: CellValue, base: Customer): Promise<void> => {
    const body = { version: base.version, ...bodyOfCell(value) };
    const { user } = await send(updateCustomer, { params: { id: base.id }, body });
    showInLists(client, user);
    void refresh(client, { noun: 'customer', customerId: base.id });
    setState(idle);
    onSaved();
  };

  const writeOrAsk = async (value: CellValue, base: Customer): Promise<void> => {
    try {
      await write(value, base);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'STALE_VERSION') throw error;
      const { user: theirs } = await send(getCustomer, { params: { id: base.id } });
      if (isSameValue(valueIn(value, base), valueIn(value, theirs))) return write(value, theirs);
      setState({ conflict: { mine: value, theirs }, isPending: false });
    }
  };

  const run = async (value: CellValue, base: Customer): Promise<void> => {
    if (isSaving.current) return;
    if (isSameValue(value, valueIn(value, base))) return onSaved();
    const problem = problemIn(value);
    if (problem !== null) {
      toasts.failed(problem);
      return;
    }
    isSaving.current = true;
    setState((last) => ({ ...last, isPending: true }));
    try {
      await writeOrAsk(value, base);
    } catch (error) {
      toasts.failed(messageOf(error));
      setState(idle);
    } finally {
      isSaving.current = false;
    }
  };

  return { ...state, save: (value, base) => void run(value, base) };
}

const idle = { conflict: null, isPending: false } as const;

/** Puts the saved record in place of the old one on the pages that are held, so that the cell does not jump back. */
function showInLists(client: QueryClient, saved: Customer): void {
  client.setQueriesData<CustomerPage>({ queryKey: ['customer', 'all', 'list'] }, (page) =>
    page === undefined
      ? page
      : { ...page, users: page.users.map((user) => (user.id === saved.id ? saved : user)) },
  );
}
