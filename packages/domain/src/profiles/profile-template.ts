import { formatLongDate } from '../format-date.ts';
import { lowerFirst, capitalize } from '../text/letter-case.ts';
import type { ProfileSection, ProfileText } from './profile-text.ts';

/** The parts of a business's record that a profile shows. Money in integer cents. */
export type ProfileFacts = {
  /** A key from the business types, such as `dental`. */
  readonly type: string;
  readonly name: string;
  readonly publicTitle: string | null;
  readonly stateName: string | null;
  readonly street: string | null;
  readonly city: string | null;
  readonly postalCode: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly website: string | null;
  readonly listingNumber: string | null;
  readonly askingPriceCents: number | null;
  readonly currency: string;
  /** A calendar date. */
  readonly leaseEnd: string | null;
  /** Full years, newest first. */
  readonly years: readonly YearFigures[];
  /** The record's figures, used if there is no full year. */
  readonly revenueCents: number | null;
  readonly sdeCents: number | null;
  readonly ebitdaCents: number | null;
  /** Facts of the business type, with their labels; a choice is given as text. */
  readonly typeFacts: readonly TypeFact[];
  /** Shares in percent. */
  readonly payerMix: readonly { readonly name: string; readonly percent: number }[];
};

export type TypeFact = {
  readonly label: string;
  readonly kind: 'count' | 'decimal' | 'percent' | 'money' | 'date' | 'choice' | 'text';
  readonly value: string | number;
};

export type YearFigures = {
  readonly label: string;
  readonly revenueCents: number;
  readonly sdeCents: number;
  /** Adjusted EBITDA. */
  readonly ebitdaCents: number;
  /** Whether adjusted EBITDA has a market cost in place of the owner's pay. */
  readonly isOwnerReplaced: boolean;
  /** How many add-backs have no proof. */
  readonly unprovenCount: number;
};

type Trade = { readonly name: string; readonly services: string; readonly measures: string };

const trades: Readonly<Record<string, Trade>> = {
  dental: {
    name: 'dental practice',
    services: 'general and specialty dentistry offered, and what is referred out',
    measures: 'operatories, hygiene share, active patients in 18 months, and PPO share',
  },
  medical: {
    name: 'medical practice',
    services: 'specialties, procedures, and ancillary services',
    measures: 'providers, visits per week, and new patients per month',
  },
  home_health: {
    name: 'home health agency',
    services: 'disciplines offered and the counties served',
    measures: 'episodes, average daily census, and star rating',
  },
  hospice: {
    name: 'hospice',
    services: 'levels of care and the counties served',
    measures: 'average daily census, length of stay, and cap liability',
  },
  pharmacy: {
    name: 'pharmacy',
    services: 'dispensing, compounding, and clinical services',
    measures: 'prescriptions per day, 340B status, and inventory',
  },
  behavioral: {
    name: 'behavioral health provider',
    services: 'levels of care and programs',
    measures: 'beds, occupancy, and clinical staff',
  },
  physical_therapy: {
    name: 'physical therapy practice',
    services: 'therapies and specialties',
    measures: 'visits per week and units per visit',
  },
  veterinary: {
    name: 'veterinary practice',
    services: 'species, surgery, and diagnostics',
    measures: 'veterinarians (full-time equivalents) and average transaction',
  },
  med_spa: {
    name: 'medical spa',
    services: 'treatments and devices',
    measures: 'treatment rooms, active clients, and memberships',
  },
  dme: {
    name: 'medical equipment supplier',
    services: 'product lines and accreditation',
    measures: 'patients on resupply and resupply share',
  },
  urgent_care: {
    name: 'urgent care center',
    services: 'services on site, such as X-ray and laboratory',
    measures: 'visits per day and opening hours',
  },
  laboratory: {
    name: 'clinical laboratory',
    services: 'test menu and CLIA level',
    measures: 'accessions per day and the largest referrer’s share',
  },
};
const otherTrade: Trade = {
  name: 'healthcare business',
  services: 'services offered',
  measures: 'volume, staff, and capacity',
};

