import type { Business } from '@handover/contract/businesses.ts';
import type { ReactElement } from 'react';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import styles from './price.module.css';

/** The price asked; one that was reduced first, and the price before struck out. */
export function Price({
  business,
}: {
  business: Pick<Business, 'askingPriceCents' | 'reducedPriceCents' | 'currency'>;
}): ReactElement {
  const { askingPriceCents, reducedPriceCents, currency } = business;
  if (reducedPriceCents === null)
    return <MoneyText isPrice amountCents={askingPriceCents} currency={currency} />;
  return (
    <span className={styles['price']}>
      <MoneyText isPrice amountCents={reducedPriceCents} currency={currency} />
      <s className={styles['before']}>
        <span className="sr-only">before: </span>
        <MoneyText isPrice amountCents={askingPriceCents} currency={currency} />
      </s>
    </span>
  );
}
