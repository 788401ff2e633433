import { dealStages } from '@handover/contract/deals/deal-stages.ts';
import type { Deal, DealDetail } from '@handover/contract/deals/deals.ts';
import { anId } from './records.ts';
import type { Call } from './work.tsx';

const time = '2026-11-20T15:00:00.000Z';

/** An inquiry of one buyer, with overrides from the test. */
export function aDeal(number: number, changes: Partial<DealDetail> = {}): DealDetail {
  return {
    id: anId(number),
    side: 'staff',
    isOwn: false,
    business: { id: anId(500), name: 'Bright Dental', type: 'dental' },
    buyer: { id: anId(600 + number), name: `Buyer ${String(number)}` },
    stage: 'inquiry',
    stageEnteredAt: time,
    valueCents: null,
    currency: 'USD',
    isAgreed: false,
    documentLevel: 0,
    expectedClose: null,
    source: null,
    lostReason: null,
    sellerDecision: null,
    broker: null,
    createdAt: time,
    updatedAt: time,
    deletedAt: null,
    version: 1,
    stageReason: null,
    sellerDecidedAt: null,
    directChange: null,
    financing: null,
    abilities: { canUpdate: true, canMove: true, canOverride: false, canDelete: true, canDecide: true },
    moveRefusal: null,
    ...changes,
  };
}

type StubResponse = (call: Pick<Call, 'query' | 'path'>) => unknown;

/** The API responses of a workspace with these deals: list, board, record, and a gate that requires an NDA. */
export function createDealResponses(
  deals: () => readonly DealDetail[],
): Readonly<
  Record<
    | 'GET /deals'
    | 'GET /deals/board'
    | 'GET /deals/{id}'
    | 'GET /deals/{id}/gate'
    | 'GET /deals/{id}/next-step'
    | 'GET /saved-views',
    StubResponse
  >
> {
  const matching = (query: URLSearchParams): Deal[] =>
    deals().filter(({ stage }) => !query.has('stage') || query.get('stage') === stage);
  return {
    'GET /saved-views': () => ({ savedViews: [] }),
    'GET /deals': ({ query }) => {
      const found = matching(query);
      return { deals: found, similar: [], matched: {}, total: found.length, nextCursor: null };
    },
    'GET /deals/board': () => ({ columns: dealStages.map((stage) => createColumn(stage, deals())) }),
    'GET /deals/{id}': ({ path }) => ({ deal: deals().find(({ id }) => path.endsWith(id)) }),
    'GET /deals/{id}/gate': () => ({ gate: ndaGate }),
    'GET /deals/{id}/next-step': () => ({ nextStep: { actor: 'buyer', text: 'Sign the NDA' } }),
  };
}

const ndaGate = {
  isOpen: false,
  requirements: [
    {
      key: 'nda',
      label: 'Signed NDA in effect',
      state: 'missing',
      hint: null,
      isConfirmable: true,
      confirmation: null,
    },
  ],
};

function createColumn(stage: Deal['stage'], deals: readonly Deal[]) {
  const own = deals.filter((deal) => deal.stage === stage);
  const currencies = [...new Set(own.map(({ currency }) => currency))].toSorted();
  return {
    stage,
    count: own.length,
    totals: currencies.map((currency) => ({
      currency,
      cents: own
        .filter((deal) => deal.currency === currency)
        .reduce((sum, { valueCents }) => sum + (valueCents ?? 0), 0),
    })),
  };
}
