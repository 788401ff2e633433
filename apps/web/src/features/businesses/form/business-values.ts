import { coverColors, type BusinessDetail } from '@handover/contract/businesses.ts';
import { moneyInput, parseMoney } from '@handover/domain/money.ts';
import type { PickedCustomer } from '#shared/customers/customer-picker.tsx';
import type { BusinessField } from '#shared/labels/businesses.ts';

/** A business as the form holds it: text for every input, empty where there is nothing. */
export interface BusinessValues extends Record<Exclude<BusinessField, 'ownerId'>, string> {
  ownerId: PickedCustomer | null;
}

export const moneyFields = [
  'askingPriceCents',
  'reducedPriceCents',
  'revenueCents',
  'sdeCents',
  'ebitdaCents',
] as const satisfies readonly BusinessField[];

/** What a new business starts with. */
export function emptyValues({
  brokerId,
  owner,
}: {
  brokerId: string;
  owner: PickedCustomer | null;
}): BusinessValues {
  return {
    name: '',
    publicTitle: '',
    type: 'dental',
    ownerId: owner,
    brokerId,
    listingNumber: '',
    askingPriceCents: '',
    reducedPriceCents: '',
    marketLabel: '',
    revenueCents: '',
    sdeCents: '',
    ebitdaCents: '',
    city: '',
    region: '',
    coverColor: coverColors[0],
    description: '',
    leaseEnd: '',
    npi: '',
    ccn: '',
    clia: '',
    dea: '',
    ein: '',
  };
}

/** A business's fields as the form holds them. */
export function valuesOf(business: BusinessDetail): BusinessValues {
  const money = (cents: number | null): string => (cents === null ? '' : moneyInput(cents));
  return {
    name: business.name,
    publicTitle: business.publicTitle ?? '',
    type: business.type,
    ownerId: business.owner,
    brokerId: business.brokerId ?? '',
    listingNumber: business.listingNumber ?? '',
    askingPriceCents: money(business.askingPriceCents),
    reducedPriceCents: money(business.reducedPriceCents),
    marketLabel: business.marketLabel ?? '',
    revenueCents: money(business.revenueCents),
    sdeCents: money(business.sdeCents),
    ebitdaCents: money(business.ebitdaCents),
    city: business.city ?? '',
    region: business.region ?? '',
    coverColor: business.coverColor,
    description: business.description ?? '',
    leaseEnd: business.leaseEnd ?? '',
    npi: business.npi ?? '',
    ccn: business.ccn ?? '',
    clia: business.clia ?? '',
    dea: business.dea ?? '',
    ein: business.ein ?? '',
  };
}

/**
 * The business as the contract takes it: what was left empty is null, amounts are cents, and what is no
 * amount is NaN. The contract's schema judges the rest.
 */
export function bodyOf({ ownerId, ...texts }: BusinessValues): Record<BusinessField, unknown> {
  const money = (text: string): number => parseMoney(text) ?? Number.NaN;
  const isMoney = (name: string): boolean => moneyFields.some((field) => field === name);
  const filled = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      if (text.trim() === '') return [name, null];
      return [name, isMoney(name) ? money(text) : text];
    }),
  );
  return { ...texts, ...filled, name: texts.name, ownerId: ownerId?.id ?? null };
}

/** The fields in which two sets of values differ. */
export function differingFields(a: BusinessValues, b: BusinessValues): BusinessField[] {
  const [bodyA, bodyB] = [bodyOf(a), bodyOf(b)];
  return fieldsOf(bodyA).filter((field) => bodyA[field] !== bodyB[field]);
}

function fieldsOf(body: Record<BusinessField, unknown>): BusinessField[] {
  return Object.keys(body).filter((name): name is BusinessField => Object.hasOwn(body, name));
}
