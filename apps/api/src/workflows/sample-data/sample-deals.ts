import { toCalendarDate } from '@handover/domain/local-time.ts';
import { defaultFeeTables } from '@handover/contract/commission/commission-settings.ts';
import { listNextDealStages, type DealStage } from '@handover/contract/deals/deal-stages.ts';
import { insertGrant } from '#features/access-grants/access-grants.queries.ts';
import { getNdaFact } from '#features/agreements/agreements.public.ts';
import { createAgreement } from '#features/agreements/send-agreement.ts';
import { sign } from '#features/agreements/sign-agreement.ts';
import { listTemplateRows } from '#features/agreements/templates/templates.queries.ts';
import { changeStage } from '#features/businesses/business-stage.service.ts';
import { createBusiness } from '#features/businesses/businesses.service.ts';
import { getBuyerFacts } from '#features/buyers/buyers.public.ts';
import { changeProofOfFunds, confirmBuyer, createBuyer } from '#features/buyers/buyers.service.ts';
import { finalize, getCommission } from '#features/commission/commissions.service.ts';
import { pay } from '#features/commission/payouts.service.ts';
import { createLetter, signLetter } from '#features/commission/engagements/engagements.service.ts';
import { createDeal, decideBuyer } from '#features/deals/deals.service.ts';
import { moveDeal } from '#features/deals/stages/deal-moves.service.ts';
import { loadProfileFacts } from '#features/profiles/profiles.public.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { createRandom, type Random } from './random.ts';
import { writeSampleOffers } from './sample-offers.ts';
import { writeTeaser, type MailParts } from './sample-profiles.ts';
import { writeSampleRoom, type FileParts } from './sample-rooms.ts';
import { createSampleBusiness } from './sample-business-facts.ts';
import { analyzeTables, markNotificationsRead } from './sample-data.queries.ts';
import { backdate, listStagesTo, type SampleBusiness } from './sample-businesses.ts';

type Book = {
  readonly seed: number;
  readonly brokers: readonly [Member, Member];
  /** Customers who own no business. */
  readonly buyers: readonly { readonly id: string }[];
  readonly businesses: readonly SampleBusiness[];
  readonly parts: MailParts & FileParts;
};

const override = { reason: 'Verified on paper before moving to Handover' };
/** Stages of the open deals in turn, so that each stage occurs, and no business has two accepted offers. */
const openStages: readonly DealStage[] = [
  'inquiry',
  'meetings',
  'nda_signed',
  'cim_released',
  'qualified',
  'inquiry',
  'closing',
  'lost',
  'due_diligence',
  'nda_signed',
  'definitive',
  'loi',
];
/** Stages that a deal reaches with an offer. */
const laterStages: readonly DealStage[] = ['loi', 'due_diligence', 'definitive', 'closing'];
/** The listed businesses with a data room: the first, and the business of the deal in due diligence. */
const businessesWithRoom: readonly number[] = [0, 4];
const sources = ['Referral', 'BizBuySell', 'Website', 'Conference'];
const lostReasons = ['financing', 'price', 'no_response'] as const;
/** Sales that closed in the past two years, evenly spread. */
const closedCount = 8;
const daysBetweenClosings = 85;

/** Buyers, engagement letters, teasers, data rooms, NDAs, deals in every stage, and two years of closed deals with their commission. */
export async function writeSampleDeals(work: Work, book: Book): Promise<void> {
  const random = createRandom(book.seed * 7000);
  const [admin] = book.brokers;
  for (const [index, { id }] of book.buyers.entries())
    await writeBuyer(work, admin, { random, index, customerId: id });
  const listed = book.businesses.filter(({ stage }) => stage === 'on_market' || stage === 'under_offer');
  let index = 0;
  for (const [place, business] of listed.entries()) {
    // Now each table has rows.
    if (place === 1) await analyzeTables(work.db);
    await writeLetter(work, admin, { businessId: business.id, brokers: book.brokers, days: -150 });
    await writeTeaser(work, admin, { parts: book.parts, businessId: business.id, days: -100 + place });
    if (businessesWithRoom.includes(place))
      await writeSampleRoom(work, admin, {
        parts: book.parts,
        businessId: business.id,
        seed: book.seed * 100 + place,
        days: -60 + place * 5,
      });
    for (let turn = 0; turn <= place % 3; turn += 1, index += 1)
      await writeOpenDeal(work, book, { random, index, businessId: business.id });
  }
  for (let count = 1; count <= closedCount; count += 1)
    await writeClosedDeal(work, book, { random, index: count, days: -count * daysBetweenClosings });
  const { db, now } = work;
  await markNotificationsRead(db, { workspaceId: admin.workspaceId, until: backdate(work, -14).now, now });
}