/** A first draft of a teaser, which does not name the business. Amounts are rounded to three digits. */
export function createTeaserTemplate(facts: ProfileFacts): ProfileText {
  const { name, services, measures } = trades[facts.type] ?? otherTrade;
  const where = facts.stateName === null ? '' : ` in ${facts.stateName}`;
  return {
    title: facts.publicTitle ?? `${capitalize(name)}${where}`,
    sections: removeEmptySections([
      {
        heading: 'Overview',
        text: `This established ${name}${where} is offered for sale in confidence.\n\n[Describe in two or three sentences the ${services}. Use no names and no places.]`,
      },
      { heading: 'Highlights', text: formatHighlights(facts, measures) },
      { heading: 'Financial summary', text: formatTeaserFigures(facts) },
      {
        heading: 'Transition',
        text: '[State why the owner is selling and how long they will stay after the sale.]',
      },
      {
        heading: 'Next steps',
        text: 'The name of the business and further information are released after a signed non-disclosure agreement and with the seller’s approval. Please do not contact the business or its staff.',
      },
    ]),
  };
}

/** A first draft of a confidential information memorandum, with the headings that buyers and lenders expect. */
export function createCimTemplate(facts: ProfileFacts): ProfileText {
  const { name, services, measures } = trades[facts.type] ?? otherTrade;
  const place = joinParts([facts.city, facts.stateName], ', ');
  return {
    title: `${facts.name}: confidential information memorandum`,
    sections: removeEmptySections([
      {
        heading: 'Executive summary',
        text: `${facts.name} is ${withArticle(name)}${place === '' ? '' : ` in ${place}`}.${formatPrice(facts, createExactFormat(facts.currency))}\n\n[Summarize the opportunity in one paragraph.]`,
      },
      {
        heading: 'The business',
        text: `${formatContactDetails(facts)}[Describe its history, legal form, owners, and the ${services}.]`,
      },
      { heading: 'Patients and volume', text: formatVolume(facts, measures) },
      { heading: 'Payers and referrals', text: formatPayersAndReferrals(facts) },
      {
        heading: 'Team',
        text: '[List roles, tenure, and pay by position. Say who stays and what the owner does today.]',
      },
      { heading: 'Financial performance', text: formatCimFigures(facts) },
      {
        heading: 'Premises and equipment',
        text: `${facts.leaseEnd === null ? '' : `The current lease ends on ${formatLongDate(facts.leaseEnd)}.\n\n`}[Describe space, rent, renewal options, and main equipment with its age.]`,
      },
      {
        heading: 'Licenses and compliance',
        text: '[List licenses, enrollment, accreditation, and open audits or deficiencies.]',
      },
      { heading: 'Market and growth', text: '[Describe demand, competition, and what a buyer can do next.]' },
      {
        heading: 'Transition and terms',
        text: '[State why the owner is selling, how long they will stay, and which deal structure they expect.]',
      },
      {
        heading: 'Important notice',
        text: 'This memorandum is confidential and subject to the non-disclosure agreement that its reader signed. It was prepared from information supplied by the seller, which has not been verified independently, and is neither an offer nor legal or tax advice. Buyers rely on their own due diligence.',
      },
    ]),
  };
}

/** The business's location and contact details, one line each, followed by a blank line. */
function formatContactDetails({
  street,
  city,
  stateName,
  postalCode,
  phone,
  email,
  website,
}: ProfileFacts): string {
  const state = joinParts([stateName, postalCode], ' ');
  const address = street === null ? '' : joinParts([street, city, state], ', ');
  const lines = [
    ['Address', address],
    ['Phone', phone],
    ['Email', email],
    ['Website', website],
  ].flatMap(([name, value]) => (value == null || value === '' ? [] : [`- ${String(name)}: ${value}`]));
  return lines.length === 0 ? '' : `${lines.join('\n')}\n\n`;
}

function joinParts(parts: readonly (string | null)[], separator: string): string {
  return parts.filter((part) => part !== null && part !== '').join(separator);
}

/** Free text and dates are omitted from a teaser, because they can name a person or be found in a public register. */
function formatHighlights(facts: ProfileFacts, measures: string): string {
  const open = facts.typeFacts.filter(({ kind }) => kind !== 'text' && kind !== 'date');
  const lines = open.map((fact) =>
    formatFact(fact, { money: createRoundedFormat(facts.currency), digits: roundedDigits }),
  );
  const payers = formatPayers(facts);
  return [
    ...(lines.length === 0 ? [`- [List the ${measures}.]`] : lines),
    ...(payers === null ? [] : [`- Payer mix: ${payers}`]),
    '- [List two or three other strengths.]',
  ].join('\n');
}

function formatVolume(facts: ProfileFacts, measures: string): string {
  if (facts.typeFacts.length === 0) return `[List the ${measures}, with the three-year trend.]`;
  const money = createExactFormat(facts.currency);
  const lines = facts.typeFacts.map((fact) => formatFact(fact, { money, digits: 21 }));
  return `${lines.join('\n')}\n\n[Describe the three-year trend.]`;
}

