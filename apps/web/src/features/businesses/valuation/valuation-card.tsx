import type { BusinessDetail } from '@handover/contract/businesses/businesses.ts';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import type {
  FinancingRule,
  getValuationTables,
  MarketSurvey,
} from '@handover/contract/businesses/valuation-tables.ts';
import {
  assumedScore as scoreSchema,
  valueMethods,
  type AffordabilityBody,
  type SavedMethod,
} from '@handover/contract/businesses/valuations.ts';
import { parseNumber } from '@handover/domain/numbers.ts';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement, type ReactNode } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { valuationTablesQuery } from '#shared/businesses/valuation-tables.queries.ts';
import { AffordabilityPanel } from './affordability-panel.tsx';
import { ConclusionPanel } from './conclusion-panel.tsx';
import { MarketSurveyPanel } from './market-survey-panel.tsx';
import { MethodsTable, formatPricePosition } from './methods-table.tsx';
import { SaveDialog } from './save-dialog.tsx';
import { SavedValuations } from './saved-valuations.tsx';
import { useBuyerCase } from './use-buyer-case.ts';
import styles from './valuation.module.css';

/** The recommended range of a business, its methods, what a buyer can pay, and saved valuations. For staff only. */
export default function ValuationCard({ business }: { business: BusinessDetail }): ReactElement {
  const tables = useQuery(valuationTablesQuery());
  return (
    <section className={styles['card']} aria-labelledby="valuation">
      <h2 id="valuation" className={styles['title']}>
        Valuation
      </h2>
      {tables.isPending && <ListSkeleton columns={['30%', '70%']} rows={3} rowHeight={72} />}
      {tables.data === undefined && tables.error !== null && (
        <FailedState
          title="The valuation tables could not be loaded"
          text={getErrorMessage(tables.error)}
          onRetry={() => void tables.refetch()}
        />
      )}
      {tables.data !== undefined && <Worth business={business} tables={tables.data} />}
      <SavedValuations businessId={business.id} />
      <p className={styles['legal']}>
        Ranges use published multiples and exclude real estate. They are estimates, not an appraisal or tax or
        legal advice.
      </p>
    </section>
  );
}

interface WorthProps {
  business: BusinessDetail;
  tables: ResponseOf<typeof getValuationTables>;
}

function Worth({
  business,
  tables: { multiples, marketSurvey: survey, financingRules },
}: WorthProps): ReactElement {
  const [first, ...others] = financingRules;
  const ofType = multiples.filter(({ type }) => type === business.type);
  const figures = { sde: business.sdeCents, ebitda: business.ebitdaCents, revenue: business.revenueCents };
  const worth = (score: number | null): SavedMethod[] => valueMethods({ figures, multiples: ofType, score });
  if (Object.values(figures).every((cents) => cents === null))
    return (
      <p className={styles['remark']}>
        No figures yet. Add revenue, SDE, or EBITDA to the record to see a valuation.
      </p>
    );
  return first === undefined ? (
    <Methods business={business} worth={worth} survey={survey} />
  ) : (
    <WithBuyer business={business} worth={worth} survey={survey} rules={[first, ...others]} />
  );
}

interface WithBuyerProps extends Pick<MethodsProps, 'business' | 'worth' | 'survey'> {
  rules: readonly [FinancingRule, ...FinancingRule[]];
}

function WithBuyer({ business, worth, survey, rules }: WithBuyerProps): ReactElement {
  const buyer = useBuyerCase(business, rules);
  return (
    <Methods business={business} worth={worth} survey={survey} affordability={buyer.filled?.body ?? null}>
      <details className={styles['buyer']}>
        <summary>What can a buyer pay?</summary>
        <AffordabilityPanel business={business} rules={rules} buyer={buyer} />
      </details>
    </Methods>
  );
}

interface MethodsProps {
  business: BusinessDetail;
  /** The methods with values for a readiness score. */
  worth: (score: number | null) => SavedMethod[];
  survey: MarketSurvey;
  /** A buyer's case to save with the valuation. */
  affordability?: AffordabilityBody | null;
  /** Shown between the methods and the Save button. */
  children?: ReactNode;
}

function Methods({ business, worth, survey, affordability = null, children }: MethodsProps): ReactElement {
  const [typed, setTyped] = useState('');
  const [isSaving, setSaving] = useState(false);
  const judged = parseScore(typed);
  const methods = worth(judged.score);
  const askingPriceCents = business.reducedPriceCents ?? business.askingPriceCents;
  const { inventoryCents } = business.typeFacts;
  const hasValue = methods.some(({ missing }) => missing === null);
  return (
    <>
      <ConclusionPanel
        methods={methods}
        currency={business.currency}
        askingPriceCents={askingPriceCents}
        assumedScore={judged.score}
        businessType={business.type}
        inventoryCents={typeof inventoryCents === 'number' ? inventoryCents : null}
      />
      <MarketSurveyPanel survey={survey} methods={methods} currency={business.currency} />
      <MethodsTable
        type={business.type}
        methods={methods}
        currency={business.currency}
        askingPriceCents={askingPriceCents}
        assumedScore={judged.score}
      />
      <Asked business={business} methods={methods} />
      {children}
      {business.abilities.canUpdate && hasValue && (
        <div className={styles['acts']}>
          <LabeledInput
            label="Assumed readiness score"
            hint="From 0 to 100, or leave empty"
            value={typed}
            error={judged.error}
            inputProps={{ inputMode: 'numeric', maxLength: 3 }}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button disabled={judged.error !== undefined} onClick={() => setSaving(true)}>
            Save valuation
          </Button>
        </div>
      )}
      {isSaving && (
        <SaveDialog
          business={business}
          assumedScore={judged.score}
          affordability={affordability}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  );
}

function parseScore(typed: string): { score: number | null; error?: string } {
  if (typed.trim() === '') return { score: null };
  const parsed = scoreSchema.safeParse(parseNumber(typed) ?? Number.NaN);
  return parsed.success
    ? { score: parsed.data }
    : { score: null, error: parsed.error.issues[0]?.message ?? 'From 0 to 100' };
}

function Asked({
  business: { askingPriceCents, reducedPriceCents, currency },
  methods,
}: {
  business: BusinessDetail;
  methods: readonly SavedMethod[];
}): ReactElement | null {
  const price = reducedPriceCents ?? askingPriceCents;
  if (price === null) return <p className={styles['asked']}>No asking price yet.</p>;
  const place = formatPricePosition(methods, price);
  if (place === null) return null;
  return (
    <p className={styles['asked']}>
      The {reducedPriceCents === null ? 'asking' : 'reduced'} price of{' '}
      <MoneyText isPrice amountCents={price} currency={currency} /> is {place}.
    </p>
  );
}
