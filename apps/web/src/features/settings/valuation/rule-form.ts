import {
  createFinancingRuleBody,
  type CreateFinancingRule,
  type FinancingRule,
} from '@handover/contract/valuation-tables.ts';
import { moneyInput, parseMoney } from '@handover/domain/money.ts';
import { parseNumber } from '@handover/domain/numbers.ts';
import { bodyResolver } from '#shared/forms/body-resolver.ts';
import type { SourceValues } from './source-fields.tsx';

const numberFields = [
  'months',
  'realEstateMonths',
  'minInjectionPercent',
  'standbySharePercent',
  'floorDscr',
  'usualDscr',
  'ratePercent',
] as const;
type NumberField = (typeof numberFields)[number];

/** A rule as the form holds it: text for every input. */
export interface RuleValues extends SourceValues, Record<NumberField, string> {
  name: string;
  maxLoanCents: string;
}

export const ruleFields = [
  'name',
  'maxLoanCents',
  ...numberFields,
  'source',
  'asOf',
  'confidence',
  'note',
] as const satisfies readonly (keyof RuleValues)[];

/** A rule as the form shows it; without one, an empty form of today. */
export function toRuleValues(rule: FinancingRule | null, today: string): RuleValues {
  const numbers = (field: NumberField): string => (rule === null ? '' : String(rule[field]));
  return {
    name: rule?.name ?? '',
    maxLoanCents: rule === null ? '' : moneyInput(rule.maxLoanCents),
    months: numbers('months'),
    realEstateMonths: numbers('realEstateMonths'),
    minInjectionPercent: numbers('minInjectionPercent'),
    standbySharePercent: numbers('standbySharePercent'),
    floorDscr: numbers('floorDscr'),
    usualDscr: numbers('usualDscr'),
    ratePercent: numbers('ratePercent'),
    source: rule?.source ?? '',
    asOf: rule?.asOf ?? today,
    confidence: rule?.confidence ?? 'medium',
    note: rule?.note ?? '',
  };
}

/** The rule as the contract takes it. */
export function toRuleBody(values: RuleValues): CreateFinancingRule {
  const { name, source, asOf, confidence, note } = values;
  const number = (field: NumberField): number => parseNumber(values[field]) ?? Number.NaN;
  return {
    name,
    maxLoanCents: parseMoney(values.maxLoanCents) ?? Number.NaN,
    months: number('months'),
    realEstateMonths: number('realEstateMonths'),
    minInjectionPercent: number('minInjectionPercent'),
    standbySharePercent: number('standbySharePercent'),
    floorDscr: number('floorDscr'),
    usualDscr: number('usualDscr'),
    ratePercent: number('ratePercent'),
    source,
    asOf,
    confidence,
    note: note.trim() === '' ? null : note,
  };
}

export const judgeRule = bodyResolver<RuleValues>(createFinancingRuleBody, toRuleBody);
