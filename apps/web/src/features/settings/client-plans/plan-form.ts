import {
  createPlanBody,
  maxPlanLines,
  type CreatePlan,
  type ManagedPlan,
} from '@handover/contract/settings/billing.ts';
import { formatMoneyInput, parseMoney } from '@handover/domain/money.ts';
import type { FieldErrors, Resolver } from 'react-hook-form';

export interface PlanValues {
  name: string;
  description: string;
  /** As typed; empty for a price on request. */
  price: string;
  currency: string;
  interval: string;
  /** One per line. */
  includes: string;
  audience: string;
  isHighlighted: boolean;
  isPublic: boolean;
}

export const emptyPlan: PlanValues = {
  name: '',
  description: '',
  price: '',
  currency: 'USD',
  interval: 'month',
  includes: '',
  audience: 'both',
  isHighlighted: false,
  isPublic: true,
};

export function toPlanValues(plan: ManagedPlan): PlanValues {
  return {
    name: plan.name,
    description: plan.description,
    price: plan.priceCents === null ? '' : formatMoneyInput(plan.priceCents),
    currency: plan.currency,
    interval: plan.interval,
    includes: plan.includes.join('\n'),
    audience: plan.audience,
    isHighlighted: plan.isHighlighted,
    isPublic: plan.isPublic,
  };
}

export const planFields = [
  'name',
  'description',
  'price',
  'currency',
  'interval',
  'includes',
  'audience',
] as const satisfies readonly (keyof PlanValues)[];

/** Validates with the contract; an error in one line is shown at the field. */
export const createPlanResolver: Resolver<PlanValues> = (values) => {
  const { success, error } = createPlanBody.safeParse(toLooseBody(values));
  const errors: FieldErrors<PlanValues> = {};
  if (values.price.trim() !== '' && parseMoney(values.price) === null)
    errors.price = { type: 'contract', message: 'Enter an amount such as 290 or 1,250.50' };
  for (const { path, message } of error?.issues ?? []) {
    const field = findField(String(path[0]));
    if (field === undefined) continue;
    const line = field === 'includes' && path[1] !== undefined ? `Line ${String(Number(path[1]) + 1)}: ` : '';
    errors[field] ??= { type: 'contract', message: `${line}${message}` };
  }
  return success && errors.price === undefined ? { values, errors: {} } : { values: {}, errors };
};

export function toPlanBody(values: PlanValues): CreatePlan {
  return createPlanBody.parse(toLooseBody(values));
}

export function findField(path: string): (typeof planFields)[number] | undefined {
  const [name = ''] = path.split('.');
  return planFields.find((field) => field === (name === 'priceCents' ? 'price' : name));
}

export const linesHint = `One per line, up to ${String(maxPlanLines)}`;

function toLooseBody({ price, includes, ...values }: PlanValues): Record<string, unknown> {
  return {
    ...values,
    priceCents: price.trim() === '' ? null : parseMoney(price),
    includes: includes
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  };
}
