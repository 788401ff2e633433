import type { CreateBusiness } from '@handover/contract/businesses/businesses.ts';
import { showValues, type Texts } from '#platform/records/import/read-row.ts';
import { toPreviewFacts } from './fact-cells.ts';

type ShownBusiness = {
  readonly data: Partial<CreateBusiness>;
  readonly texts: Texts;
  readonly stageName: string | null;
  readonly custom: readonly (readonly [key: string, value: string | null])[];
};

/** The values of a row for the preview: amounts with cents, people and names as people write them. */
export function showBusiness({ data, texts, stageName, custom }: ShownBusiness): Record<string, string> {
  const {
    ownerId: _owner,
    brokerId: _broker,
    typeFacts,
    payerMix,
    coOwners: _coOwners,
    custom: _custom,
    ...plain
  } = data;
  const shown = Object.entries({
    ...plain,
    type: data.type?.replaceAll('_', ' '),
    stage: stageName,
    owner: texts['owner'],
    broker: texts['broker'],
    marketLabel: texts['marketLabel'],
  });
  return showValues([
    ...shown.map(
      ([key, value]) => [key, key.endsWith('Cents') ? formatMoney(value) : (value ?? null)] as const,
    ),
    ...toPreviewFacts({ typeFacts, payerMix }),
    ...custom,
  ]);
}

function formatMoney(cents: unknown): string | null {
  return typeof cents === 'number' ? (cents / 100).toFixed(2) : null;
}
