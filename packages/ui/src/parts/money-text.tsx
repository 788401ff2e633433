import type { ReactElement } from 'react';
import { getMoneyFormat } from './formats.ts';
import styles from './money-text.module.css';

interface MoneyTextProps {
  /** Integer cents; null leaves the place blank. */
  amountCents: number | null;
  /** ISO 4217, such as USD. */
  currency: string;
  /** Leaves out cents that are zero, as prices do. */
  isPrice?: boolean;
  /** Rounds to whole units, as estimates do. */
  isEstimate?: boolean;
}

/** An amount with its currency, in figures of equal width. */
export function MoneyText({
  amountCents,
  currency,
  isPrice = false,
  isEstimate = false,
}: MoneyTextProps): ReactElement | null {
  if (amountCents === null) return null;
  const text = isEstimate
    ? formatPrice(Math.round(amountCents / 100) * 100, currency)
    : (isPrice ? formatPrice : formatMoney)(amountCents, currency);
  return <span className={styles['money']}>{text.replace(/^-/, '−')}</span>;
}

/** "$1,284,569"; the cents show where there are any. For prices, not for accounts. */
export function formatPrice(amountCents: number, currency: string): string {
  return getMoneyFormat(currency, { isPrice: true }).format(amountCents / 100);
}

/** "$1,284,569.00". */
export function formatMoney(amountCents: number, currency: string): string {
  return getMoneyFormat(currency, { isPrice: false }).format(amountCents / 100);
}
