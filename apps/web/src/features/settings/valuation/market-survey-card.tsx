import { surveyCurrency, type MarketSurvey } from '@handover/contract/businesses/valuation-tables.ts';
import { formatPrice } from '@handover/ui/parts/money-text.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { EmptyState } from '@handover/ui/states/state-panel.tsx';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { confidenceLabels, formatQuarter, formatMultiple } from '#shared/labels/valuations.ts';
import { SettingsCard } from '../settings-card.tsx';
import styles from './valuation.module.css';

const MarketSurveyDialog = lazy(() => import('./market-survey-dialog.tsx'));

/** Time on the market and multiples by price, shown next to a conclusion of value. */
export function MarketSurveyCard({ survey }: { survey: MarketSurvey }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const { bands, source, asOf, confidence, note, isDelivered } = survey;
  return (
    <SettingsCard
      title="Market survey"
      text="Median time on the market and multiple by price, in US dollars. A valuation shows the band of its recommended value. It is not part of the recommended range."
      actions={
        <Button
          variant="outlined"
          color="inherit"
          aria-label="Edit market survey"
          onClick={() => setOpen(true)}
        >
          Edit
        </Button>
      }
    >
      {bands.length === 0 ? (
        <EmptyState
          icon="solar:chart-square-bold-duotone"
          title="No price bands"
          text="Edit the survey to add one."
        />
      ) : (
        <table className={styles['table']}>
          <caption className="sr-only">Market survey by price</caption>
          <thead>
            <tr>
              <th scope="col">Price</th>
              {['Months', 'SDE', 'EBITDA'].map((name) => (
                <th key={name} scope="col" className={styles['number']}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bands.map(({ fromCents, toCents, months, sdeMultiple, ebitdaMultiple }) => (
              <tr key={fromCents}>
                <th scope="row">
                  {formatPrice(fromCents, surveyCurrency)} – {formatPrice(toCents, surveyCurrency)}
                </th>
                <td className={styles['number']}>{months}</td>
                <td className={styles['number']}>
                  {sdeMultiple === null ? '–' : formatMultiple(sdeMultiple)}
                </td>
                <td className={styles['number']}>
                  {ebitdaMultiple === null ? '–' : formatMultiple(ebitdaMultiple)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={styles['origin']}>
        {source} · {formatQuarter(asOf)} · {confidenceLabels[confidence]}
        {note !== null && ` · ${note}`} {!isDelivered && <StatusLabel tone="info">Edited</StatusLabel>}
      </p>
      <Suspense>{isOpen && <MarketSurveyDialog survey={survey} onClose={() => setOpen(false)} />}</Suspense>
    </SettingsCard>
  );
}
