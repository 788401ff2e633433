import { defaultFeeTables, defaultStageWeights } from '@handover/contract/commission/commission-settings.ts';
import { newId } from '#lib/ids.ts';
import type { Caller } from '../../caller.ts';
import { marker } from '../fixture.ts';
import type { RecordRows } from '../record-rows.ts';
import { adminRecord, adminOnly, list, row, staffRecord } from '../statuses.ts';

const letter = {
  feeTableName: marker,
  steps: [{ upToCents: null, rateBps: 1_000 }],
  minimumFeeCents: 0,
  countedParts: ['cash'],
  startsOn: '2026-01-01',
  endsOn: null,
  tailMonths: 12,
  carveOuts: null,
  brokerId: null,
  coBrokerId: null,
  retainers: [],
  splits: {
    referralBps: 0,
    referralName: null,
    listingShareBps: 5_000,
    brokerBps: 5_000,
    coBrokerBps: 0,
    buyerBrokerBps: 5_000,
  },
  documentId: null,
};

/** A draft on a separate business, so that each request finds it unchanged. */
async function createDraft(admin: Caller, ownerId: string): Promise<string> {
  const business = { name: `Engaged ${marker}`, type: 'dental', ownerId, brokerId: admin.userId };
  const { body } = await admin.post('/businesses', business);
  const path = `/businesses/${body.business.id as string}/engagement-letters`;
  return (await admin.post(path, letter)).body.engagementLetter.id;
}

const toFeePath = (id: string | undefined): string => `/commissions/${id ?? ''}`;
const toPath = (id: string | undefined): string => `/engagement-letters/${id ?? ''}`;

export const rows: RecordRows = {
  expected: {
    getCommissionSettings: list(200),
    updateCommissionSettings: adminOnly(200),
    listEngagementLetters: staffRecord(200),
    createEngagementLetter: staffRecord(201),
    updateEngagementLetter: staffRecord(200),
    signEngagementLetter: staffRecord(200),
    // A draft cannot be ended.
    endEngagementLetter: staffRecord(422),
    deleteEngagementLetter: staffRecord(204),
    // The business has no signed letter.
    addProtectedBuyer: staffRecord(422),
    removeProtectedBuyer: staffRecord(404),
    listCommissions: list(200),
    countCommissions: list(200),
    getCommissionTotals: list(200),
    exportCommissions: list(201),
    getForecast: list(200),
    getDealReport: list(200),
    // The administrator brokers the deal: no other staff have a share.
    getCommission: row(401, 401, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, 200, 200),
    openCommissionStatement: row(401, 401, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, 422, 422),
    // The deal is open and has no commission yet.
    finalizeCommission: adminRecord(403),
    finalizeWithoutCommission: adminRecord(403),
    reopenCommission: adminRecord(422),
    payCommission: adminRecord(403),
    addEarnOut: adminRecord(422),
    removeEarnOut: adminRecord(403),
    reversePayout: adminRecord(403),
  },
  requests: {
    getCommissionSettings: () => ({ path: '/commission-settings' }),
    updateCommissionSettings: () => ({
      path: '/commission-settings',
      body: { version: 1, feeTables: defaultFeeTables, stageWeights: defaultStageWeights },
    }),
    listEngagementLetters: ({ businessId }) => ({ path: `/businesses/${businessId}/engagement-letters` }),
    createEngagementLetter: ({ businessId }) => ({
      path: `/businesses/${businessId}/engagement-letters`,
      body: letter,
    }),
    updateEngagementLetter: ({ letterRecordId }) => ({
      path: toPath(letterRecordId),
      body: { version: 1, ...letter, tailMonths: 6 },
    }),
    signEngagementLetter: ({ letterRecordId }) => ({
      path: `${toPath(letterRecordId)}/sign`,
      body: { version: 1, signedOn: '2026-01-01' },
    }),
    endEngagementLetter: ({ letterRecordId }) => ({
      path: `${toPath(letterRecordId)}/end`,
      body: { version: 1, endedOn: '2026-02-01', reason: marker },
    }),
    deleteEngagementLetter: ({ letterRecordId }) => ({ path: toPath(letterRecordId) }),
    addProtectedBuyer: ({ businessId, customerId }) => ({
      path: `/businesses/${businessId}/protected-buyers`,
      body: { buyerId: customerId, introducedOn: '2026-01-01', note: null },
    }),
    removeProtectedBuyer: ({ businessId }) => ({
      path: `/businesses/${businessId}/protected-buyers/${newId()}`,
    }),
    listCommissions: () => ({ path: '/commissions' }),
    countCommissions: () => ({ path: '/commissions/total' }),
    getCommissionTotals: () => ({ path: '/commissions/totals' }),
    exportCommissions: () => ({ path: '/commissions/export', body: { filter: {} } }),
    getForecast: () => ({ path: '/deal-reports/forecast' }),
    getDealReport: () => ({ path: '/deal-reports?from=2026-01-01&before=2027-01-01' }),
    getCommission: ({ feeRecordId }) => ({ path: toFeePath(feeRecordId) }),
    openCommissionStatement: ({ feeRecordId }) => ({ path: `${toFeePath(feeRecordId)}/statement` }),
    finalizeCommission: ({ feeRecordId }) => ({
      path: `${toFeePath(feeRecordId)}/finalize`,
      body: { closedOn: '2026-02-01', consideration: {} },
    }),
    finalizeWithoutCommission: ({ feeRecordId }) => ({
      path: `${toFeePath(feeRecordId)}/no-commission`,
      body: { closedOn: '2026-02-01', reason: marker },
    }),
    reopenCommission: ({ feeRecordId }) => ({
      path: `${toFeePath(feeRecordId)}/reopen`,
      body: { version: 1, reason: marker },
    }),
    payCommission: ({ feeRecordId }) => ({
      path: `${toFeePath(feeRecordId)}/pay`,
      body: { version: 1, paidOn: '2026-02-01', reference: null },
    }),
    addEarnOut: ({ feeRecordId }) => ({
      path: `${toFeePath(feeRecordId)}/earn-outs`,
      body: { version: 1, cents: 100, paidOn: '2026-02-01' },
    }),
    removeEarnOut: ({ feeRecordId }) => ({
      path: `${toFeePath(feeRecordId)}/earn-outs/remove-last`,
      body: { version: 1, reason: marker },
    }),
    reversePayout: ({ feeRecordId }) => ({
      path: `${toFeePath(feeRecordId)}/payouts/${newId()}/reverse`,
      body: { version: 1, reason: marker },
    }),
  },
  makers: {
    feeRecordId: async ({ admin, businessId }) => {
      const buyer = await admin.post('/users', { name: `Payer ${marker}`, brokerId: admin.userId });
      const deal = { businessId, buyerId: buyer.body.user.id, brokerId: admin.userId };
      return (await admin.post('/deals', deal)).body.deal.id;
    },
    letterRecordId: ({ admin, customerId }) => createDraft(admin, customerId),
  },
};
