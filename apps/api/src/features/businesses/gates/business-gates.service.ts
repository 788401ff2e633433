import { toCalendarDate } from '@handover/domain/local-time.ts';
import { businessStages, isClosed } from '@handover/contract/businesses/business-stages.ts';
import type { BusinessGate } from '@handover/contract/businesses/business-gates.ts';
import type { ConfirmRequirement } from '@handover/contract/businesses/gates.ts';
import {
  listBusinessGateRequirements,
  type BusinessFacts,
} from '@handover/domain/businesses/business-gates.ts';
import { findStateCode } from '@handover/domain/us-states.ts';
import type { Db } from '#db/client.ts';
import { confirmRequirement, loadGate, withdrawRequirement } from '#platform/gates/gates.ts';
import type { GateSubject } from '#platform/gates/gates.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { findStateRule } from '#features/settings/settings.public.ts';
import { authorize } from '../businesses.policy.ts';
import { findBusinessFacts, findBusinessRow, type BusinessDetailRow } from '../businesses.queries.ts';
import { reindexAndReload, loadBusiness, recordOnTimeline } from '../businesses.service.ts';

/** Facts about a business from other features. */
type OtherFacts = Pick<
  BusinessFacts,
  | 'isEngagementSigned'
  | 'documentsReadyPercent'
  | 'isTeaserReleased'
  | 'isCimApproved'
  | 'publicTitleLeak'
  | 'hasAcceptedOffer'
  | 'hasClosedDeal'
>;

/** Loads facts from a feature that depends on businesses; `registry.ts` passes it in, to avoid import cycles. */
export type BusinessFactSource = (
  db: Db,
  business: { readonly workspaceId: string; readonly businessId: string; readonly today: string },
) => Promise<Partial<OtherFacts>>;

type Sources = { readonly sources: readonly BusinessFactSource[] };

const nothing: OtherFacts = {
  isEngagementSigned: false,
  documentsReadyPercent: null,
  isTeaserReleased: false,
  isCimApproved: false,
  publicTitleLeak: null,
  hasAcceptedOffer: false,
  hasClosedDeal: false,
};

/** The exit gate of the stage that a business is in. Throws NOT_FOUND. */
export async function getBusinessGate(
  work: Work,
  actor: Member,
  { businessId, sources }: Sources & { businessId: string },
): Promise<BusinessGate> {
  return loadBusinessGate(work, actor, { business: await loadBusiness(work, actor, businessId), sources });
}

/** Confirms a requirement of the current stage. Throws NOT_FOUND, INVALID_INPUT, RULE_BROKEN in the trash. */
export async function confirm(
  work: Work,
  actor: Member,
  { businessId, sources, input }: Sources & { businessId: string; input: ConfirmRequirement },
): Promise<BusinessGate> {
  const business = authorize(actor, 'business:move', await findBusinessRow(work.db, actor, businessId));
  const gate = await loadBusinessGate(work, actor, { business, sources });
  await confirmRequirement(work, actor, { subject: toGateSubject(actor, businessId), gate, input });
  const label = gate.requirements.find(({ key }) => key === input.requirement)?.label ?? '';
  await recordOnTimeline(work, actor, {
    business,
    type: 'business.requirement_confirmed',
    detail: { reason: [label, input.note].filter(Boolean).join(': ') },
  });
  await reindexAndReload(work, actor, businessId);
  return loadBusinessGate(work, actor, { business, sources });
}

/** Withdraws a confirmation or an override. Throws NOT_FOUND, RULE_BROKEN in the trash. */
export async function withdraw(
  work: Work,
  actor: Member,
  { businessId, sources, requirement }: Sources & { businessId: string; requirement: string },
): Promise<BusinessGate> {
  const business = authorize(actor, 'business:move', await findBusinessRow(work.db, actor, businessId));
  await withdrawRequirement(work, toGateSubject(actor, businessId), requirement);
  await reindexAndReload(work, actor, businessId);
  return loadBusinessGate(work, actor, { business, sources });
}

/** The gate of a business, with the missing requirements of earlier stages. */
export async function loadBusinessGate(
  work: Work,
  actor: Member,
  { business, sources }: Sources & { business: BusinessDetailRow },
): Promise<BusinessGate> {
  const { stage } = business;
  const facts = await loadBusinessFacts(work, actor, { business, sources });
  const subject = toGateSubject(actor, business.id);
  const earlierStages = isClosed(stage) ? [] : businessStages.slice(0, businessStages.indexOf(stage));
  const earlier = await loadGate(
    work,
    subject,
    earlierStages.flatMap((each) => listBusinessGateRequirements(each, facts)),
  );
  return {
    ...(await loadGate(work, subject, listBusinessGateRequirements(stage, facts))),
    earlier: earlier.requirements.filter(({ state }) => state === 'missing'),
  };
}

export function toGateSubject({ workspaceId }: Member, businessId: string): GateSubject {
  return { workspaceId, column: 'business_id', id: businessId };
}

/** What the requirements of a business depend on. */
export async function loadBusinessFacts(
  { db, now }: Work,
  { workspaceId, timeZone }: Member,
  { business, sources }: Sources & { business: BusinessDetailRow },
): Promise<BusinessFacts> {
  const of = { workspaceId, businessId: business.id };
  const state = findStateCode(business.region ?? '');
  const own = await findBusinessFacts(db, { ...of, state });
  const rule = state === null ? null : await findStateRule(db, { workspaceId, state });
  const today = toCalendarDate(now, timeZone);
  let others = nothing;
  for (const source of sources) others = { ...others, ...(await source(db, { ...of, today })) };
  return {
    ...others,
    today,
    state,
    brokerLicenseRule: rule?.brokerLicense ?? null,
    isTypeKnown: !business.asks_type,
    publicTitle: business.public_title,
    listingNumber: business.listing_number,
    askingPriceCents: business.asking_price_cents,
    isRecastAccepted: own.has_recast,
    isValuationSaved: own.has_valuation,
    brokerLicenseExpiresOn: own.license_expires_on,
  };
}
