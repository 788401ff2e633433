import { getMoneyFormat } from '@handover/ui/parts/formats.ts';
import type { ClientPlan, PlanAudience, PlanInterval } from '@handover/contract/settings/billing.ts';

export const audienceLabels = {
  both: 'For individuals and companies',
  Individual: 'For individuals',
  Corporate: 'For companies',
} as const satisfies Record<PlanAudience, string>;

export const intervalLabels = {
  month: 'per month',
  year: 'per year',
  once: 'once',
} as const satisfies Record<PlanInterval, string>;

type Price = Pick<ClientPlan, 'priceCents' | 'currency' | 'interval'>;

/** The amount and its unit: "$290" and "per month". No unit if it is free or negotiable. */
export function getPriceParts({ priceCents, currency, interval }: Price): { amount: string; per: string } {
  if (priceCents === null) return { amount: 'On request', per: '' };
  if (priceCents === 0) return { amount: 'Free', per: '' };
  const amount = getMoneyFormat(currency, { isPrice: true }).format(priceCents / 100);
  return { amount, per: intervalLabels[interval] };
}

export function formatPrice(price: Price): string {
  const { amount, per } = getPriceParts(price);
  return per === '' ? amount : `${amount} ${per}`;
}
