import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { valuationTablesQuery } from '#shared/businesses/valuation-tables.queries.ts';
import { WorkspaceLoaded } from '../workspace/workspace-settings.tsx';
import { FinancingCard } from './financing-card.tsx';
import { businessTypes, type BusinessType } from '@handover/contract/businesses/business-list.ts';
import type { ValuationMultiple } from '@handover/contract/businesses/valuation-tables.ts';
import { valuationMethods, type ValuationMethod } from '@handover/domain/valuation/valuation.ts';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import { businessTypeLabels } from '#shared/labels/businesses.ts';
import { confidenceLabels, methodLabels, formatMultipleRange } from '#shared/labels/valuations.ts';
import { SettingsCard } from '../settings-card.tsx';
import { MarketSurveyCard } from './market-survey-card.tsx';
import { MultipleDialog } from './multiple-dialog.tsx';
import styles from './valuation.module.css';

export default function ValuationScreen(): ReactElement {
  const tables = useQuery(valuationTablesQuery());
  if (tables.isPending) return <ListSkeleton columns={['40%', '60%']} rows={11} rowHeight={48} />;
  if (tables.data === undefined)
    return (
      <FailedState
        title="The valuation tables could not be loaded"
        text={getErrorMessage(tables.error)}
        onRetry={() => void tables.refetch()}
      />
    );
  const { multiples, marketSurvey, financingRules } = tables.data;
  return (
    <>
      <MultiplesCard multiples={multiples} />
      <MarketSurveyCard survey={marketSurvey} />
      <WorkspaceLoaded>
        {({ currency }) => <FinancingCard rules={financingRules} currency={currency} />}
      </WorkspaceLoaded>
    </>
  );
}

/** A row for each business type and a column for each method. Each multiple is a button that opens its editor. */
export function MultiplesCard({ multiples }: { multiples: readonly ValuationMultiple[] }): ReactElement {
  const [edited, setEdited] = useState<ValuationMultiple | null>(null);
  return (
    <SettingsCard
      title="Multiples"
      text="Sale price as a multiple of annual SDE, EBITDA, or revenue, without real estate. Defaults come from published data, which varies. Enter your own. Saved valuations do not change."
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <div className={styles['region']} role="region" aria-label="Multiples by type" tabIndex={0}>
        <table className={styles['table']}>
          <caption className="sr-only">Multiples by type and method, with their sources</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className={styles['name']}>Type</span>
              </th>
              {valuationMethods.map((method) => (
                <th key={method} scope="col" className={styles['number']}>
                  {methodLabels[method]}
                </th>
              ))}
            </tr>
          </thead>
          {businessTypes.map((type) => (
            <TypeRows
              key={type}
              type={type}
              multiples={multiples.filter((multiple) => multiple.type === type)}
              onEdit={setEdited}
            />
          ))}
        </table>
      </div>
      {edited !== null && <MultipleDialog multiple={edited} onClose={() => setEdited(null)} />}
    </SettingsCard>
  );
}

interface TypeRowsProps {
  type: BusinessType;
  multiples: readonly ValuationMultiple[];
  onEdit: (multiple: ValuationMultiple) => void;
}

function TypeRows({ type, multiples, onEdit }: TypeRowsProps): ReactElement {
  return (
    <tbody>
      <tr>
        <th scope="row">
          <span className={styles['name']}>{businessTypeLabels[type]}</span>
        </th>
        {valuationMethods.map((method) => {
          const multiple = multiples.find((one) => one.method === method);
          return (
            <td key={method} className={styles['number']}>
              {multiple !== undefined && (
                <button
                  type="button"
                  className={styles['value']}
                  aria-label={getName(multiple)}
                  onClick={() => onEdit(multiple)}
                >
                  {formatMultipleRange(multiple) ?? '–'}
                  {!multiple.isDelivered && <small>Edited</small>}
                </button>
              )}
            </td>
          );
        })}
      </tr>
      <tr>
        <td colSpan={valuationMethods.length + 1} className={styles['source']}>
          {listSources(multiples).map((source) => (
            <p key={source}>{source}</p>
          ))}
        </td>
      </tr>
    </tbody>
  );
}

/** "Change SDE of Dental: 1.50–3.00×, edited". */
function getName(multiple: ValuationMultiple): string {
  const { type, method, isDelivered } = multiple;
  const value = formatMultipleRange(multiple) ?? 'none';
  return `Change ${methodLabels[method]} of ${businessTypeLabels[type]}: ${value}${isDelivered ? '' : ', edited'}`;
}

/** Each source once with its date and confidence, and with its methods when they differ. */
function listSources(multiples: readonly ValuationMultiple[]): string[] {
  const found = new Map<string, ValuationMethod[]>();
  for (const { source, asOf, confidence, method } of multiples) {
    const text = `${source} · as of ${formatDate(asOf)} · ${confidenceLabels[confidence]}`;
    found.set(text, [...(found.get(text) ?? []), method]);
  }
  return [...found].map(([text, methods]) =>
    found.size === 1 ? text : `${methods.map((method) => methodLabels[method]).join(', ')}: ${text}`,
  );
}
