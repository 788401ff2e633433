import type {
  FinancingRule,
  MarketSurvey,
  ValuationMultiple,
} from '@handover/contract/businesses/valuation-tables.ts';
import type { BusinessType } from '@handover/contract/businesses/business-list.ts';
import type { ValuationMethod } from '@handover/domain/valuation/valuation.ts';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import {
  multipleColumns,
  ruleColumns,
  toRuleValues,
  toSourceColumns,
  surveyColumns,
  toFinancingRule,
  toMarketSurvey,
  toMultiple,
} from '../settings.public.ts';

type MultipleKey = { workspaceId: string; type: BusinessType; method: ValuationMethod };

/** A row of the table without its version. */
export type MultipleValues = Pick<
  ValuationMultiple,
  'low' | 'high' | 'source' | 'asOf' | 'confidence' | 'note'
>;

/** Null if the workspace has no such row. */
export async function findMultiple(
  db: Db,
  { workspaceId, type, method }: MultipleKey,
): Promise<ValuationMultiple | null> {
  const row = await db
    .selectFrom('valuation_multiples')
    .select(multipleColumns)
    .where('workspace_id', '=', workspaceId)
    .where('type', '=', type)
    .where('method', '=', method)
    .executeTakeFirst();
  return row === undefined ? null : toMultiple(row);
}

/** Returns the changed row, or null if the version is stale. */
export async function setMultiple(
  db: Db,
  { workspaceId, type, method, version, values }: MultipleKey & { version: number; values: MultipleValues },
): Promise<ValuationMultiple | null> {
  const { low, high } = values;
  const row = await db
    .updateTable('valuation_multiples')
    .set((eb) => ({
      low,
      high,
      ...toSourceColumns(values),
      version: eb('version', '+', 1),
    }))
    .where('workspace_id', '=', workspaceId)
    .where('type', '=', type)
    .where('method', '=', method)
    .where('version', '=', version)
    .returning(multipleColumns)
    .executeTakeFirst();
  return row === undefined ? null : toMultiple(row);
}

/** The survey without its version. */
export type SurveyValues = Omit<MarketSurvey, 'isDelivered' | 'version'>;

/** Returns the changed survey, or null if the version is stale. */
export async function setMarketSurvey(
  db: Db,
  { workspaceId, version, values }: { workspaceId: string; version: number; values: SurveyValues },
): Promise<MarketSurvey | null> {
  const { bands } = values;
  const row = await db
    .updateTable('market_surveys')
    .set((eb) => ({
      bands: JSON.stringify(bands),
      ...toSourceColumns(values),
      version: eb('version', '+', 1),
    }))
    .where('workspace_id', '=', workspaceId)
    .where('version', '=', version)
    .returning(surveyColumns)
    .executeTakeFirst();
  return row === undefined ? null : toMarketSurvey(row);
}

type RuleKey = { workspaceId: string; id: string };

/** A rule with its default key; null if it does not exist. */
export async function findRule(
  db: Db,
  { workspaceId, id }: RuleKey,
): Promise<{ rule: FinancingRule; deliveredKey: string | null } | null> {
  const row = await db
    .selectFrom('financing_rules')
    .select(ruleColumns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : { rule: toFinancingRule(row), deliveredKey: row.delivered_key };
}

export type RuleValues = Parameters<typeof toRuleValues>[0];

export async function insertRule(
  db: Db,
  { workspaceId, id, values, now }: RuleKey & { values: RuleValues; now: Date },
): Promise<FinancingRule> {
  const row = await db
    .insertInto('financing_rules')
    .values({ workspace_id: workspaceId, id, delivered_key: null, ...toRuleValues(values), created_at: now })
    .returning(ruleColumns)
    .executeTakeFirstOrThrow();
  return toFinancingRule(row);
}

/** Returns the changed rule, or null if the version is stale. */
export async function setRule(
  db: Db,
  { workspaceId, id, version, values }: RuleKey & { version: number; values: RuleValues },
): Promise<FinancingRule | null> {
  const row = await db
    .updateTable('financing_rules')
    .set((eb) => ({ ...toRuleValues(values), version: eb('version', '+', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('version', '=', version)
    .returning(ruleColumns)
    .executeTakeFirst();
  return row === undefined ? null : toFinancingRule(row);
}

export async function deleteRule(db: Db, { workspaceId, id }: RuleKey): Promise<void> {
  await db
    .deleteFrom('financing_rules')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** The number of rules and whether one other than `exceptId` has the name. */
export async function countRules(
  db: Db,
  { workspaceId, name, exceptId }: { workspaceId: string; name: string; exceptId: string },
): Promise<{ count: number; isNameTaken: boolean }> {
  return db
    .selectFrom('financing_rules')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<boolean>`coalesce(bool_or(lower(name) = lower(${name}) AND id <> ${exceptId}), false)`.as(
        'isNameTaken',
      ),
    ])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
}