async function writeBuyer(
  work: Work,
  admin: Member,
  { random, index, customerId }: { random: Random; index: number; customerId: string },
): Promise<void> {
  const cash = (150 + random.below(12) * 50) * 1_000_00;
  const buyer = await createBuyer(backdate(work, -60 - random.below(90)), admin, {
    customerId,
    source: random.pick(sources),
    searches: [
      {
        types: index % 2 === 0 ? ['dental', 'medical', 'med_spa'] : ['pharmacy', 'home_health', 'veterinary'],
        states: [],
        minPriceCents: 300_000_00,
        maxPriceCents: cash * 6,
        minSdeCents: index % 3 === 0 ? 150_000_00 : null,
        cashCents: cash,
        timing: random.pick(['now', 'six_months', 'year'] as const),
        experience: random.pick(['none', 'management', 'healthcare', 'owner'] as const),
      },
    ],
  });
  if (index % 4 === 3) return;
  const then = backdate(work, -random.below(60));
  const { version } = await confirmBuyer(then, admin, buyer.id);
  if (index % 2 === 0)
    await changeProofOfFunds(then, admin, {
      buyerId: buyer.id,
      version,
      proofOfFunds: { amountCents: cash, documentId: null, isVerified: true },
    });
}

async function writeLetter(
  work: Work,
  admin: Member,
  { businessId, brokers, days }: { businessId: string; brokers: Book['brokers']; days: number },
): Promise<void> {
  const then = backdate(work, days);
  const table = defaultFeeTables.find(({ name }) => name === 'Double Lehman');
  const signedOn = toCalendarDate(then.now, admin.timeZone);
  const letter = await createLetter(then, admin, {
    businessId,
    input: {
      feeTableName: 'Double Lehman',
      steps: [...(table?.steps ?? [])],
      minimumFeeCents: 35_000_00,
      countedParts: ['cash', 'sellerNote', 'assumedDebt', 'earnOut'],
      startsOn: signedOn,
      endsOn: null,
      tailMonths: 18,
      carveOuts: null,
      brokerId: brokers[1].userId,
      coBrokerId: null,
      retainers: [{ amountCents: 5_000_00, isCreditable: true, paidOn: signedOn }],
      splits: {
        referralBps: 0,
        referralName: null,
        listingShareBps: 5000,
        brokerBps: 6000,
        coBrokerBps: 0,
        buyerBrokerBps: 5000,
      },
      documentId: null,
    },
  });
  await signLetter(then, admin, { letterId: letter.id, input: { version: letter.version, signedOn } });
}

async function writeOpenDeal(
  work: Work,
  { buyers, brokers: [admin] }: Book,
  { random, index, businessId }: { random: Random; index: number; businessId: string },
): Promise<void> {
  const stage = openStages[index % openStages.length] ?? 'inquiry';
  const buyer = buyers[(index * 5) % buyers.length];
  if (buyer === undefined) return;
  const days = -20 - random.below(40);
  const close = backdate(work, 30 + random.below(150));
  const deal = await createDeal(backdate(work, days), admin, {
    businessId,
    buyerId: buyer.id,
    source: random.pick(sources),
    expectedClose: toCalendarDate(close.now, admin.timeZone),
  });
  if (stage !== 'inquiry')
    await writeNda(work, admin, { deal, buyerId: buyer.id, businessId, days, signedAfterDays: 1 });
  else if (index % 2 === 1) await writeNda(work, admin, { deal, buyerId: buyer.id, businessId, days: -2 });
  await advance(work, admin, { deal, to: stage, days, pace: -days / 9 });
  if (laterStages.includes(stage))
    await writeSampleOffers(backdate(work, days / 3), admin, {
      deal,
      stage,
      priceCents: deal.valueCents ?? 900_000_00,
    });
  if (stage === 'due_diligence') await inviteAccountant(backdate(work, -5), admin, deal.id);
}

/** Shares a deal with the buyer's accountant, who may open the details of the data room. */
async function inviteAccountant(work: Work, admin: Member, dealId: string): Promise<void> {
  await insertGrant(work.db, {
    workspaceId: admin.workspaceId,
    recordType: 'deal',
    recordId: dealId,
    grantee: { emailKey: 'cora.ellis@example.com' },
    level: 'view',
    documentLevel: 2,
    grantedBy: admin.userId,
    isByClient: false,
    expiresAt: backdate(work, 90).now,
    now: work.now,
  });
}

