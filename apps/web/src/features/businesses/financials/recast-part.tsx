import type { BusinessDetail } from '@handover/contract/businesses/businesses.ts';
import {
  acceptRecast,
  averageRecasts,
  type Financials,
  type RecastFigures,
  type RecastYear,
  type RecastYears,
} from '@handover/contract/businesses/financials.ts';
import { toCalendarDate } from '@handover/domain/local-time.ts';
import { recastSteps } from '@handover/domain/recast/recast.ts';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { Fragment, useState, type ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { useUser } from '#shared/session/session-context.tsx';
import { Amount, formatAmount, FigureTable } from './figure-table.tsx';
import { formatBasis, stepLabels } from './financial-labels.ts';
import { useFinancialsChange } from './financials.queries.ts';
import styles from './financials.module.css';

interface RecastPartProps {
  business: BusinessDetail;
  financials: Financials;
  recasts: readonly RecastYear[];
}

/** From net income to SDE and adjusted EBITDA, year by year, and the figures that the record uses. */
export function RecastPart({ business, financials, recasts }: RecastPartProps): ReactElement {
  return (
    <section className={styles['part']} aria-label="Recast">
      <div className={styles['top']}>
        <h2 className={styles['title']}>Recast</h2>
      </div>
      {recasts.length === 0 ? (
        <p className={styles['remark']}>
          A recast needs a full year: one column for the year, or all of its twelve months.
        </p>
      ) : (
        <>
          <RecastTable currency={business.currency} recasts={recasts} />
          <SecondOwnerCaution business={business} recasts={recasts} />
          <OwnerCaution recasts={recasts} />
          <OpenYearCaution recasts={recasts} />
          {recasts.map(({ basis, lastMonth, hasHighAddBacks, addBackShare }) =>
            hasHighAddBacks ? (
              <Alert key={basis} severity="warning">
                Add-backs of {formatBasis(basis, lastMonth)} are{' '}
                {addBackShare === null ? 'above' : `${(addBackShare / 100).toFixed(1)}% of`} SDE. Lenders
                question more than 25%.
              </Alert>
            ) : null,
          )}
          <Accepted business={business} financials={financials} recasts={recasts} />
        </>
      )}
    </section>
  );
}

/** SDE adds back the pay of one owner; that of others may be booked as the owner’s pay, too. */
function SecondOwnerCaution({
  business: { owners },
  recasts,
}: Pick<RecastPartProps, 'business' | 'recasts'>): ReactElement | null {
  const names = recasts
    .filter(({ lines, sdeSteps }) => (lines.ownerPay ?? 0) > 0 && sdeSteps.second_owner === undefined)
    .map(({ basis, lastMonth }) => formatBasis(basis, lastMonth));
  if (owners.length < 2 || names.length === 0) return null;
  return (
    <Alert severity="info">
      This business has {owners.length} owners, and SDE adds back the pay of only one. Check that the owner’s
      pay of {new Intl.ListFormat('en').format(names)} is that of one owner; enter the pay of the others as
      other payroll.
    </Alert>
  );
}

/** The years whose adjusted EBITDA is not brought to market. */
function OwnerCaution({ recasts }: Pick<RecastPartProps, 'recasts'>): ReactElement | null {
  const names = recasts
    .filter(({ isOwnerReplaced }) => !isOwnerReplaced)
    .map(({ basis, lastMonth }) => formatBasis(basis, lastMonth));
  if (names.length === 0) return null;
  return (
    <Alert severity="warning">
      Adjusted EBITDA of {new Intl.ListFormat('en').format(names)} still has the owner’s pay as booked. Add an
      owner replacement cost.
    </Alert>
  );
}

/** The year entered as a whole that has not ended: its column may be year to date. */
function OpenYearCaution({ recasts }: Pick<RecastPartProps, 'recasts'>): ReactElement | null {
  const thisYear = Number(useUser().today.slice(0, 4));
  const open = recasts.find(
    ({ basis, lastMonth }) => basis !== 'ttm' && basis >= thisYear && lastMonth === null,
  );
  if (open === undefined) return null;
  return (
    <Alert severity="warning">
      {open.basis} is not over. Enter it by month unless it is a full fiscal year.
    </Alert>
  );
}

/** From net income to EBITDA, and from there to SDE and to adjusted EBITDA; each part adds up. */
function RecastTable({
  currency,
  recasts,
}: Pick<RecastPartProps, 'recasts'> & { currency: string }): ReactElement {
  const row = (
    label: string,
    valueOf: (year: RecastYear) => number | null,
    kind: 'total' | 'minor' = 'minor',
  ): ReactElement => (
    <tr className={styles[kind]}>
      <th scope="row">{label}</th>
      {recasts.map((year) => (
        <Amount key={year.basis} cents={valueOf(year)} />
      ))}
    </tr>
  );
  const steps = (kind: 'sdeSteps' | 'adjustedSteps'): ReactElement[] =>
    recastSteps
      .filter((step) => recasts.some((year) => year[kind][step] !== undefined))
      .map((step) => (
        <Fragment key={step}>{row(stepLabels[step], (year) => year[kind][step] ?? 0)}</Fragment>
      ));
  return (
    <FigureTable
      caption={`Recast, in ${currency}`}
      columns={recasts.map(({ basis, lastMonth }) => formatBasis(basis, lastMonth))}
    >
      {row('Net income', ({ netIncomeCents }) => netIncomeCents, 'total')}
      {row('Interest', ({ lines }) => lines.interest ?? 0)}
      {row('Income tax', ({ lines }) => lines.incomeTax ?? 0)}
      {row('Depreciation', ({ lines }) => lines.depreciation ?? 0)}
      {row('Amortization', ({ lines }) => lines.amortization ?? 0)}
      {row('EBITDA', ({ ebitdaCents }) => ebitdaCents, 'total')}
      {steps('sdeSteps')}
      {row('SDE', ({ sdeCents }) => sdeCents, 'total')}
      {row('EBITDA', ({ ebitdaCents }) => ebitdaCents)}
      {steps('adjustedSteps')}
      {row('Adjusted EBITDA', ({ adjustedEbitdaCents }) => adjustedEbitdaCents, 'total')}
    </FigureTable>
  );
}

function Accepted({ business, financials, recasts }: RecastPartProps): ReactElement {
  const choices = listChoices(recasts);
  const [chosen, setChosen] = useState(0);
  const years = choices[chosen]?.years ?? choices[0]?.years ?? [];
  const figures = averageRecasts(recasts, years);
  const { run, isPending } = useFinancialsChange({
    businessId: business.id,
    act: (shown: RecastFigures) =>
      send(acceptRecast, {
        params: { id: business.id },
        body: { version: business.version, years, ...shown },
      }),
    done: 'Recast figures saved to the business',
  });
  return (
    <>
      <AcceptedNotice business={business} financials={financials} recasts={recasts} />
      {business.abilities.canUpdate && (
        <div className={styles['accept']}>
          <LabeledSelect
            label="Figures to use"
            value={chosen}
            onChange={({ target }) => setChosen(Number(target.value))}
          >
            {choices.map(({ label }, index) => (
              <option key={label} value={index}>
                {label}
              </option>
            ))}
          </LabeledSelect>
          <Button
            loading={isPending}
            disabled={figures === null}
            onClick={() => figures !== null && run(figures)}
          >
            Use these figures
          </Button>
          {figures !== null && (
            <p className={styles['remark']}>
              Revenue {formatAmount(figures.revenueCents)} · SDE {formatAmount(figures.sdeCents)} · Adjusted
              EBITDA {formatAmount(figures.ebitdaCents)}
            </p>
          )}
        </div>
      )}
    </>
  );
}

/** The source of the record's figures, and whether they or the recast were changed since. */
function AcceptedNotice({
  business,
  financials: { acceptedRecast: accepted },
  recasts,
}: RecastPartProps): ReactElement {
  const { timeZone } = useUser();
  if (accepted === null)
    return (
      <p className={styles['remark']}>
        The record’s revenue, SDE, and adjusted EBITDA were entered by hand. Use the recast to replace them.
      </p>
    );
  const years = accepted.years.map(({ basis }) => formatBasis(basis, null));
  const text = `${new Intl.ListFormat('en').format(years)}, accepted by ${accepted.acceptedBy.displayName} on ${formatDate(toCalendarDate(new Date(accepted.acceptedAt), timeZone))}`;
  if (!hasSameFigures(business, accepted))
    return <Alert severity="warning">The record’s figures differ from the recast of {text}.</Alert>;
  return hasSameFigures(averageRecasts(recasts, accepted.years), accepted) ? (
    <p className={styles['remark']}>The record uses the recast of {text}.</p>
  ) : (
    <Alert severity="warning">
      The recast has changed. The record still uses the earlier figures of {text}.
    </Alert>
  );
}

function hasSameFigures(
  one: Pick<BusinessDetail, keyof RecastFigures> | null,
  other: RecastFigures,
): boolean {
  return (
    one?.revenueCents === other.revenueCents &&
    one.sdeCents === other.sdeCents &&
    one.ebitdaCents === other.ebitdaCents
  );
}

/** Each year, and the weighted averages of the last two and three calendar years. */
function listChoices(recasts: readonly RecastYear[]): { label: string; years: RecastYears }[] {
  const single = recasts.map(({ basis, lastMonth }) => ({
    label: formatBasis(basis, lastMonth),
    years: [{ basis, weight: 1 }],
  }));
  const calendar = recasts.filter(({ basis }) => basis !== 'ttm');
  const averages = [3, 2]
    .filter((count) => calendar.length >= count)
    .map((count) => ({
      label: `Average of ${String(count)} years, weighted ${count === 3 ? '3-2-1' : '2-1'}`,
      years: calendar.slice(0, count).map(({ basis }, index) => ({ basis, weight: count - index })),
    }));
  return [...single, ...averages];
}
