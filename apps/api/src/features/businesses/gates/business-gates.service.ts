import { businessStages, isClosed } from '@handover/contract/business-stages.ts';
import type { BusinessGate } from '@handover/contract/business-gates.ts';
import type { ConfirmRequirement } from '@handover/contract/gates.ts';
import { businessGateOf, type BusinessFacts } from '@handover/domain/businesses/business-gates.ts';
import { usStateCode } from '@handover/domain/us-states.ts';
import type { Db } from '#db/client.ts';
import { dateIn } from '#lib/clock.ts';
import { confirmRequirement, loadGate, withdrawRequirement } from '#platform/gates/gates.ts';
import type { GateSubject } from '#platform/gates/gates.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { findStateRule } from '#features/settings/settings.public.ts';
import { authorize } from '../businesses.policy.ts';
import { findBusinessFacts, findBusinessRow, type BusinessDetailRow } from '../businesses.queries.ts';
import { afterWrite, loadBusiness, recordOnTimeline } from '../businesses.service.ts';

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

/** Queries a feature that depends on businesses: `registry.ts` passes it in, to avoid import cycles. */
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
  return gateOf(work, actor, { business: await loadBusiness(work, actor, businessId), sources });
}

/** Confirms a requirement of the current stage. Throws NOT_FOUND, INVALID_INPUT, RULE_BROKEN in the trash. */
export async function confirm(
  work: Work,
  actor: Member,
  { businessId, sources, input }: Sources & { businessId: string; input: ConfirmRequirement },
): Promise<BusinessGate> {
  const business = authorize(actor, 'business:move', await findBusinessRow(work.db, actor, businessId));
  const gate = await gateOf(work, actor, { business, sources });
  await confirmRequirement(work, actor, { subject: gateSubject(actor, businessId), gate, input });
  const label = gate.requirements.find(({ key }) => key === input.requirement)?.label ?? '';
  await recordOnTimeline(work, actor, {
    business,
    type: 'business.requirement_confirmed',
    detail: { reason: [label, input.note].filter(Boolean).join(': ') },
  });
  await afterWrite(work, actor, businessId);
  return gateOf(work, actor, { business, sources });
}

/** Withdraws a confirmation or an override. Throws NOT_FOUND, RULE_BROKEN in the trash. */
export async function withdraw(
  work: Work,
  actor: Member,
  { businessId, sources, requirement }: Sources & { businessId: string; requirement: string },
): Promise<BusinessGate> {
  const business = authorize(actor, 'business:move', await findBusinessRow(work.db, actor, businessId));
  await withdrawRequirement(work, gateSubject(actor, businessId), requirement);
  await afterWrite(work, actor, businessId);
  return gateOf(work, actor, { business, sources });
}

/** The gate of a business, with the missing requirements of earlier stages. */
export async function gateOf(
  work: Work,
  actor: Member,
  { business, sources }: Sources & { business: BusinessDetailRow },
): Promise<BusinessGate> {
  const { stage } = business;
  const facts = await loadFacts(work, actor, { business, sources });
  const subject = gateSubject(actor, business.id);
  const earlierStages = isClosed(stage) ? [] : businessStages.slice(0, businessStages.indexOf(stage));
  const earlier = await loadGate(
    work,
    subject,
    earlierStages.flatMap((each) => businessGateOf(each, facts)),
  );
  return {
    ...(await loadGate(work, subject, businessGateOf(stage, facts))),
    earlier: earlier.requirements.filter(({ state }) => state === 'missing'),
  };
}

export function gateSubject({ workspaceId }: Member, businessId: string): GateSubject {
  return { workspaceId, column: 'business_id', id: businessId };
}

async function loadFacts(
  { db, now }: Work,
  { workspaceId, timeZone }: Member,
  { business, sources }: Sources & { business: BusinessDetailRow },
): Promise<BusinessFacts> {
  const of = { workspaceId, businessId: business.id };
  const state = usStateCode(business.region ?? '');
  const own = await findBusinessFacts(db, { ...of, state });
  const rule = state === null ? null : await findStateRule(db, { workspaceId, state });
  const today = dateIn(timeZone, now);
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