/** An NDA for a deal, signed some days later or still waiting for its signature. */
async function writeNda(
  work: Work,
  admin: Member,
  nda: {
    deal: { readonly id: string };
    buyerId: string;
    businessId: string;
    days: number;
    signedAfterDays?: number;
  },
): Promise<void> {
  const { deal, buyerId, businessId, days, signedAfterDays } = nda;
  const [template] = await listTemplateRows(work.db, admin.workspaceId);
  if (template === undefined) throw new Error('A workspace has an NDA template');
  const row = await createAgreement(backdate(work, days), admin, {
    customerId: buyerId,
    templateId: template.id,
    businessIds: [businessId],
    dealId: deal.id,
  });
  if (signedAfterDays === undefined) return;
  const signer = { userId: null, linkId: null, method: 'given_link' } as const;
  const input = {
    textSha256: row.text_sha256?.toString('hex') ?? '',
    signature: { kind: 'typed', name: row.customer_name },
  } as const;
  const request = { ip: '192.0.2.10', id: 'sample', headers: { 'user-agent': 'Sample data' } };
  await sign(backdate(work, days + signedAfterDays), { row, signer }, { input, request });
}

/** Moves a deal stage by stage, one step each `pace` days. */
async function advance(
  work: Work,
  admin: Member,
  {
    deal,
    to,
    days,
    pace,
  }: { deal: { id: string; version: number; stage: DealStage }; to: DealStage; days: number; pace: number },
): Promise<void> {
  let { version, stage } = deal;
  for (let step = 1; stage !== to; step += 1) {
    const then = backdate(work, days + step * pace);
    const next = to === 'lost' && step > 2 ? 'lost' : listNextDealStages(stage)[0];
    if (next === undefined) throw new Error(`No way to ${to}`);
    if (stage === 'nda_signed')
      ({ version } = await decideBuyer(then, admin, {
        dealId: deal.id,
        input: { version, decision: 'approved' },
      }));
    ({ version, stage } = await moveDeal(then, admin, {
      dealId: deal.id,
      sources: [getNdaFact, getBuyerFacts, loadProfileFacts],
      input: {
        version,
        stage: next,
        ...(next === 'lost' ? { lostReason: lostReasons[step % lostReasons.length] } : { override }),
      },
    }));
  }
}

async function writeClosedDeal(
  work: Work,
  { buyers, brokers }: Book,
  { random, index, days }: { random: Random; index: number; days: number },
): Promise<void> {
  const [admin, staff] = brokers;
  const buyer = buyers[(index * 3) % buyers.length];
  if (buyer === undefined) return;
  const listedDays = days - 180;
  const facts = createSampleBusiness(random, { index: index + 100, today: work.now });
  const business = await createBusiness(backdate(work, listedDays - 60), staff, {
    ...facts,
    brokerId: staff.userId,
  });
  await writeLetter(work, admin, { businessId: business.id, brokers, days: listedDays - 30 });
  let { version } = business;
  for (const [step, stage] of listStagesTo('under_offer').entries())
    ({ version } = await changeStage(backdate(work, listedDays - 50 + step * 20), staff, {
      businessId: business.id,
      version,
      stage,
    }));
  const deal = await createDeal(backdate(work, days - 120), admin, {
    businessId: business.id,
    buyerId: buyer.id,
    source: random.pick(sources),
  });
  await writeNda(work, admin, {
    deal,
    buyerId: buyer.id,
    businessId: business.id,
    days: days - 119,
    signedAfterDays: 2,
  });
  await advance(work, admin, { deal, to: 'closed', days: days - 120, pace: 120 / 9 });
  const price = business.askingPriceCents ?? 900_000_00;
  const closedOn = toCalendarDate(backdate(work, days).now, admin.timeZone);
  const sellerNote = Math.round(price / 10);
  await finalize(backdate(work, days + 1), admin, {
    id: deal.id,
    input: { closedOn, consideration: { cash: price - sellerNote, sellerNote } },
  });
  // The newest commission is still due.
  if (index !== 1)
    await payCommission(work, admin, {
      dealId: deal.id,
      days: days + 12,
      reference: `Closing ${String(index)}`,
    });
}

async function payCommission(
  work: Work,
  admin: Member,
  { dealId, days, reference }: { dealId: string; days: number; reference: string },
): Promise<void> {
  const { version } = await getCommission(work, admin, dealId);
  const then = backdate(work, days);
  const paidOn = toCalendarDate(then.now, admin.timeZone);
  await pay(then, admin, { id: dealId, input: { version, paidOn, reference } });
}