function formatPayersAndReferrals(facts: ProfileFacts): string {
  const payers = formatPayers(facts);
  return payers === null
    ? '[List payer mix by percentage and the largest referral sources by share.]'
    : `Payer mix: ${payers}.\n\n[List the largest referral sources by share.]`;
}

/** The payers with a share, largest first; null if there are none. */
function formatPayers({ payerMix }: ProfileFacts): string | null {
  const shares = payerMix.filter(({ percent }) => percent > 0).toSorted((a, b) => b.percent - a.percent);
  return shares.length === 0
    ? null
    : shares.map(({ name, percent }) => `${name} ${String(percent)}%`).join(', ');
}

const roundedDigits = 3;

function formatFact(
  { label, kind, value }: TypeFact,
  { money, digits }: { money: Format; digits: number },
): string {
  const name = label.replace(' (%)', '');
  return `- ${name}: ${kind === 'date' ? formatLongDate(String(value)) : numberText(value)}`;

  function numberText(amount: string | number): string {
    if (typeof amount === 'string') return amount;
    if (kind === 'money') return money(amount);
    const text = amount.toLocaleString('en-US', { maximumSignificantDigits: digits });
    return kind === 'percent' ? `${text}%` : text;
  }
}

type Format = (cents: number) => string;

const ownerPlaceholder =
  '[Adjusted EBITDA still has the owner’s pay as booked. Add an owner replacement cost to the recast, or leave it out.]';

function formatTeaserFigures(facts: ProfileFacts): string {
  const format = createRoundedFormat(facts.currency);
  const [latest] = facts.years;
  const { revenueCents, sdeCents, ebitdaCents } = latest ?? facts;
  const of = latest === undefined ? '' : `, ${lowerFirst(latest.label)}`;
  const lines = [
    revenueCents === null ? '' : `- Revenue${of}: ${format(revenueCents)}`,
    sdeCents === null ? '' : `- Seller’s discretionary earnings${of}: ${format(sdeCents)}`,
    ebitdaCents === null ? '' : `- Adjusted EBITDA${of}: ${format(ebitdaCents)}`,
    latest === undefined || latest.isOwnerReplaced ? '' : `- ${ownerPlaceholder}`,
    facts.askingPriceCents === null ? '' : `- Asking price: ${format(facts.askingPriceCents)}`,
  ].filter((line) => line !== '');
  return lines.length === 0 ? '[Enter revenue and earnings for the last full year.]' : lines.join('\n');
}

function formatCimFigures(facts: ProfileFacts): string {
  const format = createExactFormat(facts.currency);
  const years = facts.years.slice(0, 3);
  const lines = years.map(
    ({ label, revenueCents, sdeCents, ebitdaCents }) =>
      `- ${label}: revenue ${format(revenueCents)}, seller’s discretionary earnings ${format(sdeCents)}, adjusted EBITDA ${format(ebitdaCents)}`,
  );
  const unproven = years.reduce((sum, { unprovenCount }) => sum + unprovenCount, 0);
  const recast =
    'Seller’s discretionary earnings are recast: owner’s pay, discretionary, and one-time costs are added back';
  const addBacks = unproven === 1 ? '1 add-back has' : `${String(unproven)} add-backs have`;
  return lines.length === 0
    ? '[Enter three years of revenue and recast earnings with the add-backs.]'
    : [
        lines.join('\n'),
        unproven === 0 ? `${recast} where they are documented.` : `${recast}. [${addBacks} no proof.]`,
        ...(years.every(({ isOwnerReplaced }) => isOwnerReplaced) ? [] : [ownerPlaceholder]),
      ].join('\n\n');
}

function formatPrice({ askingPriceCents }: ProfileFacts, format: Format): string {
  return askingPriceCents === null ? '' : ` The asking price is ${format(askingPriceCents)}.`;
}

function createExactFormat(currency: string): Format {
  return (cents) =>
    new Intl.NumberFormat('en-US', { style: 'currency', currency, maximumFractionDigits: 0 }).format(
      cents / 100,
    );
}

/** Exact amounts would reveal the business to anyone who has seen its books. */
function createRoundedFormat(currency: string): Format {
  return (cents) =>
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      maximumSignificantDigits: roundedDigits,
    }).format(cents / 100);
}

function removeEmptySections(sections: readonly ProfileSection[]): readonly ProfileSection[] {
  return sections.filter(({ text }) => text.trim() !== '');
}

function withArticle(name: string): string {
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
}
