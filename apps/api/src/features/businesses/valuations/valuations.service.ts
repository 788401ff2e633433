import { hasFact } from '@handover/contract/businesses/business-facts.ts';
import type { BodyOf } from '@handover/contract/http/endpoint.ts';
import {
  createRuleSchema,
  valueCase,
  valueMethods,
  type AffordabilityBody,
  type SavedAffordability,
  type saveValuation as saveEndpoint,
  type Valuation,
} from '@handover/contract/businesses/valuations.ts';
import { AppError, invalidField, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { listFinancingRules, listMultiples } from '#features/settings/settings.public.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { authorize } from '../businesses.policy.ts';
import { findBusinessRow, type BusinessDetailRow } from '../businesses.queries.ts';
import { presentBusinessDetail } from '../businesses.presenter.ts';
import { recordOnTimeline } from '../businesses.service.ts';
import { getValuation, insertValuation } from './valuations.queries.ts';

type Input = { readonly businessId: string } & BodyOf<typeof saveEndpoint>;

/**
 * Saves a valuation of the current figures and tables with its assumptions. Throws NOT_FOUND, STALE_VERSION
 * with the current business if its figures have changed, RULE_BROKEN if no method gives a value,
 * INVALID_INPUT for an unknown financing rule.
 */
export async function saveValuation(
  work: Work,
  actor: Member,
  { businessId, version, assumedScore = null, note = null, affordability = null }: Input,
): Promise<Valuation> {
  const business = authorize(actor, 'business:value', await findBusinessRow(work.db, actor, businessId));
  if (business.version !== version) throw staleVersion(presentBusinessDetail(actor, business));
  const { workspaceId } = actor;
  const methods = valueMethods({
    figures: { sde: business.sde_cents, ebitda: business.ebitda_cents, revenue: business.revenue_cents },
    multiples: await listMultiples(work.db, workspaceId, business.type),
    score: assumedScore,
  });
  if (methods.every(({ missing }) => missing !== null))
    throw new AppError(
      'RULE_BROKEN',
      'Nothing to save yet. Add revenue, SDE, or EBITDA to the record first.',
    );
  const id = newId();
  const snapshot = {
    businessType: business.type,
    currency: business.currency,
    askingPriceCents: business.reduced_price_cents ?? business.asking_price_cents,
    assumedScore,
    note,
    inventoryCents: findInventory(business),
    methods,
    affordability:
      affordability === null
        ? null
        : await createSavedAffordability(work, actor, { business, affordability }),
  };
  await insertValuation(work.db, {
    workspaceId,
    businessId,
    id,
    authorId: actor.userId,
    snapshot,
    now: work.now,
  });
  work.audit({ valuationId: id });
  await recordOnTimeline(work, actor, { business, type: 'business.valued', detail: { valuationId: id } });
  work.publish({ workspaceId, noun: 'business', id: businessId });
  return getValuation(work.db, { workspaceId, businessId, id });
}

function findInventory({ type, type_facts: facts }: BusinessDetailRow): number | null {
  const cents = hasFact(type, 'inventoryCents') ? facts.inventoryCents : undefined;
  return typeof cents === 'number' ? cents : null;
}

async function createSavedAffordability(
  { db }: Work,
  { workspaceId }: Member,
  { business, affordability }: { business: BusinessDetailRow; affordability: AffordabilityBody },
): Promise<SavedAffordability> {
  const rule = (await listFinancingRules(db, workspaceId)).find(({ id }) => id === affordability.ruleId);
  if (rule === undefined)
    throw invalidField('affordability.ruleId', 'Not a financing rule of this workspace');
  const { error } = createRuleSchema({
    floorDscr: rule.floorDscr,
    months: Math.max(rule.months, rule.realEstateMonths),
  }).safeParse(affordability);
  const [issue] = error?.issues ?? [];
  if (issue !== undefined) throw invalidField(`affordability.${issue.path.join('.')}`, issue.message);
  const earnings = { sdeCents: business.sde_cents, ebitdaCents: business.ebitda_cents };
  const valued = valueCase({ rule, body: affordability, earnings });
  if (valued === null) {
    const missing = affordability.basis === 'sde' ? 'SDE' : 'adjusted EBITDA';
    throw new AppError('RULE_BROKEN', `Add ${missing} to the record to calculate what a buyer can pay.`);
  }
  return valued;
}
