import { getNumberFormat } from '@handover/ui/parts/formats.ts';
import { businessTypes, type BusinessType } from '@handover/contract/businesses/business-list.ts';
import type { BuyerEligibility, BuyerSearch } from '@handover/contract/buyers/buyers.ts';
import { buyerExperiences, buyerTimings } from '@handover/domain/matching/buyer-match.ts';
import { eligibilityKinds } from '@handover/domain/matching/match-gates.ts';
import { formatMoneyInput, parseMoney } from '@handover/domain/money.ts';
import { businessTypeLabels } from '#shared/labels/businesses.ts';

export const amountKeys = ['minPriceCents', 'maxPriceCents', 'minSdeCents', 'cashCents'] as const;
export type AmountKey = (typeof amountKeys)[number];

/** A search as text in its inputs. */
export interface SearchValue extends Omit<BuyerSearch, AmountKey> {
  readonly amounts: Readonly<Record<AmountKey, string>>;
}

export const newSearch: SearchValue = {
  types: [],
  states: [],
  timing: null,
  experience: null,
  amounts: { minPriceCents: '', maxPriceCents: '', minSdeCents: '', cashCents: '' },
};

export function readSearches(searches: readonly BuyerSearch[]): SearchValue[] {
  const typed = (cents: number | null): string => (cents === null ? '' : formatMoneyInput(cents));
  return searches.map(({ minPriceCents, maxPriceCents, minSdeCents, cashCents, ...search }) => ({
    ...search,
    amounts: {
      minPriceCents: typed(minPriceCents),
      maxPriceCents: typed(maxPriceCents),
      minSdeCents: typed(minSdeCents),
      cashCents: typed(cashCents),
    },
  }));
}

/** The searches as the contract's input; text that is not an amount becomes NaN. */
export function writeSearches(value: unknown): BuyerSearch[] {
  const cents = (text: string): number | null =>
    text.trim() === '' ? null : (parseMoney(text) ?? Number.NaN);
  return parseSearchValues(value).map(({ amounts, ...search }) => ({
    ...search,
    minPriceCents: cents(amounts.minPriceCents),
    maxPriceCents: cents(amounts.maxPriceCents),
    minSdeCents: cents(amounts.minSdeCents),
    cashCents: cents(amounts.cashCents),
  }));
}

/** The searches in an input or a draft; anything else is dropped. */
export function parseSearchValues(value: unknown): SearchValue[] {
  return parseList(value).map((item) => {
    const [types, states, amounts] = ['types', 'states', 'amounts'].map((key) => item.get(key));
    const amountOf = (key: AmountKey): string => {
      const text: unknown = typeof amounts === 'object' && amounts !== null ? Reflect.get(amounts, key) : '';
      return typeof text === 'string' ? text : '';
    };
    return {
      types: businessTypes.filter((type) => Array.isArray(types) && types.includes(type)),
      states: Array.isArray(states) ? states.filter((state) => typeof state === 'string') : [],
      timing: buyerTimings.find((timing) => timing === item.get('timing')) ?? null,
      experience: buyerExperiences.find((experience) => experience === item.get('experience')) ?? null,
      amounts: {
        minPriceCents: amountOf('minPriceCents'),
        maxPriceCents: amountOf('maxPriceCents'),
        minSdeCents: amountOf('minSdeCents'),
        cashCents: amountOf('cashCents'),
      },
    };
  });
}

/** Reads the licenses from an input or a draft. */
export function parseEligibilities(value: unknown): BuyerEligibility[] {
  return parseList(value).flatMap((item) => {
    const type = businessTypes.find((each) => each === item.get('type'));
    const kind = eligibilityKinds.find((each) => each === item.get('kind'));
    const [state, licenseNumber] = [item.get('state'), item.get('licenseNumber')];
    if (type === undefined || kind === undefined || typeof state !== 'string') return [];
    return [
      {
        type,
        kind,
        state,
        licenseNumber: typeof licenseNumber === 'string' && licenseNumber !== '' ? licenseNumber : null,
      },
    ];
  });
}

function parseList(value: unknown): Map<string, unknown>[] {
  return Array.isArray(value)
    ? value.flatMap((item: unknown) =>
        typeof item === 'object' && item !== null ? [new Map<string, unknown>(Object.entries(item))] : [],
      )
    : [];
}

/** "Dental, Pharmacy"; "Any type" for none. */
export function formatTypes(types: readonly BusinessType[]): string {
  return types.length === 0 ? 'Any type' : types.map((type) => businessTypeLabels[type]).join(', ');
}

/** "TX, OK"; "Any state" for none. */
export function formatStates(states: readonly string[]): string {
  return states.length === 0 ? 'Any state' : states.join(', ');
}

/** "$500K – $1.5M", "up to $1.5M", or "from $500K"; null for none. */
export function formatPriceRange(
  { minPriceCents: min, maxPriceCents: max }: Pick<BuyerSearch, 'minPriceCents' | 'maxPriceCents'>,
  currency: string,
): string | null {
  if (min !== null && max !== null)
    return `${formatCompactMoney(min, currency)} – ${formatCompactMoney(max, currency)}`;
  if (max !== null) return `up to ${formatCompactMoney(max, currency)}`;
  return min === null ? null : `from ${formatCompactMoney(min, currency)}`;
}

/** "$1.25M". */
export function formatCompactMoney(cents: number, currency: string): string {
  return getNumberFormat({
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 2,
  }).format(cents / 100);
}

/** A search in one line. */
export function formatSearch(search: BuyerSearch, currency: string): string {
  return [formatTypes(search.types), formatStates(search.states), formatPriceRange(search, currency)]
    .filter((part) => part !== null)
    .join(' · ');
}
