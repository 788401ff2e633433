import { isDeepStrictEqual } from 'node:util';
import { businessTypes, type BusinessType } from '@handover/contract/businesses/business-list.ts';
import {
  checklistTypes,
  type ChecklistType,
  type ClosingChecklist,
} from '@handover/contract/deals/closing-checklists.ts';
import {
  getDefaultMultiple,
  defaultFinancingRules,
  defaultSurvey,
  type DefaultMultiple,
  type DefaultFinancingRule,
} from '@handover/contract/businesses/default-tables.ts';
import {
  getDefaultChecklist,
  listDefaultChecklists,
} from '@handover/contract/deals/default-closing-checklists.ts';
import {
  getDefaultStateRule,
  listDefaultStateRules,
} from '@handover/contract/businesses/default-state-rules.ts';
import { stateCodes, type StateRule } from '@handover/contract/businesses/state-rules.ts';
import type {
  FinancingRule,
  MarketSurvey,
  ValuationMultiple,
} from '@handover/contract/businesses/valuation-tables.ts';
import type { ChecklistItem } from '@handover/domain/deals/closing-checklists.ts';
import { valuationMethods, type ValuationMethod } from '@handover/domain/valuation/valuation.ts';
import type { Selectable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { ClosingChecklistsTable, StateRulesTable } from '#db/schema/settings.ts';
import type {
  FinancingRulesTable,
  MarketSurveysTable,
  ValuationMultiplesTable,
} from '#db/schema/valuations.ts';
import { newId } from '#lib/ids.ts';

export const multipleColumns = [
  'type',
  'method',
  'low',
  'high',
  'source',
  'as_of',
  'confidence',
  'note',
  'version',
] as const;

export const ruleColumns = [
  'id',
  'delivered_key',
  'name',
  'max_loan_cents',
  'months',
  'real_estate_months',
  'min_injection_percent',
  'standby_share_percent',
  'floor_dscr',
  'usual_dscr',
  'rate_percent',
  'source',
  'as_of',
  'confidence',
  'note',
  'version',
] as const;

export const surveyColumns = ['bands', 'source', 'as_of', 'confidence', 'note', 'version'] as const;

export const stateRuleColumns = [
  'state',
  'broker_license',
  'con',
  'source',
  'as_of',
  'confidence',
  'note',
  'version',
] as const;

export const checklistColumns = [
  'type',
  'items',
  'source',
  'as_of',
  'confidence',
  'note',
  'version',
] as const;

/** The columns that store the source of a rule. */
export function toSourceColumns({
  source,
  asOf,
  confidence,
  note,
}: Pick<MarketSurvey, 'source' | 'asOf' | 'confidence' | 'note'>) {
  return { source, as_of: asOf, confidence, note };
}

/** Multiples of a workspace, sorted by type and method; optionally of one type. */
export async function listMultiples(
  db: Db,
  workspaceId: string,
  type?: BusinessType,
): Promise<ValuationMultiple[]> {
  let query = db
    .selectFrom('valuation_multiples')
    .select(multipleColumns)
    .where('workspace_id', '=', workspaceId);
  if (type !== undefined) query = query.where('type', '=', type);
  const rows = await query.execute();
  const placeOf = ({ type: of, method }: { type: BusinessType; method: ValuationMethod }): number =>
    businessTypes.indexOf(of) * valuationMethods.length + valuationMethods.indexOf(method);
  return rows.map(toMultiple).toSorted((one, other) => placeOf(one) - placeOf(other));
}

export async function getMarketSurvey(db: Db, workspaceId: string): Promise<MarketSurvey> {
  const row = await db
    .selectFrom('market_surveys')
    .select(surveyColumns)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return toMarketSurvey(row);
}

/** Financing rules of a workspace, oldest first. */
export async function listFinancingRules(db: Db, workspaceId: string): Promise<FinancingRule[]> {
  const rows = await db
    .selectFrom('financing_rules')
    .select(ruleColumns)
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toFinancingRule);
}

/** The rules of every state of a workspace, by the name of the state; territories last. */
export async function listStateRules(db: Db, workspaceId: string): Promise<StateRule[]> {
  const rows = await db
    .selectFrom('state_rules')
    .select(stateRuleColumns)
    .where('workspace_id', '=', workspaceId)
    .execute();
  return rows
    .map(toStateRule)
    .toSorted((one, other) => stateCodes.indexOf(one.state) - stateCodes.indexOf(other.state));
}

/** Null if there is no such state. */
export async function findStateRule(
  db: Db,
  { workspaceId, state }: { workspaceId: string; state: string },
): Promise<StateRule | null> {
  const row = await db
    .selectFrom('state_rules')
    .select(stateRuleColumns)
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', state)
    .executeTakeFirst();
  return row === undefined ? null : toStateRule(row);
}

/** The closing checklists of a workspace, the one for every type first. */
export async function listClosingChecklists(db: Db, workspaceId: string): Promise<ClosingChecklist[]> {
  const rows = await db
    .selectFrom('closing_checklists')
    .select(checklistColumns)
    .where('workspace_id', '=', workspaceId)
    .execute();
  return rows
    .map(toClosingChecklist)
    .toSorted((one, other) => checklistTypes.indexOf(one.type) - checklistTypes.indexOf(other.type));
}

