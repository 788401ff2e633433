import type { NounRows } from '../noun-rows.ts';
import { superadminItem, superadminOnly } from '../statuses.ts';

const path = '/installation/superadmins';
const password = 'wrong one';

export const rows: NounRows = {
  expected: {
    listSuperadmins: superadminOnly(200),
    // Refused by the password.
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
