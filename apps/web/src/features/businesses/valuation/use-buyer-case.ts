import type { BusinessDetail } from '@handover/contract/businesses/businesses.ts';
import type { FinancingRule } from '@handover/contract/businesses/valuation-tables.ts';
import {
  createRuleSchema,
  valueCase,
  type AffordabilityBody,
  type SavedAffordability,
} from '@handover/contract/businesses/valuations.ts';
import type { CashFlowBasis } from '@handover/domain/valuation/financing.ts';
import { parseMoney } from '@handover/domain/money.ts';
import { parseNumber } from '@handover/domain/numbers.ts';
import { useState } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { createBodyResolver } from '#shared/forms/form-validation.ts';

export const buyerMoneyFields = [
  'replacementSalaryCents',
  'capexCents',
  'cashCents',
  'sellerNoteCents',
  'notePaymentsCents',
  'closingCostsCents',
  'workingCapitalCents',
] as const satisfies readonly (keyof AffordabilityBody)[];
export type BuyerMoneyField = (typeof buyerMoneyFields)[number];
export type TermField = 'ratePercent' | 'months' | 'dscr';

/** Form values: text for every input. */
export interface CaseValues extends Record<BuyerMoneyField | TermField, string> {
  ruleId: string;
  basis: CashFlowBasis;
  isNoteOnStandby: boolean;
}

export interface BuyerCase {
  form: UseFormReturn<CaseValues>;
  basis: CashFlowBasis;
  rule: FinancingRule;
  chooseRule: (id: string) => void;
  hasRealEstate: boolean;
  setRealEstate: (hasRealEstate: boolean) => void;
  isDirty: boolean;
  startOver: () => void;
  /** What is still required for a meaningful result; null if all is filled in. */
  missing: string | null;
  /** Null until all inputs are valid. */
  filled: { body: AffordabilityBody; result: SavedAffordability } | null;
}

/** Required for a meaningful result; the other fields count as 0 while they are empty. */
const needed: Readonly<Record<CashFlowBasis, readonly BuyerMoneyField[]>> = {
  sde: ['replacementSalaryCents', 'cashCents'],
  ebitda: ['cashCents'],
};

/** The price that a buyer can pay, recalculated on each change. Typed values are kept when the rule changes. */
export function useBuyerCase(
  { sdeCents, ebitdaCents }: Pick<BusinessDetail, 'sdeCents' | 'ebitdaCents'>,
  rules: readonly [FinancingRule, ...FinancingRule[]],
): BuyerCase {
  const [ruleId, chooseRule] = useState(rules[0].id);
  const [hasRealEstate, setRealEstate] = useState(false);
  const startBasis = sdeCents === null && ebitdaCents !== null ? 'ebitda' : 'sde';
  const rule = rules.find(({ id }) => id === ruleId) ?? rules[0];
  const schema = createRuleSchema({
    floorDscr: rule.floorDscr,
    months: hasRealEstate ? rule.realEstateMonths : rule.months,
  });
  const form = useForm<CaseValues>({
    mode: 'onTouched',
    resolver: createBodyResolver<CaseValues>(schema, toBody),
    values: toValues(rule, { hasRealEstate, basis: startBasis }),
    resetOptions: { keepDirtyValues: true },
  });
  const { isDirty } = form.formState;
  const watched = useWatch({ control: form.control });
  const { basis = startBasis } = watched;
  const parsed = schema.safeParse(toBody(watched));
  const fill = (body: AffordabilityBody): BuyerCase['filled'] => {
    const result = valueCase({ rule, body, earnings: { sdeCents, ebitdaCents } });
    return result === null ? null : { body, result };
  };
  return {
    form,
    basis,
    rule,
    chooseRule,
    hasRealEstate,
    setRealEstate,
    isDirty,
    missing: findMissing(basis, watched),
    startOver: () =>
      form.reset(toValues(rule, { hasRealEstate, basis: startBasis }), { keepDirtyValues: false }),
    filled: parsed.success ? fill(parsed.data) : null,
  };
}

function toValues(
  { id, ratePercent, months, realEstateMonths, usualDscr }: FinancingRule,
  { hasRealEstate, basis }: { hasRealEstate: boolean; basis: CashFlowBasis },
): CaseValues {
  return {
    ruleId: id,
    basis,
    ratePercent: String(ratePercent),
    months: String(hasRealEstate ? realEstateMonths : months),
    dscr: String(usualDscr),
    replacementSalaryCents: '',
    capexCents: '',
    cashCents: '',
    sellerNoteCents: '',
    isNoteOnStandby: true,
    notePaymentsCents: '',
    closingCostsCents: '',
    workingCapitalCents: '',
  };
}

function findMissing(basis: CashFlowBasis, values: WatchedValues): string | null {
  const isEmpty = (field: BuyerMoneyField): boolean => (values[field] ?? '').trim() === '';
  if (needed[basis].some(isEmpty))
    return basis === 'sde' ? 'the replacement salary and the buyer’s cash' : 'the buyer’s cash';
  const isPaid = values.isNoteOnStandby === false && !isEmpty('sellerNoteCents');
  return isPaid && isEmpty('notePaymentsCents') ? 'the annual payments on the seller note' : null;
}

/** A missing field counts as empty. */
type WatchedValues = { readonly [name in keyof CaseValues]?: CaseValues[name] | undefined };

/** The case for the contract; invalid amounts are NaN and fail validation. */
function toBody(values: WatchedValues): AffordabilityBody {
  const { isNoteOnStandby = true, basis = 'sde' } = values;
  const money = (field: BuyerMoneyField): number => {
    const text = values[field] ?? '';
    return text.trim() === '' && !needed[basis].includes(field) ? 0 : (parseMoney(text) ?? Number.NaN);
  };
  const number = (field: TermField): number => parseNumber(values[field] ?? '') ?? Number.NaN;
  return {
    ruleId: values.ruleId ?? '',
    basis,
    months: number('months'),
    ratePercent: number('ratePercent'),
    dscr: number('dscr'),
    replacementSalaryCents: money('replacementSalaryCents'),
    capexCents: money('capexCents'),
    cashCents: money('cashCents'),
    sellerNoteCents: money('sellerNoteCents'),
    isNoteOnStandby,
    notePaymentsCents: isNoteOnStandby ? 0 : money('notePaymentsCents'),
    closingCostsCents: money('closingCostsCents'),
    workingCapitalCents: money('workingCapitalCents'),
  };
}
