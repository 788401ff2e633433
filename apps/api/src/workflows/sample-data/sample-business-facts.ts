import type { BusinessType } from '@handover/contract/businesses/business-list.ts';
import { coverColors, type CreateBusiness } from '@handover/contract/businesses/businesses.ts';
import { completeNpi } from '@handover/domain/npi.ts';
import type { Random } from './random.ts';
import { createSampleTypeFacts } from './sample-type-facts.ts';

/**
 * Typical facts of a business type: names, yearly revenue in thousands, SDE as a share of it, price as a multiple of
 * SDE.
 */
type Kind = {
  readonly names: readonly string[];
  readonly title: string;
  readonly revenueK: readonly [number, number];
  readonly margin: readonly [number, number];
  readonly multiple: readonly [number, number];
  readonly about: string;
};

const kinds: Readonly<Record<(typeof types)[number], Kind>> = {
  dental: {
    names: ['Bright Smile Dental', 'Maple Street Dentistry', 'Lakeview Family Dental'],
    title: 'Family dental practice, six operatories',
    revenueK: [780, 2400],
    margin: [0.24, 0.36],
    multiple: [1.8, 3],
    about: 'Six operatories, digital X-ray. Hygiene is about a third of production. Two associates stay on.',
  },
  medical: {
    names: ['Riverbend Family Medicine', 'Northside Internal Medicine'],
    title: 'Primary care practice with two clinicians',
    revenueK: [900, 2600],
    margin: [0.18, 0.3],
    multiple: [1.5, 2.9],
    about: 'Two physicians and a nurse practitioner. A mixed payer base without a dominant plan.',
  },
  home_health: {
    names: ['Harbor Home Health', 'Silver Birch Home Health', 'Prairie Home Care'],
    title: 'Medicare-certified home health agency',
    revenueK: [1800, 6500],
    margin: [0.12, 0.2],
    multiple: [2.6, 3.3],
    about:
      'Medicare-certified and accredited, steady census. The last change of ownership was five years ago.',
  },
  pharmacy: {
    names: ['Northgate Pharmacy', 'Corner Drug & Compounding'],
    title: 'Independent pharmacy with compounding',
    revenueK: [2200, 5200],
    margin: [0.07, 0.12],
    multiple: [2.5, 3.3],
    about: 'Retail and compounding pharmacy, delivery in three counties. Plus inventory at cost.',
  },
  behavioral: {
    names: ['Prairie Behavioral Health', 'Stillwater Counseling'],
    title: 'Behavioral health group, outpatient',
    revenueK: [1100, 4200],
    margin: [0.16, 0.28],
    multiple: [2.6, 4.3],
    about: 'Outpatient and intensive outpatient programs, eleven clinicians, accredited until 2028.',
  },
  physical_therapy: {
    names: ['Cedar Grove Physical Therapy', 'Summit Rehab & Sports'],
    title: 'Physical therapy, two locations',
    revenueK: [650, 1900],
    margin: [0.18, 0.28],
    multiple: [2.1, 2.9],
    about: 'Two locations, around 320 visits a week. Referrals come from more than forty physicians.',
  },
  veterinary: {
    names: ['Lakeside Veterinary', 'Four Paws Animal Hospital'],
    title: 'Companion animal hospital with two doctors',
    revenueK: [950, 2900],
    margin: [0.2, 0.3],
    multiple: [2.3, 2.85],
    about:
      'Two full-time veterinarians, in-house laboratory and surgery. The real estate can be leased or bought.',
  },
  med_spa: {
    names: ['Tidewater Med Spa', 'Glow Aesthetics'],
    title: 'Medical spa with a loyal membership',
    revenueK: [600, 1800],
    margin: [0.2, 0.32],
    multiple: [2.7, 3.2],
    about:
      'Injectables, laser and memberships. The medical director agreement is assignable. Devices are paid off.',
  },
  dme: {
    names: ['Summit Sleep & DME', 'Valley Mobility Supply'],
    title: 'DME supplier, strong resupply program',
    revenueK: [1300, 3800],
    margin: [0.14, 0.24],
    multiple: [2.5, 4],
    about: 'Sleep and respiratory. More than half of revenue is resupply. Accredited and bonded.',
  },
  urgent_care: {
    names: ['Oak Street Urgent Care', 'Express Clinic West'],
    title: 'Urgent care center at a busy corner',
    revenueK: [1500, 3900],
    margin: [0.16, 0.26],
    multiple: [2.5, 4.1],
    about:
      'Forty-five visits a day, X-ray and point-of-care laboratory on site, occupational health contracts.',
  },
  laboratory: {
    names: ['Valley Clinical Laboratory', 'Precision Diagnostics'],
    title: 'High-complexity clinical laboratory',
    revenueK: [2000, 5500],
    margin: [0.16, 0.26],
    multiple: [3, 4.5],
    about: 'High-complexity CLIA certificate, courier network, no referrer above a tenth of accessions.',
  },
};

