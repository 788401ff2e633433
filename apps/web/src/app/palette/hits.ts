import { fold } from '@handover/domain/text/fold.ts';
import { importStatuses } from '@handover/contract/records/imports.ts';
import { recordInfo, recordTypes, type RecordType } from '@handover/contract/records/records.ts';
import {
  searchRecords,
  similarRank,
  type SearchHit,
  type SearchKind,
} from '@handover/contract/records/search.ts';
import { statusLabels } from '#features/imports/import-labels.ts';
import { send } from '#shared/api/client.ts';
import { parseAction, listOfferedItems, listRequestedItems } from './customer-actions.ts';
import type { PaletteItem } from './palette-item.ts';

/** Items for matching records and for the requested customer action. */
export async function findItems(q: string, signal: AbortSignal): Promise<PaletteItem[]> {
  const search = async (text: string): Promise<SearchHit[]> =>
    text === '' ? [] : (await send(searchRecords, { query: { q: text } }, { signal })).hits;
  const asked = parseAction(q);
  if (asked === null) {
    const hits = await search(q);
    return [...toItems(hits), ...listOfferedItems(hits)];
  }
  const [named, hits] = await Promise.all([search(asked.name), search(asked.isPhrase ? '' : q)]);
  return [...listRequestedItems(asked, named), ...toItems(hits)];
}

type Kind = { group: string; icon: string; pathOf: (hit: SearchHit) => string };

function getKind(kind: SearchKind): Kind {
  return isRecordType(kind) ? recordKind(kind) : otherKinds[kind];
}

function isRecordType(kind: SearchKind): kind is RecordType {
  return recordTypes.some((type) => type === kind);
}

function recordKind(type: RecordType): Kind {
  const { many, icon, path } = recordInfo[type];
  return {
    group: `${many.charAt(0).toUpperCase()}${many.slice(1)}`,
    icon,
    pathOf: ({ id }) => `${path}${id}`,
  };
}

const otherKinds: Readonly<Record<Exclude<SearchKind, RecordType>, Kind>> = {
  person: {
    group: 'People',
    icon: 'solar:user-circle-linear',
    pathOf: ({ title }) => `/user?q=${encodeURIComponent(title)}`,
  },
  view: {
    group: 'Saved views',
    icon: 'solar:users-group-rounded-bold-duotone',
    pathOf: ({ recordType, slug }) => `${getListPath(recordType)}?${slug ?? ''}`,
  },
  import: {
    group: 'Imports',
    icon: 'solar:import-linear',
    pathOf: ({ id, recordType }) => `${getListPath(recordType)}?import=${id}`,
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
  document_text: {
    group: 'Text in files',
    icon: 'solar:document-text-bold-duotone',
    pathOf: ({ id, slug }) => `${recordInfo.document.path}${id}?page=${slug ?? '1'}`,
  },
  post: {
    group: 'Posts',
    icon: 'solar:document-text-bold-duotone',
    pathOf: ({ slug }) => `/blog/${slug ?? ''}`,
  },
};

function getListPath(recordType: RecordType | null): string {
  return recordInfo[recordType ?? 'customer'].listPath;
}

function toItems(hits: readonly SearchHit[]): PaletteItem[] {
  return hits.map((hit) => {
    const { group, icon, pathOf } = getKind(hit.kind);
    const { rank } = hit;
    return {
      key: hit.id,
      group: rank === similarRank ? 'Did you mean' : group,
      label: hit.title,
      detail: findDetail(hit),
      icon,
      rank,
      choice: { kind: 'open', to: pathOf(hit) },
    };
  });
}

/** The hit's detail, plus the matching text if it is not shown yet. */
function findDetail({ kind, detail, matched }: SearchHit): string | null {
  if (matched !== null && fold(detail ?? '') !== matched)
    return detail === null ? matched : `${detail}, ${matched}`;
  const status = kind === 'import' ? importStatuses.find((known) => known === detail) : undefined;
  return status === undefined ? detail : statusLabels[status].text;
}
