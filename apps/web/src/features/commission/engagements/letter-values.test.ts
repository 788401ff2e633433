import { engagementBody, type EngagementLetter } from '@handover/contract/businesses/engagement-letters.ts';
import { expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { toEngagementInput, createLetter, toLetterValues } from './letter-values.ts';

const letter: EngagementLetter = {
  id: anId(1),
  businessId: anId(2),
  status: 'draft',
  currency: 'USD',
  feeTableName: 'Lehman',
  steps: [
    { upToCents: 1_000_000_50, rateBps: 525 },
    { upToCents: null, rateBps: 29 },
  ],
  minimumFeeCents: 50_000_00,
  countedParts: ['cash', 'realEstate'],
  startsOn: '2026-01-01',
  endsOn: null,
  tailMonths: 18,
  carveOuts: null,
  retainers: [{ amountCents: 5_000_01, isCreditable: false, paidOn: null }],
  splits: {
    referralBps: 1_000,
    referralName: 'Pat CPA',
    listingShareBps: 5_550,
    brokerBps: 6_000,
    coBrokerBps: 0,
    buyerBrokerBps: 3_333,
  },
  broker: { id: anId(3), displayName: 'Lee Lister' },
  coBroker: null,
  signedOn: null,
  endedOn: null,
  endReason: null,
  document: null,
  abilities: { canChangeShares: true },
  createdAt: '2026-01-01T00:00:00.000Z',
  version: 1,
};

it('keeps every amount and rate of a letter', () => {
  const { id: _id, businessId: _business, status: _status, currency: _currency, ...rest } = letter;
  const { broker: _broker, coBroker: _coBroker, document: _document, ...terms } = rest;
  const {
    signedOn: _signed,
    endedOn: _ended,
    endReason: _reason,
    createdAt: _at,
    abilities: _abilities,
    version: _v,
    ...fields
  } = terms;
  expect(toEngagementInput(toLetterValues(letter))).toEqual({
    ...fields,
    brokerId: anId(3),
    coBrokerId: null,
    documentId: null,
  });
});

it('refuses rates and amounts that are no numbers, on their fields', () => {
  const draft = createLetter({ today: '2026-11-23', brokerId: '' });
  const values = {
    ...draft,
    feeTableName: 'Own',
    steps: [{ upToCents: '', rateBps: 'ten' }],
    minimumFeeCents: 'x',
  };
  const { error } = engagementBody.safeParse(toEngagementInput(values));
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['steps.0.rateBps', 'minimumFeeCents']);
});
