import { toCalendarDate } from '@handover/domain/local-time.ts';
import { defaultFeeTables } from '@handover/contract/commission/commission-settings.ts';
import type { Caller } from './caller.ts';
import type { TestApi } from './harness.ts';

/** In the time zone of the test's workspaces, where the date may be earlier than in UTC. */
export const today = toCalendarDate(new Date(), 'America/New_York');
export const letter = {
  feeTableName: 'Lehman',
  steps: defaultFeeTables[0]?.steps,
  minimumFeeCents: 50_000_00,
  countedParts: ['cash', 'sellerNote', 'earnOut'],
  startsOn: '2024-01-01',
  endsOn: null,
  tailMonths: 12,
  carveOuts: null,
  coBrokerId: null,
  documentId: null,
  retainers: [
    { amountCents: 4_000_00, isCreditable: true, paidOn: '2024-01-02' },
    { amountCents: 5_000_00, isCreditable: true, paidOn: null },
    { amountCents: 6_000_00, isCreditable: false, paidOn: '2024-01-02' },
  ],
};
export const splits = {
  referralBps: 1_000,
  referralName: 'Pat CPA',
  listingShareBps: 5_000,
  brokerBps: 6_000,
  coBrokerBps: 0,
  buyerBrokerBps: 5_000,
};

/** Seller note counted, real estate not: a base of $1.85M. */
export const price = { cash: 1_500_000_00, sellerNote: 350_000_00, realEstate: 900_000_00 };

export type CommissionFixture = Awaited<ReturnType<typeof createCommissionFixture>>;

/** A workspace with an admin, Lee who lists businesses, and Bea who brings buyers. */
export async function createCommissionFixture(api: TestApi) {
  const workspaceId = await api.makeWorkspace();
  const admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const lee = await api.signIn({ role: 'STAFF', workspaceId, displayName: 'Lee Lister' });
  const bea = await api.signIn({ role: 'STAFF', workspaceId, displayName: 'Bea Buyerside' });

  const signLetter = async (businessId: string, change: object = {}): Promise<string> => {
    const draft = { ...letter, brokerId: lee.userId, splits, ...change };
    const { body } = await admin.post(`/businesses/${businessId}/engagement-letters`, draft);
    const id = body.engagementLetter.id as string;
    await admin.post(`/engagement-letters/${id}/sign`, { version: 1, signedOn: '2024-01-01' });
    return id;
  };
  /** A business with a signed letter, and a deal of Bea's on it. */
  const createDeal = async (change: { letter?: object; business?: object } = {}) => {
    const business = {
      name: 'Bright Dental',
      type: 'dental',
      askingPriceCents: 1_850_000_00,
      ...change.business,
    };
    const businessId = (await admin.post('/businesses', business)).body.business.id as string;
    const letterId = await signLetter(businessId, change.letter);
    const buyerId = await api.makeCustomer(workspaceId, { name: 'Bo Buyer' });
    const deal = await admin.post('/deals', { businessId, buyerId, brokerId: bea.userId });
    return { id: deal.body.deal.id as string, businessId, letterId, buyerId };
  };
  const moveTo = (id: string, stage: string) =>
    api.db
      .updateTable('deals')
      .set({ stage: stage as 'closed' })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute();
  const finalize = (id: string, consideration: object, closedOn = today) =>
    admin.post(`/commissions/${id}/finalize`, { closedOn, consideration });
  const get = async (id: string, as: Caller = admin) => (await as.get(`/commissions/${id}`)).body.commission;
  return { workspaceId, admin, lee, bea, signLetter, createDeal, moveTo, finalize, get };
}
