import { searchRecords, type SearchHit, type SearchKind } from '@handover/contract/search.ts';
import { send } from '../../shared/api/client.ts';
import type { PaletteItem } from './commands.ts';

/** Lines for the records that a query finds, those of a kind together, the kind of the nearest first. */
export async function findItems(q: string, signal: AbortSignal): Promise<PaletteItem[]> {
  return itemsOf((await send(searchRecords, { query: { q } }, { signal })).hits);
}

const kinds: Readonly<
  Record<SearchKind, { group: string; icon: string; pathOf: (hit: SearchHit) => string }>
> = {
  customer: {
    group: 'Customers',
    icon: 'solar:user-id-bold-duotone',
    pathOf: ({ id }) => `/admin/users/view/${id}`,
  },
  business: {
    group: 'Businesses',
    icon: 'solar:buildings-bold-duotone',
    pathOf: ({ id }) => `/admin/business-center/businesses/${id}`,
  },
  task: {
    group: 'Tasks',
    icon: 'solar:check-square-bold-duotone',
    pathOf: ({ id }) => `/admin/tasks?task=${id}`,
  },
  person: {
    group: 'People',
    icon: 'solar:user-circle-linear',
    pathOf: ({ title }) => `/user?q=${encodeURIComponent(title)}`,
  },
  note: {
    group: 'Notes',
    icon: 'solar:notes-linear',
    pathOf: ({ customerId }) => `/admin/users/view/${customerId ?? ''}?tab=notes`,
  },
  email: {
    group: 'E-mails',
    icon: 'solar:letter-linear',
    pathOf: ({ id, customerId }) => `/admin/users/view/${customerId ?? ''}?tab=conversation#message-${id}`,
  },
  post: {
    group: 'Posts',
    icon: 'solar:document-text-bold-duotone',
    pathOf: ({ slug }) => `/blog/${slug ?? ''}`,
  },
};

function itemsOf(hits: readonly SearchHit[]): PaletteItem[] {
  const order = [...new Set(hits.map(({ kind }) => kind))];
  return order.flatMap((kind) =>
    hits
      .filter((hit) => hit.kind === kind)
      .map((hit) => ({
        key: hit.id,
        group: kinds[kind].group,
        label: hit.title,
        detail: hit.detail,
        icon: kinds[kind].icon,
        choice: { kind: 'open', to: kinds[kind].pathOf(hit) },
      })),
  );
}
