import {
  payerKeys,
  payers,
  sumPayerShares,
  type Payer,
  type PayerMix,
} from '@handover/contract/businesses/business-facts.ts';
import { memo, type ReactElement } from 'react';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import type { OwnInputProps } from '#shared/records/form/record-form.ts';
import styles from './form.module.css';
import { toMixTexts, parseShare } from './payer-mix.ts';

/** The shares of the payers, with their total. Typing in other fields does not rerender it. */
export default memo(PayerMixInput, (one, other) => one.value === other.value && one.error === other.error);

function PayerMixInput({ label, value, error, onChange }: OwnInputProps): ReactElement {
  const texts = toMixTexts(value);
  const isEmpty = payerKeys.every((payer) => texts[payer].trim() === '');
  const total = sumPayerShares(parseShares(texts));
  return (
    <fieldset className={styles['group']}>
      <legend>{label}</legend>
      <div className={styles['shares']}>
        {payerKeys.map((payer) => (
          <LabeledInput
            key={payer}
            label={`${payers[payer]} (%)`}
            value={texts[payer]}
            autoComplete="off"
            inputProps={{ inputMode: 'decimal', ...(error !== undefined && { 'aria-invalid': true }) }}
            onChange={({ target }) => onChange({ ...texts, [payer]: target.value })}
          />
        ))}
      </div>
      <p role="status" className={styles['total']}>
        {isEmpty ? 'No shares yet' : `Total ${String(total)}%`}
      </p>
      {error !== undefined && (
        <p role="alert" className={styles['error']}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

function parseShares(texts: Readonly<Record<Payer, string>>): PayerMix {
  const share = (payer: Payer): number => {
    const value = parseShare(texts[payer]);
    return typeof value === 'number' ? value : 0;
  };
  return {
    medicare: share('medicare'),
    medicareAdvantage: share('medicareAdvantage'),
    medicaid: share('medicaid'),
    commercial: share('commercial'),
    selfPay: share('selfPay'),
    other: share('other'),
  };
}
