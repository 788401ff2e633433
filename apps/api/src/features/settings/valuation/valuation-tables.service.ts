import {
  getDefaultMultiple,
  defaultFinancingRules,
  defaultSurvey,
} from '@handover/contract/businesses/default-tables.ts';
import {
  maxFinancingRules,
  type CreateFinancingRule,
  type FinancingRule,
  type MarketSurvey,
  type ValuationMultiple,
} from '@handover/contract/businesses/valuation-tables.ts';
import { AppError, invalidField, notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { getMarketSurvey, toRuleValues } from '../settings.public.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import {
  countRules,
  deleteRule,
  findMultiple,
  findRule,
  insertRule,
  setMarketSurvey,
  setMultiple,
  setRule,
  type MultipleValues,
  type SurveyValues,
} from './valuation-tables.queries.ts';
import type { BusinessType } from '@handover/contract/businesses/business-list.ts';
import type { ValuationMethod } from '@handover/domain/valuation/valuation.ts';

/** Throws INVALID_INPUT for a duplicate name, RULE_BROKEN at the limit. */
export async function addRule(
  work: Work,
  actor: Member,
  values: CreateFinancingRule,
): Promise<FinancingRule> {
  const key = { workspaceId: actor.workspaceId, id: newId() };
  const { count, isNameTaken } = await countRules(work.db, { ...key, name: values.name, exceptId: key.id });
  if (isNameTaken) throw nameTakenError();
  if (count >= maxFinancingRules)
    throw new AppError(
      'RULE_BROKEN',
      `You have reached the limit of ${String(maxFinancingRules)} financing rules. Remove one first.`,
    );
  const rule = await insertRule(work.db, { ...key, values, now: work.now });
  work.audit({ ruleId: rule.id, to: toRuleValues(rule) });
  publish(work, actor);
  return rule;
}

type Change = { readonly id: string; readonly version: number; readonly values: CreateFinancingRule };

/** Throws NOT_FOUND, INVALID_INPUT for a duplicate name, STALE_VERSION with the current rule. */
export async function changeRule(
  work: Work,
  actor: Member,
  { id, version, values }: Change,
): Promise<FinancingRule> {
  const key = { workspaceId: actor.workspaceId, id };
  const before = await loadRule(work, actor, id);
  if (before.rule.version !== version) throw staleVersion(before.rule);
  const { isNameTaken } = await countRules(work.db, { ...key, name: values.name, exceptId: id });
  if (isNameTaken) throw nameTakenError();
  const after = await setRule(work.db, { ...key, version, values });
  if (after === null) throw staleVersion((await loadRule(work, actor, id)).rule);
  work.audit({ from: toRuleValues(before.rule), to: toRuleValues(after) });
  publish(work, actor);
  return after;
}

/** Resets a default rule. Throws RULE_BROKEN for a rule of the workspace, and like `changeRule`. */
export async function resetRule(
  work: Work,
  actor: Member,
  { id, version }: Omit<Change, 'values'>,
): Promise<FinancingRule> {
  const { deliveredKey } = await loadRule(work, actor, id);
  const delivered = defaultFinancingRules.find(({ key }) => key === deliveredKey);
  if (delivered === undefined)
    throw new AppError('RULE_BROKEN', 'This is not a default rule, so it cannot be reset.');
  return changeRule(work, actor, { id, version, values: delivered });
}

/** Throws NOT_FOUND, RULE_BROKEN for a default rule. */
export async function removeRule(work: Work, actor: Member, id: string): Promise<void> {
  const { rule, deliveredKey } = await loadRule(work, actor, id);
  if (deliveredKey !== null)
    throw new AppError('RULE_BROKEN', 'Default rules cannot be removed. Edit or reset the rule instead.');
  await deleteRule(work.db, { workspaceId: actor.workspaceId, id });
  work.audit({ from: toRuleValues(rule) });
  publish(work, actor);
}

async function loadRule(
  { db }: Work,
  { workspaceId }: Member,
  id: string,
): Promise<{ rule: FinancingRule; deliveredKey: string | null }> {
  const found = await findRule(db, { workspaceId, id });
  if (found === null) throw notFound('financing rule');
  return found;
}

function nameTakenError(): AppError {
  return invalidField('name', 'Another rule has this name');
}

function publish(work: Work, { workspaceId }: Member): void {
  work.publish({ workspaceId, noun: 'workspace', id: workspaceId });
}

type Place = { readonly type: BusinessType; readonly method: ValuationMethod };

/** Applies immediately, including on open pages. Throws STALE_VERSION with the current row. */
export async function changeMultiple(
  work: Work,
  actor: Member,
  { type, method, version, ...values }: Place & MultipleValues & { readonly version: number },
): Promise<ValuationMultiple> {
  const key = { workspaceId: actor.workspaceId, type, method };
  const before = await findMultiple(work.db, key);
  if (before === null) throw notFound('multiple');
  const after = await setMultiple(work.db, { ...key, version, values });
  if (after === null) throw staleVersion(await findMultiple(work.db, key));
  work.audit({ type, method, from: toValues(before), to: toValues(after) });
  publish(work, actor);
  return after;
}

/** Resets a row to its default. Throws like `changeMultiple`. */
export function resetMultiple(
  work: Work,
  actor: Member,
  place: Place & { readonly version: number },
): Promise<ValuationMultiple> {
  return changeMultiple(work, actor, { ...getDefaultMultiple(place.type, place.method), ...place });
}

/** Applies immediately, including on open pages. Throws STALE_VERSION with the current survey. */
export async function changeMarketSurvey(
  work: Work,
  actor: Member,
  { version, ...values }: SurveyValues & { readonly version: number },
): Promise<MarketSurvey> {
  const { workspaceId } = actor;
  const {
    isDelivered: _isDelivered,
    version: _version,
    ...before
  } = await getMarketSurvey(work.db, workspaceId);
  const after = await setMarketSurvey(work.db, { workspaceId, version, values });
  if (after === null) throw staleVersion(await getMarketSurvey(work.db, workspaceId));
  work.audit({ from: before, to: values });
  publish(work, actor);
  return after;
}

/** Resets the survey to its default. Throws like `changeMarketSurvey`. */
export function resetMarketSurvey(work: Work, actor: Member, version: number): Promise<MarketSurvey> {
  return changeMarketSurvey(work, actor, { ...defaultSurvey, version });
}

function toValues({ low, high, source, asOf, confidence, note }: ValuationMultiple): MultipleValues {
  return { low, high, source, asOf, confidence, note };
}
