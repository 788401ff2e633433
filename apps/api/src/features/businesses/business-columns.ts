import { fold } from '@handover/domain/text/fold.ts';
import { isDeepStrictEqual } from 'node:util';
import {
  factKeys,
  type BusinessFacts,
  type FactChanges,
} from '@handover/contract/businesses/business-facts.ts';
import type { CreateBusiness, UpdateBusiness } from '@handover/contract/businesses/businesses.ts';
import { findStateCode } from '@handover/domain/us-states.ts';
import type { Insertable, Updateable } from 'kysely';
import type { BusinessesTable } from '#db/schema/businesses.ts';
import type { BusinessDetailRow } from './businesses.queries.ts';

type OwnColumns = Omit<
  Insertable<BusinessesTable>,
  'workspace_id' | 'id' | 'stage' | 'stage_entered_at' | 'created_at' | 'updated_at'
>;

export function toBusinessColumns(
  input: CreateBusiness & { currency: string; brokerId: string | null },
): OwnColumns {
  return {
    name: input.name,
    name_sort: fold(input.name),
    type: input.type,
    currency: input.currency,
    owner_id: input.ownerId ?? null,
    broker_id: input.brokerId,
    public_title: input.publicTitle ?? null,
    ...toListingColumns(input.listingNumber ?? null),
    asking_price_cents: input.askingPriceCents ?? null,
    reduced_price_cents: input.reducedPriceCents ?? null,
    market_label: input.marketLabel ?? null,
    revenue_cents: input.revenueCents ?? null,
    sde_cents: input.sdeCents ?? null,
    ebitda_cents: input.ebitdaCents ?? null,
    street: input.street ?? null,
    city: input.city ?? null,
    region: toStateCode(input.region) ?? null,
    postal_code: input.postalCode ?? null,
    phone: input.phone ?? null,
    email: input.email ?? null,
    website: input.website ?? null,
    cover_color: input.coverColor ?? 'teal',
    description: input.description ?? null,
    lease_end: input.leaseEnd ?? null,
    npi: input.npi ?? null,
    ccn: input.ccn ?? null,
    clia: input.clia ?? null,
    dea: input.dea ?? null,
    ein: input.ein ?? null,
    type_facts: JSON.stringify(withFactChanges({}, input.typeFacts)),
    payer_mix: input.payerMix == null ? null : JSON.stringify(input.payerMix),
  };
}

/** Facts with changes applied: null clears. */
export function withFactChanges(before: BusinessFacts, changes: FactChanges = {}): BusinessFacts {
  const facts = { ...before };
  for (const key of factKeys) {
    const given = changes[key];
    if (given === null) delete facts[key];
    else if (given !== undefined) facts[key] = given;
  }
  return facts;
}

/** The changed facts and their names; unchanged facts are not written. */
function toFactColumns(
  before: BusinessDetailRow,
  { typeFacts, payerMix }: Pick<UpdateBusiness, 'typeFacts' | 'payerMix'>,
): Updateable<BusinessesTable> {
  const facts = withFactChanges(before.type_facts, typeFacts);
  return {
    ...(!isDeepStrictEqual(facts, before.type_facts) && { type_facts: JSON.stringify(facts) }),
    ...(payerMix !== undefined &&
      !isDeepStrictEqual(payerMix, before.payer_mix) && {
        payer_mix: payerMix === null ? null : JSON.stringify(payerMix),
      }),
  };
}

/** Columns that differ from the stored ones. */
export function toChangedColumns(
  before: BusinessDetailRow,
  input: Omit<UpdateBusiness, 'version'>,
): Updateable<BusinessesTable> {
  const columns = {
    ...(input.name === undefined ? {} : { name: input.name, name_sort: fold(input.name) }),
    ...(input.listingNumber === undefined || input.listingNumber === before.listing_number
      ? {}
      : toListingColumns(input.listingNumber)),
    type: input.type,
    asks_type: input.type === undefined ? undefined : false,
    owner_id: input.ownerId,
    broker_id: input.brokerId,
    public_title: input.publicTitle,
    asking_price_cents: input.askingPriceCents,
    reduced_price_cents: input.reducedPriceCents,
    market_label: input.marketLabel,
    revenue_cents: input.revenueCents,
    sde_cents: input.sdeCents,
    ebitda_cents: input.ebitdaCents,
    street: input.street,
    city: input.city,
    region: toStateCode(input.region),
    postal_code: input.postalCode,
    phone: input.phone,
    email: input.email,
    website: input.website,
    cover_color: input.coverColor,
    description: input.description,
    lease_end: input.leaseEnd,
    npi: input.npi,
    ccn: input.ccn,
    clia: input.clia,
    dea: input.dea,
    ein: input.ein,
  };
  const stored: Record<string, unknown> = before;
  const changed = Object.entries(columns).filter(
    ([column, value]) => value !== undefined && stored[column] !== value,
  );
  return { ...Object.fromEntries(changed), ...toFactColumns(before, input) };
}

/** Searchable texts. */
export function searchParts(
  row: Pick<BusinessDetailRow, 'name' | 'public_title' | 'city' | 'listing_number'>,
): (string | null)[] {
  return [row.name, row.public_title, row.city, row.listing_number];
}

/** A US state as its two-letter code; any other text unchanged. */
function toStateCode(region: string | null | undefined): string | null | undefined {
  return region == null ? region : (findStateCode(region) ?? region);
}

function toListingColumns(listingNumber: string | null) {
  return {
    listing_number: listingNumber,
    listing_key: listingNumber === null ? null : fold(listingNumber),
  };
}
