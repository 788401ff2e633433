import {
  updateCustomer,
  updateCustomerBody,
  type CustomerDetail,
  type UpdateCustomer,
} from '@handover/contract/customers.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { ApiError, messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { refresh } from '#shared/live/live-updates.tsx';
import { customerQuery } from '../customers.queries.ts';
import { bodyOf, differingFields, valuesOf, type CustomerValues } from '../fields/customer-values.ts';
import { conflictsOf } from './conflict.ts';

export interface Collision {
  readonly mine: CustomerValues;
  readonly theirs: CustomerDetail;
}

interface Edit {
  /** Sends what differs from the record the values were made from. */
  save: (values: CustomerValues, from?: CustomerDetail) => void;
  /** Somebody else saved first: what both wrote, to choose from. */
  collision: Collision | null;
  abandon: () => void;
  failure: string | null;
  isPending: boolean;
}

type State = Pick<Edit, 'collision' | 'failure' | 'isPending'>;

const idle: State = { collision: null, failure: null, isPending: false };

interface EditOptions {
  /** The record when the editing began. */
  base: CustomerDetail;
  onSaved: () => void;
  /** Shows what belongs to fields and says whether anything did. */
  onRefused: (error: unknown) => boolean;
}

/** Saves an edited customer; a stale version leads to a choice, never to a silent overwrite. */
export function useEdit({ base, onSaved, onRefused }: EditOptions): Edit {
  const client = useQueryClient();
  const toasts = useToasts();
  const isSaving = useRef(false);
  const [state, setState] = useState<State>(idle);
  const query = customerQuery(base.id);

  const done = (): void => {
    setState(idle);
    onSaved();
  };

  const collide = async (mine: CustomerValues): Promise<void> => {
    const theirs = await client.fetchQuery({ ...query, staleTime: 0 });
    if (conflictsOf({ base: valuesOf(base), mine, theirs: valuesOf(theirs) }).length === 0) return done();
    setState({ ...idle, collision: { mine, theirs } });
  };

  const save = async (values: CustomerValues, from: CustomerDetail): Promise<void> => {
    const body = patchOf(from, values);
    if (body === null) return done();
    setState((last) => ({ ...last, failure: null, isPending: true }));
    const { user } = await send(updateCustomer, { params: { id: base.id }, body });
    client.setQueryData(query.queryKey, user);
    void refresh(client, { noun: 'customer', customerId: base.id });
    toasts.done('Saved');
    done();
  };

  const run = async (values: CustomerValues, from: CustomerDetail): Promise<void> => {
    if (isSaving.current) return;
    isSaving.current = true;
    try {
      await save(values, from).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'STALE_VERSION') return collide(values);
        throw error;
      });
    } catch (error) {
      setState({ ...idle, failure: onRefused(error) ? null : messageOf(error) });
    } finally {
      isSaving.current = false;
    }
  };

  return {
    ...state,
    save: (values, from = base) => void run(values, from),
    abandon: () => setState(idle),
  };
}

/** What differs from the record, with its version; null when nothing does. */
function patchOf(from: CustomerDetail, values: CustomerValues): UpdateCustomer | null {
  const fields = differingFields(valuesOf(from), values);
  if (fields.length === 0) return null;
  return updateCustomerBody.parse({ version: from.version, ...bodyOf(values, fields) });
}
