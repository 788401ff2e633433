import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listBusinessGateRequirements, type BusinessFacts } from './business-gates.ts';

const nothing: BusinessFacts = {
  today: '2026-11-23',
  state: null,
  brokerLicenseRule: null,
  isTypeKnown: false,
  publicTitle: null,
  publicTitleLeak: null,
  listingNumber: null,
  askingPriceCents: null,
  isRecastAccepted: false,
  isValuationSaved: false,
  brokerLicenseExpiresOn: null,
  isEngagementSigned: false,
  documentsReadyPercent: 84,
  isTeaserReleased: false,
  isCimApproved: false,
  hasAcceptedOffer: false,
  hasClosedDeal: false,
};
const all: BusinessFacts = {
  ...nothing,
  state: 'TX',
  brokerLicenseRule: 'none',
  isTypeKnown: true,
  publicTitle: 'Pharmacy',
  publicTitleLeak: null,
  listingNumber: 'L-1',
  askingPriceCents: 1,
  isRecastAccepted: true,
  isValuationSaved: true,
  isEngagementSigned: true,
  documentsReadyPercent: 85,
  isTeaserReleased: true,
  isCimApproved: true,
  hasAcceptedOffer: true,
  hasClosedDeal: true,
};
const listMet = (stage: string, facts: BusinessFacts) =>
  Object.fromEntries(listBusinessGateRequirements(stage, facts).map(({ key, isMet }) => [key, isMet]));

it.each([
  ['valuation', ['recast', 'valuation']],
  ['engaged', ['engagement']],
  ['packaging', ['documents', 'teaser', 'cim']],
  ['on_market', ['listing_number', 'public_title', 'asking_price', 'type']],
  ['under_offer', ['accepted_offer', 'closed_deal']],
  ['sold', []],
  ['withdrawn', []],
])('%s requires what the table of stages says', (stage, keys) => {
  expect(listMet(stage, nothing)).toEqual(Object.fromEntries(keys.map((key) => [key, false])));
  expect(listMet(stage, all)).toEqual(Object.fromEntries(keys.map((key) => [key, true])));
});

it('asks a person about conflicts, and about a license where the state needs one', () => {
  expect(listMet('lead', nothing)).toEqual({ conflict_check: null, broker_license: false });
  expect(listMet('lead', all).broker_license).toBe(true);
  const inFlorida = { ...all, state: 'FL', brokerLicenseRule: 'license' } as const;
  expect(listMet('lead', inFlorida).broker_license).toBeNull();
  const expiringOn = (brokerLicenseExpiresOn: string) =>
    listMet('lead', { ...inFlorida, brokerLicenseExpiresOn }).broker_license;
  expect(expiringOn('2026-11-23')).toBe(true);
  expect(expiringOn('2026-11-22')).toBe(false);
  expect(expiringOn('never')).toBe(true);
  const [, expired] = listBusinessGateRequirements('lead', {
    ...inFlorida,
    brokerLicenseExpiresOn: '2025-11-03',
  });
  expect(expired?.hint).toBe('Expired on Nov 3, 2025. Renew it under Settings › Workspace');
});

it('asks for a registration where the state registers brokers', () => {
  const facts = { ...all, state: 'IL', brokerLicenseRule: 'registration' } as const;
  expect(listBusinessGateRequirements('lead', facts)[1]).toMatchObject({
    label: 'Brokerage registration for Illinois',
  });
});

it('does not treat a price of 0 as an asking price', () => {
  expect(listMet('on_market', { ...all, askingPriceCents: 0 }).asking_price).toBe(false);
});

it('does not treat a business without a data room as one with its documents', () => {
  const [documents] = listBusinessGateRequirements('packaging', { ...all, documentsReadyPercent: null });
  expect(documents).toMatchObject({ isMet: false, hint: 'Create the data room' });
});

it('is not met by a missing fact, nor unmet by an added one', () => {
  const known: BusinessFacts = {
    ...all,
    state: 'FL',
    brokerLicenseRule: 'license',
    brokerLicenseExpiresOn: 'never',
  };
  const stages = ['lead', 'valuation', 'engaged', 'packaging', 'on_market', 'under_offer', 'sold'];
  const keys = Object.keys(known) as (keyof BusinessFacts)[];
  const only = (some: readonly string[]): BusinessFacts => ({
    ...nothing,
    ...Object.fromEntries(some.map((key) => [key, known[key as keyof BusinessFacts]])),
  });
  const openIn = (stage: string, facts: BusinessFacts): string[] =>
    listBusinessGateRequirements(stage, facts).flatMap(({ key, isMet }) => (isMet === true ? [] : [key]));
  fc.assert(
    fc.property(
      fc.constantFrom(...stages),
      fc.subarray(keys),
      fc.constantFrom(...keys),
      (stage, some, added) => {
        const before = openIn(stage, only(some));
        const after = openIn(stage, only([...some, added]));
        expect(before).toEqual(expect.arrayContaining(after));
      },
    ),
  );
  for (const stage of stages) {
    expect(openIn(stage, nothing)).toHaveLength(listBusinessGateRequirements(stage, nothing).length);
    // Only a person can confirm that conflicts were checked.
    expect(openIn(stage, known)).toEqual(stage === 'lead' ? ['conflict_check'] : []);
  }
});
