import type { RecordRows } from '../record-rows.ts';
import { adminItem, list } from '../statuses.ts';

const changed = {
  version: 1,
  items: [{ key: null, area: 'approval', title: 'State board notified', hint: null }],
  source: 'Own research',
  asOf: '2026-10-31',
  confidence: 'high',
  note: null,
};

export const rows: RecordRows = {
  expected: {
    // Everyone who works on deals reads the lists; administrators change them.
    listClosingChecklists: list(200),
    updateClosingChecklist: adminItem(200),
    resetClosingChecklist: adminItem(200),
  },
  requests: {
    listClosingChecklists: () => ({ path: '/closing-checklists' }),
    updateClosingChecklist: () => ({ path: '/closing-checklists/dental', body: changed }),
    resetClosingChecklist: () => ({ path: '/closing-checklists/dental/reset', body: { version: 1 } }),
  },
  makers: {},
};
