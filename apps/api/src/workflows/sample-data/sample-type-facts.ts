import type { BusinessFacts, PayerMix } from '@handover/contract/businesses/business-facts.ts';
import type { BusinessType } from '@handover/contract/businesses/business-list.ts';

type Facts = (step: number, today: Date) => BusinessFacts;

const getDateYearsAgo = (today: Date, years: number, month: number): string =>
  new Date(Date.UTC(today.getUTCFullYear() - years, month, 1)).toISOString().slice(0, 10);

/** Facts that fit the sample descriptions of a type; `step` from 0 makes businesses of a type differ. */
const factsByType: Readonly<Record<BusinessType, Facts>> = {
  dental: (step) => ({
    operatories: 6,
    hygienePercent: 31 + step,
    activePatients: 1900 + step * 240,
    ppoPercent: 58 + step * 3,
  }),
  medical: (step) => ({ providerFte: 3, visitsPerDay: 52 + step * 4 }),
  home_health: (step, today) => ({
    episodes: 820 + step * 110,
    averageDailyCensus: 145 + step * 20,
    starRating: step % 2 === 0 ? '4' : '3.5',
    medicareEnrolledOn: getDateYearsAgo(today, 14, 3),
    // One in three is within 36 months, so that the 36-month rule applies to it.
    lastChowOn: getDateYearsAgo(today, step % 3 === 1 ? 2 : 5, 5),
  }),
  hospice: (step, today) => ({
    averageDailyCensus: 60 + step * 10,
    lengthOfStay: 71,
    capLiabilityCents: 0,
    medicareEnrolledOn: getDateYearsAgo(today, 9, 1),
  }),
  pharmacy: (step) => ({ scriptsPerDay: 180 + step * 15, is340b: 'contract', inventoryCents: 18_500_000 }),
  behavioral: (step) => ({ beds: 0, levelOfCare: 'iop', bcbas: 2 + step, rbts: 8 + step * 2 }),
  physical_therapy: (step) => ({ visitsPerWeek: 320 + step * 12, unitsPerVisit: 3.8 }),
  veterinary: (step) => ({ dvmFte: 2, averageTransactionCents: 18_400 + step * 900 }),
  med_spa: (step) => ({
    medicalDirector: 'Dr. Imani Wells',
    deferredPackagesCents: 6_400_000 + step * 500_000,
  }),
  dme: (step) => ({ resupplyPercent: 56 + step, accreditation: 'ACHC', bondCents: 5_000_000 }),
  urgent_care: (step) => ({ providerFte: 4.5, visitsPerDay: 45 + step * 3 }),
  laboratory: (step) => ({
    cliaLevel: 'compliance',
    accessionsPerDay: 410 + step * 30,
    referrerPercent: 9.5,
  }),
};

/** Shares in the order of the contract. */
const mixes: Partial<Record<BusinessType, readonly [number, number, number, number, number, number]>> = {
  dental: [0, 0, 8, 64, 28, 0],
  medical: [34, 14, 11, 33, 6, 2],
  home_health: [61, 24, 9, 6, 0, 0],
  hospice: [92, 0, 5, 3, 0, 0],
  pharmacy: [38, 12, 19, 26, 5, 0],
  behavioral: [9, 6, 41, 37, 7, 0],
  physical_therapy: [27, 13, 6, 44, 7, 3],
  dme: [42, 21, 9, 25, 3, 0],
  urgent_care: [12, 9, 17, 48, 12, 2],
  laboratory: [35, 17, 13, 30, 3, 2],
};

/** Facts recorded for a sample business in addition to its figures. */
export function createSampleTypeFacts(
  type: BusinessType,
  { step, today }: { step: number; today: Date },
): { typeFacts: BusinessFacts; payerMix: PayerMix | null } {
  const mix = mixes[type];
  if (mix === undefined) return { typeFacts: factsByType[type](step, today), payerMix: null };
  const [medicare, medicareAdvantage, medicaid, commercial, selfPay, other] = mix;
  return {
    typeFacts: factsByType[type](step, today),
    payerMix: { medicare, medicareAdvantage, medicaid, commercial, selfPay, other },
  };
}
