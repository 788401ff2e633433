import type { ReactElement } from 'react';
import { getMoneyFormat } from './formats.ts';
import styles from './money-text.module.css';

interface MoneyTextProps {
  /** Integer cents; nothing is shown for null. */
  amountCents: number | null;
  /** ISO 4217, such as USD. */
  currency: string;
  /** Omits cents that are zero, as usual for prices. */
  isPrice?: boolean;
  /** Rounds to whole units, as usual for estimates. */
  isEstimate?: boolean;
}

/** An amount with its currency, in digits of equal width. */
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

/** "$1,284,569", with cents only if they are not zero. For prices, not for accounting. */
export function formatPrice(amountCents: number, currency: string): string {
  return getMoneyFormat(currency, { isPrice: true }).format(amountCents / 100);
}

/** "$1,284,569.00". */
export function formatMoney(amountCents: number, currency: string): string {
  return getMoneyFormat(currency, { isPrice: false }).format(amountCents / 100);
}
