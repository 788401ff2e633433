import { surveyCurrency, type MarketSurvey } from '@handover/contract/valuation-tables.ts';
import type { SavedMethod } from '@handover/contract/valuations.ts';
import { concludeValue } from '@handover/domain/valuation/conclusion.ts';
import { findMarketBand, type MarketBand } from '@handover/domain/valuation/market-bands.ts';
import { priceText } from '@handover/ui/parts/money-text.tsx';
import type { ReactElement } from 'react';
import { confidenceLabels, quarterText, timesText } from '#shared/labels/valuations.ts';
import styles from './valuation.module.css';

interface MarketOrientationProps {
  survey: MarketSurvey;
  methods: readonly SavedMethod[];
  currency: string;
}

/** What a survey says about businesses at the recommended value. It changes no figure. Nothing outside of its bands. */
export function MarketOrientation({
  survey,
  methods,
  currency,
}: MarketOrientationProps): ReactElement | null {
  const conclusion = concludeValue(methods);
  const band = conclusion === null ? null : findMarketBand(survey.bands, conclusion.valueCents);
  if (band === null || currency !== surveyCurrency) return null;
  const { source, asOf, confidence, note } = survey;
  return (
    <section className={styles['part']} aria-labelledby="market-orientation">
      <h3 id="market-orientation" className={styles['subtitle']}>
        For orientation
      </h3>
      <p className={styles['asked']}>{bandText(band)}</p>
      <p className={styles['legal']}>
        {source} · {quarterText(asOf)} · {confidenceLabels[confidence]}
        {note !== null && ` · ${note}`} · The recommended range does not use it.
      </p>
    </section>
  );
}

function bandText({ fromCents, toCents, months, sdeMultiple, ebitdaMultiple }: MarketBand): string {
  const [from, to] = [fromCents, toCents].map((cents) => priceText(cents, surveyCurrency));
  const multiples = [
    ...(sdeMultiple === null ? [] : [`${timesText(sdeMultiple)} SDE`]),
    ...(ebitdaMultiple === null ? [] : [`${timesText(ebitdaMultiple)} EBITDA`]),
  ];
  const time = `Businesses of ${String(from)} to ${String(to)}: ${String(months)} ${months === 1 ? 'month' : 'months'} on the market`;
  return multiples.length === 0 ? `${time}.` : `${time}, median multiple ${multiples.join(' and ')}.`;
}
