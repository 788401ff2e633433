import {
  updateBusiness,
  updateBusinessBody,
  type BusinessDetail,
  type UpdateBusiness,
} from '@handover/contract/businesses.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { ApiError, messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import type { BusinessField } from '#shared/labels/businesses.ts';
import { refresh } from '#shared/live/live-updates.tsx';
import { businessQuery } from '../businesses.queries.ts';
import { bodyOf, differingFields, valuesOf, type BusinessValues } from './business-values.ts';
import { mergeEdits } from './collision.ts';

/** Somebody else saved first: what was taken over from them, and where both wrote. */
export interface Collision {
  readonly taken: readonly BusinessField[];
  readonly contested: readonly { readonly field: BusinessField; readonly theirs: string }[];
}

interface Edit {
  /** Sends what differs from the record that the values were made from. */
  save: (values: BusinessValues) => void;
  collision: Collision | null;
  failure: string | null;
  isPending: boolean;
}

interface EditOptions {
  /** The record when the editing began. */
  base: BusinessDetail;
  form: UseFormReturn<BusinessValues>;
  onSaved: () => void;
  /** Shows what belongs to fields and says whether anything did. */
  onRefused: (error: unknown) => boolean;
}

type State = Pick<Edit, 'collision' | 'failure' | 'isPending'>;

/** Saves an edited business; a stale version leads to a merged form to look at, never to a silent overwrite. */
export function useEdit({ base, form, onSaved, onRefused }: EditOptions): Edit {
  const client = useQueryClient();
  const toasts = useToasts();
  const isSaving = useRef(false);
  // What the form's values are compared with: the record as it was last seen here.
  const [seen, setSeen] = useState(base);
  const [state, setState] = useState<State>({ collision: null, failure: null, isPending: false });
  const query = businessQuery(base.id);

  const save = async (values: BusinessValues): Promise<void> => {
    const body = patchOf(seen, values);
    if (body === null) return onSaved();
    const { business } = await send(updateBusiness, { params: { id: base.id }, body });
    client.setQueryData(query.queryKey, business);
    void refresh(client, { noun: 'business', customerId: null });
    toasts.done('Saved');
    onSaved();
  };

  const collide = async (mine: BusinessValues): Promise<void> => {
    const current = await client.fetchQuery({ ...query, staleTime: 0 });
    const theirs = valuesOf(current);
    const { values, taken, contested } = mergeEdits({ base: valuesOf(seen), mine, theirs });
    setSeen(current);
    form.reset(theirs);
    form.reset(values, { keepDefaultValues: true });
    setState({
      failure: null,
      isPending: false,
      collision: { taken, contested: contested.map((field) => ({ field, theirs: textOf(theirs, field) })) },
    });
  };

  const run = async (values: BusinessValues): Promise<void> => {
    if (isSaving.current) return;
    isSaving.current = true;
    setState((last) => ({ ...last, failure: null, isPending: true }));
    try {
      await save(values).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'STALE_VERSION') return collide(values);
        throw error;
      });
    } catch (error) {
      const failure = onRefused(error) ? null : messageOf(error);
      setState((last) => ({ ...last, failure, isPending: false }));
    } finally {
      isSaving.current = false;
    }
  };

  return { ...state, save: (values) => void run(values) };
}

function textOf(values: BusinessValues, field: BusinessField): string {
  const value = values[field];
  return typeof value === 'string' ? value : (value?.name ?? '');
}

/** What differs from the record, with its version; null when nothing does. */
function patchOf(from: BusinessDetail, values: BusinessValues): UpdateBusiness | null {
  const fields = differingFields(valuesOf(from), values);
  if (fields.length === 0) return null;
  const all = bodyOf(values);
  return updateBusinessBody.parse({
    version: from.version,
    ...Object.fromEntries(fields.map((field) => [field, all[field]])),
  });
}
