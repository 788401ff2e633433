import type { RecordRows } from '../record-rows.ts';
import { marker } from '../fixture.ts';
import { row } from '../statuses.ts';

const toPath = (id = ''): string => `/quarantines/${id}`;
const body = { version: 1, reason: marker };

/** Staff who read the record see it; only its broker and administrators review it. */
const reviewed = row(401, 401, 403, 404, 404, 404, 404, 404, 403, 404, 404, 404, 200, 200);

export const rows: RecordRows = {
  expected: {
    // Callers who may read no record get an empty list.
    listQuarantines: row(401, 401, 403, 403, 403, 403, 403, 403, 200, 200, 200, 200, 200, 200),
    openQuarantine: reviewed,
    releaseQuarantine: reviewed,
    keepQuarantine: reviewed,
  },
  requests: {
    listQuarantines: () => ({ path: '/quarantines' }),
    openQuarantine: ({ quarantineRecordId }) => ({ path: `${toPath(quarantineRecordId)}/open` }),
    releaseQuarantine: ({ quarantineRecordId }) => ({ path: `${toPath(quarantineRecordId)}/release`, body }),
    keepQuarantine: ({ quarantineRecordId }) => ({ path: `${toPath(quarantineRecordId)}/keep`, body }),
  },
  makers: {
    quarantineRecordId: async ({ admin, customerId }) => {
      const note = { body: `${marker}: patient Ruth Vale, DOB 3/14/1951` };
      return (await admin.post(`/users/${customerId}/notes`, note)).body.note.quarantineId;
    },
  },
};
