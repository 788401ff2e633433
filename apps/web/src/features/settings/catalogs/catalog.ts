import * as contract from '@handover/contract/records/catalogs.ts';
import { createTag } from '@handover/contract/records/tags.ts';
import type { CatalogEntry } from '@handover/contract/records/catalogs.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';

/** Common parts of the tag list and the source list. */
export interface Catalog {
  one: string;
  many: string;
  /** The parameter of lists that filters by an entry. */
  filterOf: (entry: CatalogEntry) => string;
  query: () => QueryFor<CatalogEntry[]>;
  create: (name: string) => Promise<unknown>;
  rename: (id: string, name: string) => Promise<unknown>;
  merge: (id: string, into: string) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
}

export const tagCatalog: Catalog = {
  one: 'tag',
  many: 'tags',
  filterOf: ({ id }) => `tagId=${id}`,
  query: () =>
    oneQuery({
      queryKey: ['customer', 'all', 'tag-use'],
      queryFn: async ({ signal }) => (await send(contract.listTagUse, {}, { signal })).tags,
    }),
  create: (name) => send(createTag, { body: { name } }),
  rename: (id, name) => send(contract.renameTag, { params: { id }, body: { name } }),
  merge: (id, into) => send(contract.mergeTag, { params: { id }, body: { into } }),
  remove: (id) => send(contract.deleteTag, { params: { id } }),
};

export const sourceCatalog: Catalog = {
  one: 'source',
  many: 'sources',
  filterOf: ({ name }) => `source=${encodeURIComponent(name)}`,
  query: () =>
    oneQuery({
      queryKey: ['customer', 'all', 'source-use'],
      queryFn: async ({ signal }) => (await send(contract.listSourceUse, {}, { signal })).sources,
    }),
  create: (name) => send(contract.createSource, { body: { name } }),
  rename: (id, name) => send(contract.renameSource, { params: { id }, body: { name } }),
  merge: (id, into) => send(contract.mergeSource, { params: { id }, body: { into } }),
  remove: (id) => send(contract.deleteSource, { params: { id } }),
};

interface CatalogMutation<T> {
  act: (value: T) => Promise<unknown>;
  done: string;
  onClose: () => void;
}

export function useCatalogMutation<T>({
  act,
  done,
  onClose,
}: CatalogMutation<T>): UseMutationResult<unknown, Error, T> {
  const toasts = useToasts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: act,
    onSuccess: () => {
      toasts.done(done);
      onClose();
    },
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => {
      for (const noun of ['customer', 'business', 'document'] as const) refresh({ noun, customerId: null });
    },
  });
}
