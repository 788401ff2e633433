import type { BusinessType } from '@handover/contract/businesses/business-list.ts';
import type { SavedMethod } from '@handover/contract/businesses/valuations.ts';
import {
  cautionTexts,
  formatInventory,
  formatStep,
} from '@handover/contract/businesses/valuation-conclusion.ts';
import {
  concludeValue,
  earningsChanges,
  multipleChanges,
  calculateSensitivity,
  type Conclusion,
} from '@handover/domain/valuation/conclusion.ts';
import { getPricePosition } from '@handover/domain/valuation/valuation.ts';
import { MoneyText, formatPrice } from '@handover/ui/parts/money-text.tsx';
import type { ReactElement } from 'react';
import { formatMultiple, methodLabels } from '#shared/labels/valuations.ts';
import styles from './conclusion.module.css';

interface ConclusionPanelProps {
  methods: readonly SavedMethod[];
  currency: string;
  askingPriceCents: number | null;
  /** Assumed readiness score, or null. */
  assumedScore: number | null;
  businessType: BusinessType;
  /** At cost; null if not recorded. */
  inventoryCents: number | null;
}

/**
 * The recommended range with the factors that moved it, and its sensitivity to earnings and multiple. Renders nothing
 * without a value.
 */
export function ConclusionPanel({
  methods,
  currency,
  askingPriceCents,
  assumedScore,
  ...stock
}: ConclusionPanelProps): ReactElement | null {
  const conclusion = concludeValue(methods);
  if (conclusion === null) return null;
  const { lowCents, highCents, valueCents, cautions } = conclusion;
  const inventory = formatInventory(stock, (cents) => formatPrice(cents, currency));
  return (
    <div className={styles['panel']}>
      <h3 className={styles['title']}>Recommended range</h3>
      <p className={styles['range']}>
        <Amount cents={lowCents} currency={currency} /> – <Amount cents={highCents} currency={currency} />
      </p>
      <p>
        Recommended value <Amount cents={valueCents} currency={currency} />
        {assumedScore === null
          ? ', the middle of the range.'
          : `, at an assumed readiness score of ${String(assumedScore)}.`}
        {askingPriceCents !== null &&
          ` The asking price is ${getPricePosition(askingPriceCents, conclusion)} the range.`}
      </p>
      {inventory !== null && <p>{inventory}</p>}
      {cautions.length > 0 && (
        <ul className={styles['cautions']}>
          {cautions.map((caution) => (
            <li key={caution}>{cautionTexts[caution]}</li>
          ))}
        </ul>
      )}
      <Waterfall conclusion={conclusion} currency={currency} assumedScore={assumedScore} />
      <Sensitivity conclusion={conclusion} methods={methods} currency={currency} />
    </div>
  );
}

function Waterfall({
  conclusion: { waterfall, valueCents, methods },
  currency,
  assumedScore,
}: { conclusion: Conclusion } & Pick<ConclusionPanelProps, 'currency' | 'assumedScore'>): ReactElement {
  const bars = waterfall.map((step, index) => {
    const before = waterfall.slice(0, index).reduce((sum, { cents }) => sum + cents, 0);
    return {
      ...step,
      from: Math.min(before, before + step.cents),
      to: Math.max(before, before + step.cents),
    };
  });
  const most = Math.max(1, ...bars.map(({ to }) => to));
  return (
    <div>
      <h4 className={styles['subtitle']}>How we arrived at this value</h4>
      <ol className={styles['waterfall']}>
        {bars.map(({ kind, method, cents, from, to }) => (
          <li key={method ?? kind}>
            <span>{formatStep({ kind, method, assumedScore, methods })}</span>
            <span className={styles['track']}>
              <span
                className={styles[kind === 'start' ? 'start' : cents < 0 ? 'down' : 'up']}
                style={{
                  insetInlineStart: `${String((100 * from) / most)}%`,
                  width: `${String((100 * (to - from)) / most)}%`,
                }}
              />
            </span>
            <span className={styles['amount']}>
              {kind !== 'start' && cents > 0 && '+'}
              <Amount cents={cents} currency={currency} />
            </span>
          </li>
        ))}
        <li className={styles['total']}>
          <span>Recommended value</span>
          <span className={styles['track']}>
            <span className={styles['start']} style={{ width: `${String((100 * valueCents) / most)}%` }} />
          </span>
          <span className={styles['amount']}>
            <Amount cents={valueCents} currency={currency} />
          </span>
        </li>
      </ol>
    </div>
  );
}

function Sensitivity({
  conclusion,
  methods,
  currency,
}: { conclusion: Conclusion } & Pick<ConclusionPanelProps, 'methods' | 'currency'>): ReactElement | null {
  const [main] = conclusion.methods;
  const basis = methods.find(({ method }) => method === main?.method);
  if (basis?.metricCents == null || basis.low === null || basis.high === null) return null;
  const multiple = Math.round(((basis.low + basis.high) / 2) * 1000) / 1000;
  const grid = calculateSensitivity(basis.metricCents, multiple);
  const label = methodLabels[basis.method];
  return (
    <details className={styles['details']}>
      <summary>How the value changes with {label} and multiple</summary>
      <div className={styles['scroll']}>
        <table className={styles['grid']}>
          <caption className="sr-only">
            Value at different {label} amounts and multiples, in {currency}
          </caption>
          <thead>
            <tr>
              <th scope="col">{label}</th>
              {multipleChanges.map((turns) => (
                <th key={turns} scope="col">
                  {formatMultiple(Math.max(0, multiple + turns))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {earningsChanges.map((percent, row) => (
              <tr key={percent}>
                <th scope="row">
                  {percent === 0 ? 'As recorded' : `${percent > 0 ? '+' : '−'}${String(Math.abs(percent))}%`}
                </th>
                {grid[row]?.map((cents, column) => (
                  <td
                    key={column}
                    className={percent === 0 && multipleChanges[column] === 0 ? styles['here'] : ''}
                  >
                    <Amount cents={cents} currency={currency} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** A value is an estimate, so showing cents would suggest false precision. */
function Amount({ cents, currency }: { cents: number; currency: string }): ReactElement {
  return <MoneyText isPrice amountCents={Math.round(cents / 100) * 100} currency={currency} />;
}
