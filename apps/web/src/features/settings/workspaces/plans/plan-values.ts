import type { LimitedKind, PlanLimits, WorkspaceLimits } from '@handover/contract/workspace-limits.ts';

type LimitTexts = Record<LimitedKind, string>;

/** The limits as the form holds them: empty for none. */
export interface PlanValues {
  planLimits: Record<keyof PlanLimits, LimitTexts>;
}

export function toPlanValues({ Free, Pro }: PlanLimits): PlanValues {
  return { planLimits: { Free: textsOf(Free), Pro: textsOf(Pro) } };
}

/** The limits as the contract takes them. */
export function toPlanChange({ planLimits: { Free, Pro } }: PlanValues): { planLimits: PlanLimits } {
  return { planLimits: { Free: limitsOf(Free), Pro: limitsOf(Pro) } };
}

function textsOf({ people, customers }: WorkspaceLimits): LimitTexts {
  return { people: textOf(people), customers: textOf(customers) };
}

function limitsOf({ people, customers }: LimitTexts): WorkspaceLimits {
  return { people: limitOf(people), customers: limitOf(customers) };
}

function textOf(limit: number | null): string {
  return limit === null ? '' : limit.toLocaleString('en');
}

/** What is no number fails as one. */
function limitOf(text: string): number | null {
  const digits = text.replaceAll(/[\s,]/g, '');
  return digits === '' ? null : Number(digits);
}
