import { marker } from '../fixture.ts';
import type { RecordRows } from '../record-rows.ts';
import { row, staffRecord } from '../statuses.ts';

const toPath = (businessId: string | undefined): string => `/businesses/${businessId ?? ''}`;
const addBack = { year: 2025, category: 'one_time', description: `Flood ${marker}`, amountCents: 100 };

export const rows: RecordRows = {
  expected: {
    getFinancials: staffRecord(200),
    updateFinancials: staffRecord(200),
    createAddBack: staffRecord(201),
    updateAddBack: staffRecord(200),
    deleteAddBack: staffRecord(200),
    acceptRecast: staffRecord(200),
    // Owners read released valuations; the fixture's valuation is not released.
    openOpinionOfValue: staffRecord(201),
    releaseValuation: staffRecord(200),
    withdrawValuation: staffRecord(200),
    // Lists only the caller's own.
    listOwnValuations: row(401, 401, 403, 200, 200, 200, 200, 200, 200, 200, 403, 200, 200, 200),
  },
  requests: {
    getFinancials: ({ businessId }) => ({ path: `${toPath(businessId)}/financials` }),
    updateFinancials: ({ businessId }) => ({
      path: `${toPath(businessId)}/financials`,
      body: { periods: [{ year: 2024, month: null, lines: { revenue: 1 }, version: null }] },
    }),
    createAddBack: ({ businessId }) => ({ path: `${toPath(businessId)}/add-backs`, body: addBack }),
    updateAddBack: ({ addBackPathRecordId: path = '' }) => ({
      path,
      body: { version: 1, ...addBack, status: 'accepted' },
    }),
    deleteAddBack: ({ addBackPathRecordId: path = '' }) => ({ path }),
    acceptRecast: ({ businessWithYearRecordId }) => ({
      path: `${toPath(businessWithYearRecordId)}/recast`,
      body: {
        version: 1,
        years: [{ basis: 2025, weight: 1 }],
        revenueCents: 1_000_00,
        sdeCents: 1_000_00,
        ebitdaCents: 1_000_00,
      },
    }),
    releaseValuation: ({ valuationRecordId }) => ({
      path: `/valuations/${valuationRecordId ?? ''}/release`,
    }),
    withdrawValuation: ({ valuationRecordId }) => ({
      path: `/valuations/${valuationRecordId ?? ''}/release`,
    }),
    listOwnValuations: () => ({ path: '/own-valuations' }),
    openOpinionOfValue: ({ valuationRecordId }) => ({
      path: `/valuations/${valuationRecordId ?? ''}/ticket`,
    }),
  },
  makers: {
    valuationRecordId: async ({ admin, businessId }) => {
      const { business } = (await admin.get(toPath(businessId))).body;
      const { version } = (
        await admin.patch(toPath(businessId), { version: business.version, sdeCents: 42_000_000 })
      ).body.business;
      return (await admin.post(`${toPath(businessId)}/valuations`, { version })).body.valuation.id;
    },
    businessWithYearRecordId: async ({ admin, businessId }) => {
      const periods = [{ year: 2025, month: null, lines: { revenue: 1_000_00 }, version: null }];
      await admin.put(`${toPath(businessId)}/financials`, { periods });
      return businessId;
    },
    // The path, which contains the IDs of both.
    addBackPathRecordId: async ({ admin, businessId }) => {
      const { body } = await admin.post(`${toPath(businessId)}/add-backs`, addBack);
      return `${toPath(businessId)}/add-backs/${String(body.financials.addBacks[0].id)}`;
    },
  },
};
