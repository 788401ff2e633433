import type { ReactElement } from 'react';
import styles from './money-text.module.css';

interface MoneyTextProps {
  /** Integer cents; null leaves the place blank. */
  amountCents: number | null;
  /** ISO 4217, such as USD. */
  currency: string;
}

/** An amount with its currency, in figures of equal width. */
export function MoneyText({ amountCents, currency }: MoneyTextProps): ReactElement | null {
  if (amountCents === null) return null;
  return <span className={styles['money']}>{moneyText(amountCents, currency)}</span>;
}

/** "$1,284,569.00". */
export function moneyText(amountCents: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amountCents / 100);
}
