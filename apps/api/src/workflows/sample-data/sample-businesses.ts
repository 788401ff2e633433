import type { CreateBusiness } from '@handover/contract/businesses/businesses.ts';
import {
  listNextStages,
  type BusinessStage,
  type ClosedReason,
} from '@handover/contract/businesses/business-stages.ts';
import { changeStage } from '#features/businesses/business-stage.service.ts';
import { createBusiness, updateBusiness } from '#features/businesses/businesses.service.ts';
import { saveValuation } from '#features/businesses/valuations/valuations.service.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { createRandom, type Random } from './random.ts';
import { createSampleBusiness } from './sample-business-facts.ts';

type Portfolio = {
  readonly seed: number;
  readonly count: number;
  readonly brokers: readonly [Member, Member];
  readonly owners: readonly { readonly id: string }[];
};

/** The stages of the businesses in order: every stage, most of them on the market. */
const standings: readonly BusinessStage[] = [
  'on_market',
  'valuation',
  'under_offer',
  'lead',
  'packaging',
  'on_market',
  'engaged',
  'sold',
  'on_market',
  'lead',
  'withdrawn',
  'valuation',
  'on_market',
  'packaging',
  'expired',
  'engaged',
  'on_market',
  'lead',
  'under_offer',
  'valuation',
  'sold',
  'on_market',
  'packaging',
  'engaged',
];

const reasons: Partial<Record<BusinessStage, { reason: string; endReason?: ClosedReason }>> = {
  sold: { reason: 'Closed at the second buyer’s price; funds flow balanced' },
  withdrawn: { reason: 'The owner is taking on a partner instead of selling', endReason: 'changed_mind' },
  expired: { reason: 'The engagement expired without an accepted offer', endReason: 'engagement_lapsed' },
};

const dayMs = 86_400_000;

export type SampleBusiness = { readonly id: string; readonly stage: BusinessStage };

/** Businesses with their history of stages, owned by the customers. */
export async function writeSampleBusinesses(work: Work, portfolio: Portfolio): Promise<SampleBusiness[]> {
  const random = createRandom(portfolio.seed * 1000);
  const written: SampleBusiness[] = [];
  for (let index = 0; index < portfolio.count; index += 1)
    written.push(await writeBusiness(work, { ...portfolio, random, index }));
  return written;
}

async function writeBusiness(
  work: Work,
  { random, index, seed, brokers, owners }: Portfolio & { random: Random; index: number },
): Promise<SampleBusiness> {
  const stage = standings[index % standings.length] ?? 'lead';
  const broker = brokers[index % 3 === 0 ? 0 : 1];
  // Every third customer sells nothing, so buyers and banned customers own no business; one business in twelve has no
  // owner yet.
  const sellers = owners.filter((_, place) => place % 3 !== 2);
  const owner = index % 12 === 9 ? undefined : sellers[index % sellers.length];
  const facts = createSampleBusiness(random, { index, today: work.now });
  const isEarly = stage === 'lead' || stage === 'valuation';
  const way = listStagesTo(stage);
  const ageDays = 12 + way.length * (18 + random.below(30)) + random.below(20);
  const business = await createBusiness(backdate(work, -ageDays), broker, {
    ...facts,
    ownerId: owner?.id ?? null,
    ...createSecondOwner(owner, seed > 1 && index % 6 === 2 ? owners[index + 1] : undefined),
    brokerId: index % 8 === 3 ? null : broker.userId,
    ...(stage === 'lead' ? { revenueCents: null, sdeCents: null, ebitdaCents: null } : {}),
    ...(isEarly ? { askingPriceCents: null, publicTitle: null } : {}),
  });
  let { version } = business;
  for (const [step, next] of way.entries()) {
    const days = -ageDays + ((step + 1) * (ageDays - 4)) / way.length;
    if (next === 'on_market')
      version = await list(backdate(work, days), broker, {
        id: business.id,
        version,
        index,
        seed,
        price: business.askingPriceCents,
      });
    const moved = await changeStage(backdate(work, days), broker, {
      businessId: business.id,
      version,
      stage: next,
      ...reasons[next],
    });
    version = moved.version;
    if (next === 'valuation' && index % 4 === 1)
      await saveValuation(backdate(work, days + 0.2), broker, {
        businessId: business.id,
        version,
        note: 'By the figures of the last return.',
        ...(index % 8 === 5 ? { assumedScore: 60 } : {}),
      });
  }
  return { id: business.id, stage };
}

/** In the larger portfolio, some practices have a second owner. */
function createSecondOwner(
  owner: { readonly id: string } | undefined,
  second: { readonly id: string } | undefined,
): Pick<CreateBusiness, 'coOwners'> {
  if (owner === undefined || second === undefined || second.id === owner.id) return {};
  return { coOwners: [{ customerId: second.id, shareBasisPoints: 3_000 }] };
}

/** Additions before a business goes on the market: a listing number, and a label if there is news. */
async function list(
  work: Work,
  broker: Member,
  {
    id,
    version,
    index,
    seed,
    price,
  }: { id: string; version: number; index: number; seed: number; price: number | null },
): Promise<number> {
  const isReduced = index % 8 === 5 && price !== null;
  const business = await updateBusiness(work, broker, {
    businessId: id,
    input: {
      version,
      listingNumber: `MHB-${String(seed * 1000 + 41 + index)}`,
      ...(isReduced
        ? { marketLabel: 'sale', reducedPriceCents: Math.round((price * 0.93) / 100_000) * 100_000 }
        : {}),
      ...(index % 8 === 0 ? { marketLabel: 'new' } : {}),
    },
  });
  return business.version;
}

/** The moves from lead to a stage; an engaged business is withdrawn, and a business on the market expires. */
export function listStagesTo(stage: BusinessStage): BusinessStage[] {
  if (stage === 'withdrawn') return [...listStagesTo('engaged'), stage];
  if (stage === 'expired') return [...listStagesTo('on_market'), stage];
  const way: BusinessStage[] = [];
  for (let at: BusinessStage = 'lead'; at !== stage;) {
    const next: BusinessStage | undefined = listNextStages(at)[0];
    if (next === undefined) throw new Error(`No way to ${stage}`);
    way.push(next);
    at = next;
  }
  return way;
}

/** The same work, as if done this number of days later; negative for the past. */
export function backdate(work: Work, days: number): Work {
  return { ...work, now: new Date(work.now.getTime() + days * dayMs) };
}
