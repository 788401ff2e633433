import { parseNumber } from '@handover/domain/numbers.ts';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import InputAdornment from '@mui/material/InputAdornment';
import { useState, type ReactElement } from 'react';
import styles from './offers.module.css';

const defaultRate = '10';

interface Rate {
  text: string;
  setText: (text: string) => void;
  /** Per year; null if the text is not a percentage from 0 to 100. */
  basisPoints: number | null;
}

/** The rate at which later payments of offers are discounted. */
export function useDiscountRate(): Rate {
  const [text, setText] = useState(defaultRate);
  return { text, setText, basisPoints: parseBasisPoints(text) };
}

function parseBasisPoints(text: string): number | null {
  const percent = parseNumber(text.replace('%', ''));
  return percent === null || percent < 0 || percent > 100 ? null : Math.round(percent * 100);
}

export function DiscountRate({ rate }: { rate: Rate }): ReactElement {
  return (
    <div className={styles['rate']}>
      <LabeledInput
        label="Discount rate"
        hint="Used to compare offers: discounts later payments to today’s value."
        size="small"
        error={rate.basisPoints === null ? 'Enter a percentage from 0 to 100.' : undefined}
        value={rate.text}
        inputMode="decimal"
        autoComplete="off"
        endAdornment={<InputAdornment position="end">%</InputAdornment>}
        onChange={({ target }) => rate.setText(target.value)}
      />
    </div>
  );
}
