import { marker } from '../fixture.ts';
import type { RecordRows } from '../record-rows.ts';
import { adminOnly, everyone, list, row, staffRecord } from '../statuses.ts';

const toPath = (id: string | undefined): string => `/buyers/${id ?? ''}`;

const toInquiryPath = (id: string | undefined): string => `/buyer-inquiries/${id ?? ''}`;

/** The buyer and staff; an advisor of the customer does not see their acquisition criteria. */
const ownRecord = (ok: number) => row(401, 401, 403, ok, 404, 404, 404, 404, ok, 404, 404, 404, ok, ok);
/** Every client sees only their own profile. */
const ownList = row(401, 401, 403, 200, 200, 200, 200, 200, 200, 200, 403, 200, 200, 200);

export const rows: RecordRows = {
  expected: {
    listBuyers: ownList,
    countBuyers: ownList,
    // Staff out of scope and from elsewhere may add buyers, but not for a customer they cannot read.
    createBuyer: row(401, 401, 403, 403, 403, 403, 403, 403, 201, 400, 403, 400, 201, 201),
    getBuyer: ownRecord(200),
    updateBuyer: ownRecord(200),
    confirmBuyer: ownRecord(200),
    setProofOfFunds: staffRecord(200),
    sendProofOfFunds: row(401, 401, 403, 201, 404, 404, 404, 404, 403, 404, 404, 404, 403, 403),
    // Nothing was sent.
    answerProofOfFunds: staffRecord(422),
    blockBuyer: staffRecord(200),
    deleteBuyer: staffRecord(204),
    restoreBuyer: staffRecord(404),
    exportBuyers: list(201),
    listMatchingBuyers: staffRecord(200),
    listMatchingBusinesses: staffRecord(200),
    excludeBuyer: staffRecord(204),
    getGuestChallenge: everyone(200),
    getInquiryWebhook: adminOnly(200),
    renewInquiryWebhook: adminOnly(201),
    disableInquiryWebhook: adminOnly(204),
    // Called without a valid token or proof of work.
    receivePortalInquiry: everyone(404),
    registerBuyer: everyone(422),
    confirmRegistration: everyone(410),
    // Not for staff limited to their own records.
    createInquiry: row(401, 401, 403, 403, 403, 403, 403, 403, 201, 403, 403, 201, 201, 201),
    listInquiries: list(200),
    acceptInquiry: staffRecord(200),
    dismissInquiry: staffRecord(200),
    reopenInquiry: staffRecord(409),
    getMatchingSettings: list(200),
    updateMatchingSettings: adminOnly(200),
  },
  requests: {
    listBuyers: () => ({ path: '/buyers?q=zebrafish' }),
    countBuyers: () => ({ path: '/buyers/total?q=zebrafish' }),
    createBuyer: ({ twinId }) => ({ path: '/buyers', body: { customerId: twinId } }),
    getBuyer: ({ buyerRecordId }) => ({ path: toPath(buyerRecordId) }),
    updateBuyer: ({ buyerRecordId }) => ({
      path: toPath(buyerRecordId),
      body: { version: 1, searches: [] },
    }),
    confirmBuyer: ({ buyerRecordId }) => ({ path: `${toPath(buyerRecordId)}/confirm` }),
    setProofOfFunds: ({ buyerRecordId }) => ({
      path: `${toPath(buyerRecordId)}/proof-of-funds`,
      body: { version: 1, proofOfFunds: { amountCents: 100_000_00, documentId: null, isVerified: true } },
    }),
    sendProofOfFunds: ({ buyerRecordId }) => ({
      path: `${toPath(buyerRecordId)}/proof-of-funds?name=bank.pdf&amountCents=1&datedOn=2020-01-01`,
      bytes: '%PDF-1.7 balance',
    }),
    answerProofOfFunds: ({ buyerRecordId }) => ({
      path: `${toPath(buyerRecordId)}/proof-of-funds/answer`,
      body: { version: 1, answer: 'accepted' },
    }),
    blockBuyer: ({ buyerRecordId }) => ({
      path: `${toPath(buyerRecordId)}/block`,
      body: { version: 1, reason: marker },
    }),
    deleteBuyer: ({ buyerRecordId }) => ({ path: toPath(buyerRecordId) }),
    restoreBuyer: ({ buyerRecordId }) => ({ path: `${toPath(buyerRecordId)}/restore` }),
    exportBuyers: () => ({ path: '/buyers/export', body: { filter: {} } }),
    listMatchingBuyers: ({ businessId }) => ({ path: `/businesses/${businessId}/matching-buyers` }),
    listMatchingBusinesses: ({ buyerRecordId }) => ({ path: `${toPath(buyerRecordId)}/matching-businesses` }),
    excludeBuyer: ({ buyerRecordId, businessId }) => ({
      path: `${toPath(buyerRecordId)}/exclusions/${businessId}`,
      body: { reason: marker },
    }),
    getGuestChallenge: () => ({ path: '/guest-challenge' }),
    getInquiryWebhook: () => ({ path: '/inquiry-webhook' }),
    renewInquiryWebhook: () => ({ path: '/inquiry-webhook' }),
    disableInquiryWebhook: () => ({ path: '/inquiry-webhook' }),
    receivePortalInquiry: () => ({
      path: `/portal-inquiries/${'x'.repeat(43)}`,
      body: { name: marker, email: 'portal@x.test', source: 'BizBuySell' },
    }),
    registerBuyer: () => ({
      path: '/buyer-registrations',
      body: { name: 'Eve', email: 'eve@x.test', proof: { challenge: 'x', answer: 'x' } },
    }),
    confirmRegistration: () => ({ path: '/buyer-registrations/confirm', body: { token: 'x' } }),
    createInquiry: () => ({
      path: '/buyer-inquiries',
      body: { source: 'Portal', name: 'New Buyer', email: 'new@buyer.test' },
    }),
    listInquiries: () => ({ path: '/buyer-inquiries' }),
    acceptInquiry: ({ inquiryRecordId }) => ({ path: `${toInquiryPath(inquiryRecordId)}/accept`, body: {} }),
    dismissInquiry: ({ inquiryRecordId }) => ({ path: `${toInquiryPath(inquiryRecordId)}/dismiss` }),
    reopenInquiry: ({ inquiryRecordId }) => ({ path: `${toInquiryPath(inquiryRecordId)}/reopen` }),
    getMatchingSettings: () => ({ path: '/matching-settings' }),
    updateMatchingSettings: () => ({
      path: '/matching-settings',
      body: { version: 1, workingCapitalMonths: 3, ownershipRules: [] },
    }),
  },
  makers: {
    inquiryRecordId: async ({ admin }) => {
      const { body } = await admin.post('/buyer-inquiries', {
        source: 'Portal',
        name: `Robin ${marker}`,
        email: 'robin@zebra.test',
      });
      return body.inquiry.id;
    },
    buyerRecordId: async ({ admin, customerId }) => {
      const { body } = await admin.post('/buyers', { customerId, source: marker });
      return body.buyer.id;
    },
  },
};
