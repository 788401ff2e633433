import { importStatuses } from '@handover/contract/imports.ts';
import { searchRecords, type SearchHit, type SearchKind } from '@handover/contract/search.ts';
import { statusLabels } from '#features/imports/import-labels.ts';
import { send } from '#shared/api/client.ts';
import { parseAction, offeredItems, requestedItems } from './customer-actions.ts';
import type { PaletteItem } from './palette-item.ts';

/** Items for matching records and for the requested customer action. */
export async function findItems(q: string, signal: AbortSignal): Promise<PaletteItem[]> {
  const search = async (text: string): Promise<SearchHit[]> =>
    text === '' ? [] : (await send(searchRecords, { query: { q: text } }, { signal })).hits;
  const asked = parseAction(q);
  if (asked === null) {
    const hits = await search(q);
    return [...itemsOf(hits), ...offeredItems(q, hits)];
  }
  const [named, hits] = await Promise.all([search(asked.name), search(asked.isPhrase ? '' : q)]);
  return [...requestedItems(asked, named), ...itemsOf(hits)];
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
  view: {
    group: 'Views of the customer list',
    icon: 'solar:users-group-rounded-bold-duotone',
    pathOf: ({ slug }) => `/admin/users?${slug ?? ''}`,
  },
  import: {
    group: 'Imports',
    icon: 'solar:import-linear',
    pathOf: ({ id, slug }) =>
      `${slug === 'business' ? '/admin/business-center' : '/admin/users'}?import=${id}`,
  },
  note: {
    group: 'Notes',
    icon: 'solar:notes-linear',
    pathOf: ({ customerId }) => `/admin/users/view/${customerId ?? ''}?tab=notes`,
  },
  email: {
    group: 'Emails',
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
  return hits.map((hit) => {
    const { group, icon, pathOf } = kinds[hit.kind];
    const choice = { kind: 'open', to: pathOf(hit) } as const;
    return { key: hit.id, group, label: hit.title, detail: detailOf(hit), icon, choice };
  });
}

function detailOf({ kind, detail }: SearchHit): string | null {
  const status = kind === 'import' ? importStatuses.find((known) => known === detail) : undefined;
  return status === undefined ? detail : statusLabels[status].text;
}