const types = [
  'dental',
  'home_health',
  'veterinary',
  'pharmacy',
  'physical_therapy',
  'behavioral',
  'medical',
  'med_spa',
  'urgent_care',
  'dme',
  'laboratory',
] as const satisfies readonly BusinessType[];

const cities = [
  ['Albany', 'NY'],
  ['Asheville', 'NC'],
  ['Boise', 'ID'],
  ['Columbus', 'OH'],
  ['Duluth', 'MN'],
  ['Eugene', 'OR'],
  ['Fort Collins', 'CO'],
  ['Greenville', 'SC'],
  ['Madison', 'WI'],
  ['Mobile', 'AL'],
  ['Reno', 'NV'],
  ['Savannah', 'GA'],
] as const;

/** A realistic business; `index` makes names and identifiers unique, and lease dates are relative to `today`. Pure. */
export function createSampleBusiness(
  random: Random,
  { index, today }: { index: number; today: Date },
): CreateBusiness {
  const type = types[index % types.length] ?? 'dental';
  const kind = kinds[type];
  const [city, region] = random.pick(cities);
  const round = Math.floor(index / types.length);
  const name = kind.names[round % kind.names.length] ?? kind.title;
  const revenue = pickBetween(random, kind.revenueK) * 1000;
  const sde = toThousand(revenue * pickBetween(random, kind.margin));
  const isTaken = round >= kind.names.length;
  return {
    name: isTaken ? `${name} of ${city}` : name,
    publicTitle: kind.title,
    type,
    city,
    region,
    coverColor: coverColors[index % coverColors.length] ?? 'teal',
    revenueCents: toThousand(revenue) * 100,
    sdeCents: sde * 100,
    ebitdaCents: toThousand(sde * 0.72) * 100,
    askingPriceCents: toThousand(sde * pickBetween(random, kind.multiple)) * 100,
    description: kind.about,
    leaseEnd: getLeaseEnd(today, 8 + random.below(76)),
    npi: completeNpi(`1${String(20_000_000 + index * 104_729).padStart(8, '0')}`),
    ein: `${String(20 + (index % 60))}-${String(1_000_000 + index * 7919)}`,
    ...createSampleTypeFacts(type, { step: round, today }),
    ...(type === 'home_health' ? { ccn: `11${String(7000 + index)}` } : {}),
    ...(['laboratory', 'urgent_care', 'medical'].includes(type)
      ? { clia: `11D${String(2_000_000 + index)}` }
      : {}),
    ...(['pharmacy', 'veterinary'].includes(type) ? { dea: createDeaNumber(200_000 + index * 37) } : {}),
  };
}

function pickBetween(random: Random, [low, high]: readonly [number, number]): number {
  return low + ((high - low) * random.below(1001)) / 1000;
}

function toThousand(amount: number): number {
  return Math.round(amount / 1000) * 1000;
}

function getLeaseEnd(today: Date, months: number): string {
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months + 1, 0))
    .toISOString()
    .slice(0, 10);
}

/** Completes six digits to a DEA number with its check digit. */
function createDeaNumber(sixDigits: number): string {
  const digits = [...String(sixDigits)].map(Number);
  const sum = digits.reduce((total, digit, place) => total + digit * (place % 2 === 0 ? 1 : 2), 0);
  return `BH${String(sixDigits)}${String(sum % 10)}`;
}
