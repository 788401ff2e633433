import type { RecordRows } from '../record-rows.ts';
import { adminItem, list } from '../statuses.ts';

const changed = {
  version: 1,
  brokerLicense: 'license',
  con: 'none',
  source: 'Own research',
  asOf: '2026-10-31',
  confidence: 'high',
  note: null,
};

export const rows: RecordRows = {
  expected: {
    // Everyone who works on businesses reads the rules; administrators change them.
    listStateRules: list(200),
    updateStateRule: adminItem(200),
    resetStateRule: adminItem(200),
  },
  requests: {
    listStateRules: () => ({ path: '/state-rules' }),
    updateStateRule: () => ({ path: '/state-rules/TX', body: changed }),
    resetStateRule: () => ({ path: '/state-rules/TX/reset', body: { version: 1 } }),
  },
  makers: {},
};
