import type { RecordRows } from '../record-rows.ts';
import { superadminItem, superadminOnly } from '../statuses.ts';

const path = '/installation/superadmins';
const password = 'wrong one';

export const rows: RecordRows = {
  expected: {
    listSuperadmins: superadminOnly(200),
    // Rejected because of the wrong password.
    addSuperadmin: superadminOnly(422),
    removeSuperadmin: superadminItem(422),
  },
  requests: {
    listSuperadmins: () => ({ path }),
    addSuperadmin: ({ colleagueId }) => ({ path, body: { userId: colleagueId, password } }),
    removeSuperadmin: ({ colleagueId }) => ({ path: `${path}/${colleagueId}/remove`, body: { password } }),
  },
  makers: {},
};
