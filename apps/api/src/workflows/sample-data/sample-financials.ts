import type { BusinessDetail } from '@handover/contract/businesses/businesses.ts';
import { averageRecasts, toRecastYears } from '@handover/contract/businesses/financials.ts';
import type { AddBackCategory, ProfitAndLoss } from '@handover/domain/recast/recast.ts';
import { getBusiness } from '#features/businesses/businesses.service.ts';
import {
  acceptRecast,
  createAddBack,
  getFinancials,
  updateFinancials,
} from '#features/businesses/financials/financials.service.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { backdate, type SampleBusiness } from './sample-businesses.ts';

const stages = ['packaging', 'on_market', 'under_offer'];
/** Revenue and earnings of the last full year and of those before it, as shares of the figures on the record. */
const shares = [1, 0.95, 0.91];

/** Three full years with add-backs for every third business that is for sale; their recast is its figures. */
export async function writeSampleFinancials(
  work: Work,
  broker: Member,
  businesses: readonly SampleBusiness[],
): Promise<void> {
  const offered = businesses.filter(({ stage }) => stages.includes(stage));
  for (const { id } of offered.filter((_, index) => index % 3 === 0)) {
    const past = backdate(work, -10);
    const business = await getBusiness(past, broker, id);
    if (business.revenueCents !== null && business.sdeCents !== null && business.ebitdaCents !== null)
      await writeFinancials(past, broker, business);
  }
}

async function writeFinancials(work: Work, broker: Member, business: BusinessDetail): Promise<void> {
  const lastYear = work.now.getUTCFullYear() - 1;
  const years = shares.map((share, age) => ({ year: lastYear - age, ...createYear(business, share) }));
  const key = { businessId: business.id };
  await updateFinancials(work, broker, {
    ...key,
    periods: years.map(({ year, lines }) => ({ year, month: null, lines, version: null })),
  });
  for (const { year, addBacks } of years)
    for (const { category, description, amountCents } of addBacks)
      await createAddBack(work, broker, {
        ...key,
        input: { year, category, description, amountCents, status: 'accepted', proofId: null },
      });
  await accept(work, broker, { business, lastYear });
}

async function accept(
  work: Work,
  broker: Member,
  { business, lastYear }: { business: BusinessDetail; lastYear: number },
): Promise<void> {
  const { id: businessId } = business;
  const financials = await getFinancials(work, broker, businessId);
  const years = [{ basis: lastYear, weight: 1 }];
  const figures = averageRecasts(toRecastYears(financials), years);
  if (figures === null) throw new Error('A sample year without figures');
  const { version } = await getBusiness(work, broker, businessId);
  await acceptRecast(work, broker, { businessId, version, years, ...figures });
}

type SampleAddBack = {
  readonly category: AddBackCategory;
  readonly description: string;
  readonly amountCents: number;
};

/** A statement with add-backs that lead to a share of the revenue, SDE, and adjusted EBITDA of the record. Pure. */
function createYear(
  { type, ...record }: BusinessDetail,
  share: number,
): { lines: ProfitAndLoss; addBacks: SampleAddBack[] } {
  const revenue = toThousand(share * (record.revenueCents ?? 0));
  const sde = toThousand(share * (record.sdeCents ?? 0));
  const difference = sde - toThousand(share * (record.ebitdaCents ?? 0));
  const discretionary = toThousand(difference * 0.14);
  const replacement = difference - discretionary;
  const oneTime = share === 1 ? toThousand(revenue * 0.008) : 0;
  const ownerPay = toThousand(replacement * 1.3);
  const costs = revenue - (sde - discretionary - oneTime);
  const costOfSales = toThousand(costs * (type === 'pharmacy' ? 0.78 : 0.2));
  const rent = toThousand(costs * 0.07);
  const payroll = toThousand((costs - costOfSales - rent) * 0.72);
  const addBacks: SampleAddBack[] = [
    { category: 'discretionary', description: 'Vehicle and travel of the owner', amountCents: discretionary },
    { category: 'one_time', description: 'Moving the server and phones', amountCents: oneTime },
    { category: 'owner_replacement', description: 'Market pay of a manager', amountCents: replacement },
  ];
  return {
    lines: {
      revenue,
      costOfSales,
      ownerPay,
      payroll,
      rent,
      otherExpenses: costs - costOfSales - rent - payroll,
      depreciation: toThousand(revenue * 0.018),
      interest: toThousand(revenue * 0.006),
    },
    addBacks: addBacks.filter(({ amountCents }) => amountCents > 0),
  };
}

/** Cents, rounded to thousands of the currency. */
const toThousand = (cents: number): number => Math.round(cents / 100_000) * 100_000;
