import { marker } from '../fixture.ts';
import type { RecordRows } from '../record-rows.ts';
import { list, row, staffRecord } from '../statuses.ts';

const license = { state: 'TX', board: `Board ${marker}`, number: '1', expiresOn: null };

export const rows: RecordRows = {
  expected: {
    listLicenses: list(200),
    // Staff out of scope and from elsewhere may add licenses, but not to a business they cannot read.
    createLicense: row(401, 401, 403, 403, 403, 403, 403, 403, 201, 404, 403, 404, 201, 201),
    updateLicense: staffRecord(200),
    deleteLicense: staffRecord(204),
  },
  requests: {
    listLicenses: () => ({ path: '/licenses?expiresBefore=2030-01-01' }),
    createLicense: ({ businessId }) => ({ path: '/licenses', body: { businessId, ...license } }),
    updateLicense: ({ licenseRecordId }) => ({
      path: `/licenses/${licenseRecordId ?? ''}`,
      body: { version: 1, ...license },
    }),
    deleteLicense: ({ licenseRecordId }) => ({ path: `/licenses/${licenseRecordId ?? ''}` }),
  },
  makers: {
    licenseRecordId: async ({ admin, businessId }) =>
      (await admin.post('/licenses', { businessId, ...license })).body.license.id,
  },
};
