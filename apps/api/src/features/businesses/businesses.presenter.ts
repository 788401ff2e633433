import { factKeys, hasFact, type BusinessFacts } from '@handover/contract/businesses/business-facts.ts';
import {
  sumCoOwnerShares,
  wholeBusiness,
  type BusinessOwner,
} from '@handover/contract/businesses/business-owners.ts';
import type { Business, BusinessDetail } from '@handover/contract/businesses/businesses.ts';
import type { Member } from '#platform/session/actor.ts';
import { can, canSeeInternals } from './businesses.policy.ts';
import type { BusinessDetailRow, BusinessRow } from './businesses.queries.ts';

/** A row of a list; clients do not see the broker's figures. */
export function presentBusiness(member: Member, row: BusinessRow): Business {
  const hasInternals = canSeeInternals(member);
  return {
    id: row.id,
    name: row.name,
    publicTitle: row.public_title,
    type: row.type,
    stage: row.stage,
    stageEnteredAt: row.stage_entered_at.toISOString(),
    listingNumber: row.listing_number,
    askingPriceCents: row.asking_price_cents,
    reducedPriceCents: row.reduced_price_cents,
    currency: row.currency,
    marketLabel: row.market_label,
    revenueCents: hasInternals ? row.revenue_cents : null,
    sdeCents: hasInternals ? row.sde_cents : null,
    ebitdaCents: hasInternals ? row.ebitda_cents : null,
    city: row.city,
    region: row.region,
    phone: hasInternals ? row.phone : null,
    coverColor: row.cover_color,
    owner:
      !hasInternals || row.visible_owner_id === null || row.owner_name === null
        ? null
        : { id: row.visible_owner_id, name: row.owner_name },
    brokerId: row.broker_id,
    broker:
      row.broker_id === null || row.broker_name === null
        ? null
        : { id: row.broker_id, displayName: row.broker_name },
    custom: hasInternals ? row.custom : {},
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    deletedAt: row.deleted_at?.toISOString() ?? null,
    version: row.version,
  };
}

/** Details of a business; clients do not see the broker's comments and identifiers. */
export function presentBusinessDetail(member: Member, row: BusinessDetailRow): BusinessDetail {
  const internal = <T>(value: T): T | null => (canSeeInternals(member) ? value : null);
  return {
    ...presentBusiness(member, row),
    stageReason: internal(row.stage_reason),
    endReason: internal(row.end_reason),
    street: internal(row.street),
    postalCode: internal(row.postal_code),
    email: internal(row.email),
    website: internal(row.website),
    description: internal(row.description),
    leaseEnd: internal(row.lease_end),
    npi: internal(row.npi),
    ccn: internal(row.ccn),
    clia: internal(row.clia),
    dea: internal(row.dea),
    ein: internal(row.ein),
    typeFacts: canSeeInternals(member) ? getTypeFacts(row) : {},
    payerMix: internal(row.payer_mix),
    owners: canSeeInternals(member) ? presentOwners(row) : [],
    asksType: canSeeInternals(member) && row.asks_type,
    abilities: {
      canUpdate: can(member, 'business:update', row),
      canMove: can(member, 'business:move', row),
      canOverride: can(member, 'business:override', row),
      canDelete: can(member, 'business:delete', row),
    },
  };
}

/** The valid facts for the type; facts of a former type remain stored. */
function getTypeFacts({ type, type_facts: facts }: BusinessDetailRow): BusinessFacts {
  const known: BusinessFacts = {};
  for (const key of factKeys) if (hasFact(type, key) && facts[key] != null) known[key] = facts[key];
  return known;
}

/** The main owner with the remaining share, then the others. */
function presentOwners({
  owner_id,
  visible_owner_id,
  owner_name,
  co_owners,
}: Pick<BusinessDetailRow, 'owner_id' | 'visible_owner_id' | 'owner_name' | 'co_owners'>): BusinessOwner[] {
  if (owner_id === null) return [];
  const main = {
    id: owner_id,
    name: visible_owner_id === null ? null : owner_name,
    shareBasisPoints: wholeBusiness - sumCoOwnerShares(co_owners),
    isPrimary: true,
  };
  return [main, ...co_owners.map((owner) => ({ ...owner, isPrimary: false }))];
}
