import { surveyCurrency, type MarketSurvey } from '@handover/contract/businesses/valuation-tables.ts';
import type { SavedMethod } from '@handover/contract/businesses/valuations.ts';
import { concludeValue } from '@handover/domain/valuation/conclusion.ts';
import { findMarketBand, type MarketBand } from '@handover/domain/valuation/market-bands.ts';
import { formatPrice } from '@handover/ui/parts/money-text.tsx';
import type { ReactElement } from 'react';
import { confidenceLabels, formatQuarter, formatMultiple } from '#shared/labels/valuations.ts';
import styles from './valuation.module.css';

interface MarketSurveyPanelProps {
  survey: MarketSurvey;
  methods: readonly SavedMethod[];
  currency: string;
}

/**
 * A survey's data on businesses at the recommended value, for information only. Renders nothing outside the survey's
 * value bands.
 */
export function MarketSurveyPanel({
  survey,
  methods,
  currency,
}: MarketSurveyPanelProps): ReactElement | null {
  const conclusion = concludeValue(methods);
  const band = conclusion === null ? null : findMarketBand(survey.bands, conclusion.valueCents);
  if (band === null || currency !== surveyCurrency) return null;
  const { source, asOf, confidence, note } = survey;
  return (
    <section className={styles['part']} aria-labelledby="market-survey">
      <h3 id="market-survey" className={styles['subtitle']}>
        Market survey
      </h3>
      <p className={styles['asked']}>{formatBand(band)}</p>
      <p className={styles['legal']}>
        {source} · {formatQuarter(asOf)} · {confidenceLabels[confidence]}
        {note !== null && ` · ${note}`} · Not included in the recommended range
      </p>
    </section>
  );
}

function formatBand({ fromCents, toCents, months, sdeMultiple, ebitdaMultiple }: MarketBand): string {
  const [from, to] = [fromCents, toCents].map((cents) => formatPrice(cents, surveyCurrency));
  const multiples = [
    ...(sdeMultiple === null ? [] : [`${formatMultiple(sdeMultiple)} SDE`]),
    ...(ebitdaMultiple === null ? [] : [`${formatMultiple(ebitdaMultiple)} EBITDA`]),
  ];
  const time = `Businesses priced from ${String(from)} to ${String(to)}: ${String(months)} ${months === 1 ? 'month' : 'months'} on the market`;
  return multiples.length === 0 ? `${time}.` : `${time}, median multiple ${multiples.join(' and ')}.`;
}
