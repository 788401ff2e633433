import type { RecordRows } from '../record-rows.ts';
import { adminOnly } from '../statuses.ts';

const changed = {
  version: 1,
  bands: [],
  source: 'Own research',
  asOf: '2026-10-31',
  confidence: 'high',
  note: null,
};

export const rows: RecordRows = {
  expected: {
    updateMarketSurvey: adminOnly(200),
    resetMarketSurvey: adminOnly(200),
  },
  requests: {
    updateMarketSurvey: () => ({ path: '/valuation-tables/market-survey', body: changed }),
    resetMarketSurvey: () => ({ path: '/valuation-tables/market-survey/reset', body: { version: 1 } }),
  },
  makers: {},
};
