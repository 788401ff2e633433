import { marker } from '../fixture.ts';
import type { RecordRows } from '../record-rows.ts';
import { list, row, staffRecord } from '../statuses.ts';

const toPath = (id: string | undefined): string => `/deals/${id ?? ''}`;
/** A deal on the client's own business: they are the seller, and may read it. */
const sellerRecord = (ok: number) => row(401, 401, 403, ok, 404, 404, 404, 404, ok, 404, 404, 404, ok, ok);

const terms = {
  kind: 'loi',
  priceCents: 100_00,
  cashCents: 100_00,
  sellerNoteCents: 0,
  noteRateBasisPoints: 0,
  noteMonths: 0,
  isNoteOnStandby: false,
  earnOutCents: 0,
  earnOutMonths: 0,
  assumedDebtCents: 0,
  inventoryCents: 0,
  realEstateCents: 0,
  depositCents: null,
  contingencies: null,
  exclusivityEnd: null,
  expiresOn: null,
};

export const rows: RecordRows = {
  expected: {
    listDeals: row(401, 401, 403, 200, 200, 200, 200, 200, 200, 200, 403, 200, 200, 200),
    countDeals: row(401, 401, 403, 200, 200, 200, 200, 200, 200, 200, 403, 200, 200, 200),
    getDealBoard: list(200),
    createDeal: row(401, 401, 403, 403, 403, 403, 403, 403, 422, 400, 403, 400, 422, 422),
    getDeal: sellerRecord(200),
    updateDeal: staffRecord(200),
    decideOnBuyer: sellerRecord(200),
    deleteDeal: staffRecord(204),
    restoreDeal: staffRecord(404),
    exportDeals: list(201),
    listDealActivities: staffRecord(200),
    listDealNotes: staffRecord(200),
    createDealNote: staffRecord(201),
    listDealTasks: staffRecord(200),
    createDealTask: staffRecord(201),
    moveDeal: staffRecord(200),
    getDealGate: staffRecord(200),
    getDealNextStep: sellerRecord(200),
    listOffers: sellerRecord(200),
    listBusinessOffers: staffRecord(200),
    createOffer: staffRecord(201),
    updateOffer: staffRecord(200),
    moveOffer: staffRecord(200),
    listDiligenceRequests: sellerRecord(200),
    // The client is the seller, who answers requests.
    createDiligenceRequest: row(401, 401, 403, 403, 404, 404, 404, 404, 201, 404, 404, 404, 201, 201),
    updateDiligenceRequest: staffRecord(200),
    answerDiligenceRequest: sellerRecord(200),
    // There is no answer to return.
    returnDiligenceRequest: staffRecord(422),
    closeDiligenceRequest: staffRecord(200),
    getDealClosing: staffRecord(200),
    updateDealClosing: staffRecord(200),
    // Nothing has been confirmed.
    withdrawDealRequirement: staffRecord(404),
  },
  requests: {
    listDeals: () => ({ path: '/deals' }),
    countDeals: () => ({ path: '/deals/total' }),
    getDealBoard: () => ({ path: '/deals/board' }),
    // The owner cannot be the buyer, so that no request depends on another.
    createDeal: ({ businessId, customerId }) => ({
      path: '/deals',
      body: { businessId, buyerId: customerId },
    }),
    getDeal: ({ dealRecordId }) => ({ path: toPath(dealRecordId) }),
    updateDeal: ({ dealRecordId }) => ({
      path: toPath(dealRecordId),
      body: { version: 1, source: 'Portal' },
    }),
    decideOnBuyer: ({ dealRecordId }) => ({
      path: `${toPath(dealRecordId)}/seller-decision`,
      body: { version: 1, decision: 'approved' },
    }),
    deleteDeal: ({ dealRecordId }) => ({ path: toPath(dealRecordId) }),
    restoreDeal: ({ dealRecordId }) => ({ path: `${toPath(dealRecordId)}/restore` }),
    exportDeals: () => ({ path: '/deals/export', body: { filter: {} } }),
    listDealActivities: ({ dealRecordId }) => ({ path: `${toPath(dealRecordId)}/activities` }),
    listDealNotes: ({ dealRecordId }) => ({ path: `${toPath(dealRecordId)}/notes` }),
    createDealNote: ({ dealRecordId }) => ({
      path: `${toPath(dealRecordId)}/notes`,
      body: { body: 'A word' },
    }),
    listDealTasks: ({ dealRecordId }) => ({ path: `${toPath(dealRecordId)}/tasks` }),
    createDealTask: ({ dealRecordId }) => ({
      path: `${toPath(dealRecordId)}/tasks`,
      body: { title: 'Call' },
    }),
    moveDeal: ({ dealRecordId }) => ({
      path: `${toPath(dealRecordId)}/move`,
      body: { version: 1, stage: 'lost', lostReason: 'price' },
    }),
    listOffers: ({ dealRecordId }) => ({ path: `${toPath(dealRecordId)}/offers` }),
    listBusinessOffers: ({ businessId }) => ({ path: `/businesses/${businessId}/offers` }),
    createOffer: ({ dealRecordId }) => ({
      path: `${toPath(dealRecordId)}/offers`,
      body: { ...terms, side: 'buyer' },
    }),
    updateOffer: ({ offerRecordId }) => ({
      path: `/offers/${offerRecordId ?? ''}`,
      body: { ...terms, version: 1 },
    }),
    moveOffer: ({ offerRecordId }) => ({
      path: `/offers/${offerRecordId ?? ''}/move`,
      body: { version: 1, state: 'submitted' },
    }),
    listDiligenceRequests: ({ dealRecordId }) => ({ path: `${toPath(dealRecordId)}/diligence-requests` }),
    createDiligenceRequest: ({ dealRecordId }) => ({
      path: `${toPath(dealRecordId)}/diligence-requests`,
      body: { title: marker },
    }),
    updateDiligenceRequest: ({ requestRecordId }) => ({
      path: `/diligence-requests/${requestRecordId ?? ''}`,
      body: { version: 1, title: marker },
    }),
    answerDiligenceRequest: ({ requestRecordId }) => ({
      path: `/diligence-requests/${requestRecordId ?? ''}/answer`,
      body: { version: 1, answer: marker },
    }),
    returnDiligenceRequest: ({ requestRecordId }) => ({
      path: `/diligence-requests/${requestRecordId ?? ''}/return`,
      body: { version: 1, reason: marker },
    }),
    closeDiligenceRequest: ({ requestRecordId }) => ({
      path: `/diligence-requests/${requestRecordId ?? ''}/close`,
      body: { version: 1, isClosed: true },
    }),
    getDealClosing: ({ dealRecordId }) => ({ path: `${toPath(dealRecordId)}/closing` }),
    updateDealClosing: ({ dealRecordId }) => ({
      path: `${toPath(dealRecordId)}/closing`,
      body: { version: 0, item: { key: 'lease', state: 'done' } },
    }),
    getDealGate: ({ dealRecordId }) => ({ path: `${toPath(dealRecordId)}/gate` }),
    getDealNextStep: ({ dealRecordId }) => ({ path: `${toPath(dealRecordId)}/next-step` }),
    withdrawDealRequirement: ({ dealRecordId }) => ({
      path: `${toPath(dealRecordId)}/gate/confirmations/nda`,
    }),
  },
  makers: {
    dealRecordId: createDeal,
    requestRecordId: async (scene) =>
      (await scene.admin.post(`${toPath(await createDeal(scene))}/diligence-requests`, { title: marker }))
        .body.request.id,
    offerRecordId: async (scene) => {
      const offer = { ...terms, side: 'buyer', contingencies: marker };
      return (await scene.admin.post(`${toPath(await createDeal(scene))}/offers`, offer)).body.offer.id;
    },
  },
};

async function createDeal({
  admin,
  businessId,
}: Parameters<RecordRows['makers'][`${string}RecordId`]>[0]): Promise<string> {
  const buyer = await admin.post('/users', { name: `Buyer ${marker}`, brokerId: admin.userId });
  const deal = { businessId, buyerId: buyer.body.user.id, source: marker };
  return (await admin.post('/deals', deal)).body.deal.id;
}
