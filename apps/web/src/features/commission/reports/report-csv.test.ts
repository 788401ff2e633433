import { expect, it } from 'vitest';
import {
  createBrokerSheet,
  toCsv,
  createForecastSheet,
  createFunnelSheet,
  createOutcomeSheet,
} from './report-csv.ts';

const outcome = { openCount: 1, openCents: 5_000, wonCount: 3, wonCents: 12_345, lostCount: 1 };
const report = {
  stages: [],
  sources: [],
  lostReasons: [],
  brokers: [
    { broker: { id: 'a', displayName: '=1+1' }, currency: 'USD', earnedCents: 700, ...outcome },
    { broker: null, currency: 'EUR', earnedCents: 0, ...outcome, wonCount: 0, lostCount: 0 },
  ],
};

it('has a row for each broker and currency, and runs no formula', () => {
  expect(toCsv(createBrokerSheet(report)).split('\r\n')).toEqual([
    '\uFEFFBroker,Currency,Open,Open value,Won,Lost,Win rate (%),Value won,Commission',
    "'=1+1,USD,1,50.00,3,1,75,123.45,7.00",
    'Unassigned,EUR,1,50.00,0,0,,123.45,0.00',
    '',
  ]);
});

it('keeps the currencies of a stage apart, and leaves out ended deals', () => {
  const columns = [
    {
      stage: 'loi',
      count: 3,
      totals: [
        { currency: 'EUR', cents: 100 },
        { currency: 'USD', cents: 250 },
      ],
    },
    { stage: 'inquiry', count: 0, totals: [] },
    { stage: 'lost', count: 9, totals: [{ currency: 'USD', cents: 1 }] },
  ] as const;
  expect(createFunnelSheet(columns).rows).toEqual([
    ['LOI', 3, 'EUR', '1.00'],
    ['LOI', 3, 'USD', '2.50'],
    ['Inquiry', 0, null, null],
  ]);
});

it('names the month of a forecast, or says that there is none', () => {
  const month = { currency: 'USD', count: 2, valueCents: 10, commissionCents: 5, weightedCents: 1 };
  const rows = [
    { from: '2026-12-01', before: '2027-01-01', ...month },
    { from: null, before: null, ...month },
  ];
  expect(createForecastSheet(rows).rows.map(([name]) => name)).toEqual(['2026-12', 'No date']);
});

it('has the won deals of each currency, and the lost ones by reason', () => {
  const sources = [
    { source: 'Referral', currency: 'USD', ...outcome },
    { source: null, currency: 'USD', ...outcome, wonCount: 1, wonCents: 655 },
    { source: null, currency: 'EUR', ...outcome, wonCount: 2, wonCents: 900 },
    { source: null, currency: 'CAD', ...outcome, wonCount: 0, wonCents: 0 },
  ];
  const lostReasons = [{ reason: 'price' as const, count: 4 }];
  expect(createOutcomeSheet({ ...report, sources, lostReasons }).rows).toEqual([
    ['Won', null, 2, 'EUR', '9.00'],
    ['Won', null, 4, 'USD', '130.00'],
    ['Lost', 'Price', 4, null, null],
  ]);
});