/** The checklist of a new deal on a business of a type: the lines of the type, then the lines for every type. */
export async function listChecklistItems(
  db: Db,
  { workspaceId, type }: { workspaceId: string; type: BusinessType },
): Promise<ChecklistItem[]> {
  const rows = await db
    .selectFrom('closing_checklists')
    .select(['type', 'items'])
    .where('workspace_id', '=', workspaceId)
    .where('type', 'in', [type, 'every'])
    .execute();
  const itemsOf = (of: ChecklistType) => rows.find((row) => row.type === of)?.items ?? [];
  return [...itemsOf(type), ...itemsOf('every')];
}

type NewWorkspace = { workspaceId: string; now: Date };

/** Copies the default tables to a new workspace. */
export async function insertDefaultTables(db: Db, to: NewWorkspace): Promise<void> {
  const { workspaceId } = to;
  await insertValuationTables(db, to);
  await db
    .insertInto('state_rules')
    .values(
      listDefaultStateRules().map(({ asOf, brokerLicense, ...rest }) => ({
        workspace_id: workspaceId,
        ...rest,
        broker_license: brokerLicense,
        as_of: asOf,
      })),
    )
    .execute();
  await db
    .insertInto('closing_checklists')
    .values(
      listDefaultChecklists().map(({ asOf, items, ...rest }) => ({
        workspace_id: workspaceId,
        ...rest,
        items: JSON.stringify(items),
        as_of: asOf,
      })),
    )
    .execute();
}

async function insertValuationTables(db: Db, { workspaceId, now }: NewWorkspace): Promise<void> {
  const multiples = businessTypes.flatMap((type) =>
    valuationMethods.map((method) => getDefaultMultiple(type, method)),
  );
  await db
    .insertInto('valuation_multiples')
    .values(multiples.map(({ asOf, ...rest }) => ({ workspace_id: workspaceId, ...rest, as_of: asOf })))
    .execute();
  const { asOf, bands, ...survey } = defaultSurvey;
  await db
    .insertInto('market_surveys')
    .values({ workspace_id: workspaceId, ...survey, bands: JSON.stringify(bands), as_of: asOf })
    .execute();
  await db
    .insertInto('financing_rules')
    .values(
      defaultFinancingRules.map((rule) => ({
        workspace_id: workspaceId,
        id: newId(),
        delivered_key: rule.key,
        ...toRuleValues(rule),
        created_at: now,
      })),
    )
    .execute();
}

export function toStateRule(
  row: Pick<Selectable<StateRulesTable>, (typeof stateRuleColumns)[number]>,
): StateRule {
  const { as_of: asOf, broker_license: brokerLicense, version, ...rest } = row;
  const shown = { ...rest, brokerLicense, asOf };
  return { ...shown, isDelivered: isSame(shown, getDefaultStateRule(row.state)), version };
}

export function toClosingChecklist(
  row: Pick<Selectable<ClosingChecklistsTable>, (typeof checklistColumns)[number]>,
): ClosingChecklist {
  const { as_of: asOf, items, version, ...rest } = row;
  const shown = { ...rest, items: [...items], asOf };
  return { ...shown, isDelivered: isSame(shown, getDefaultChecklist(row.type)), version };
}

export function toRuleValues(rule: Omit<DefaultFinancingRule, 'key'>) {
  return {
    name: rule.name,
    max_loan_cents: rule.maxLoanCents,
    months: rule.months,
    real_estate_months: rule.realEstateMonths,
    min_injection_percent: rule.minInjectionPercent,
    standby_share_percent: rule.standbySharePercent,
    floor_dscr: rule.floorDscr,
    usual_dscr: rule.usualDscr,
    rate_percent: rule.ratePercent,
    source: rule.source,
    as_of: rule.asOf,
    confidence: rule.confidence,
    note: rule.note,
  };
}

export function toMultiple(
  row: Pick<Selectable<ValuationMultiplesTable>, (typeof multipleColumns)[number]>,
): ValuationMultiple {
  const { as_of: asOf, version, ...rest } = row;
  const shown: DefaultMultiple = { ...rest, asOf };
  return { ...shown, isDelivered: isSame(shown, getDefaultMultiple(row.type, row.method)), version };
}

export function toMarketSurvey(
  row: Pick<Selectable<MarketSurveysTable>, (typeof surveyColumns)[number]>,
): MarketSurvey {
  const { as_of: asOf, bands, version, ...rest } = row;
  const shown = { ...rest, bands: [...bands], asOf };
  return { ...shown, isDelivered: isSame(shown, defaultSurvey), version };
}

export function toFinancingRule(
  row: Pick<Selectable<FinancingRulesTable>, (typeof ruleColumns)[number]>,
): FinancingRule {
  const delivered = defaultFinancingRules.find(({ key }) => key === row.delivered_key);
  return {
    id: row.id,
    name: row.name,
    maxLoanCents: row.max_loan_cents,
    months: row.months,
    realEstateMonths: row.real_estate_months,
    minInjectionPercent: row.min_injection_percent,
    standbySharePercent: row.standby_share_percent,
    floorDscr: row.floor_dscr,
    usualDscr: row.usual_dscr,
    ratePercent: row.rate_percent,
    source: row.source,
    asOf: row.as_of,
    confidence: row.confidence,
    note: row.note,
    isDelivered: delivered === undefined ? null : isSame(row, toRuleValues(delivered)),
    version: row.version,
  };
}

/** Whether `record` has all values of `wanted`. */
function isSame(record: object, wanted: object): boolean {
  const values = new Map<string, unknown>(Object.entries(record));
  return Object.entries(wanted).every(([name, value]) => isDeepStrictEqual(values.get(name), value));
}
