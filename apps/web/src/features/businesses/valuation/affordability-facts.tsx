import type { SavedAffordability } from '@handover/contract/businesses/valuations.ts';
import type { AffordabilityLimit } from '@handover/domain/valuation/financing.ts';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import type { ReactElement, ReactNode } from 'react';
import styles from './affordability.module.css';
import { formatPercent } from '#shared/labels/valuations.ts';

type Fact = readonly [name: string, value: ReactNode];

interface AffordabilityFactsProps {
  affordability: SavedAffordability;
  currency: string;
  askingPriceCents: number | null;
  /** Whether screen readers announce changes of the price. */
  isLive?: boolean;
}

/** The price that a buyer can pay, compared with the asking price, and the calculation. */
export function AffordabilityFacts({
  affordability,
  currency,
  askingPriceCents,
  isLive = false,
}: AffordabilityFactsProps): ReactElement {
  const { result } = affordability;
  const money = (cents: number): ReactElement => (
    <MoneyText isPrice amountCents={Math.floor(cents / 100) * 100} currency={currency} />
  );
  const facts: Fact[] = [
    ['Cash available for debt service', money(result.cashFlowCents)],
    [`Debt service at DSCR ${affordability.dscr.toFixed(2)}`, money(result.debtServiceCents)],
    ['Maximum loan', money(result.loanCents)],
    ...(result.usedLoanCents === result.loanCents
      ? []
      : [['Loan amount', money(result.usedLoanCents)] as const]),
    [
      'Monthly payment',
      <MoneyText key="payment" amountCents={result.monthlyPaymentCents} currency={currency} />,
    ],
    ['Total project cost', money(result.projectCents)],
  ];
  return (
    <>
      <p className={styles['price']} {...(isLive && { role: 'status' })}>
        The buyer can pay <strong>{money(result.priceCents)}</strong>
      </p>
      {askingPriceCents !== null && (
        <p>{renderDistance(result.priceCents - askingPriceCents, (cents) => money(cents))}</p>
      )}
      <Facts facts={facts} />
      <p className={styles['remark']}>
        {formatLimit(result.limit, affordability)} {affordability.ruleName}, {String(affordability.months)}{' '}
        months at {formatPercent(affordability.ratePercent)}.
      </p>
    </>
  );
}

/** Assumptions of a saved case, without empty ones. */
export function AssumedFacts({
  affordability: assumed,
  currency,
}: Pick<AffordabilityFactsProps, 'affordability' | 'currency'>): ReactElement {
  const amounts = [
    ...(assumed.basis === 'sde'
      ? ([
          ['SDE', assumed.sdeCents ?? 0],
          ['Replacement salary', assumed.replacementSalaryCents],
        ] as const)
      : ([['Adjusted EBITDA', assumed.ebitdaCents ?? 0]] as const)),
    ['Capex', assumed.capexCents],
    ['Buyer’s cash', assumed.cashCents],
    [assumed.isNoteOnStandby ? 'Seller note on full standby' : 'Seller note', assumed.sellerNoteCents],
    ['Annual note payments', assumed.notePaymentsCents],
    ['Closing costs', assumed.closingCostsCents],
    ['Working capital', assumed.workingCapitalCents],
  ] as const;
  return (
    <Facts
      facts={amounts
        .filter(([, cents]) => cents !== 0)
        .map(([name, cents]) => [
          name,
          <MoneyText key={name} isPrice amountCents={cents} currency={currency} />,
        ])}
    />
  );
}

function Facts({ facts }: { facts: readonly Fact[] }): ReactElement {
  return (
    <dl className={styles['facts']}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function renderDistance(cents: number, money: (cents: number) => ReactElement): ReactElement {
  if (Math.abs(cents) < 100) return <>That is the asking price.</>;
  return (
    <>
      That is {money(Math.abs(cents))} {cents < 0 ? 'below' : 'above'} the asking price.
    </>
  );
}

function formatLimit(limit: AffordabilityLimit, { minInjectionPercent }: SavedAffordability): string {
  const words = {
    no_cash_flow: 'No cash flow is left for a loan.',
    note_payments: 'The cash flow does not cover the payments on the seller note, so only cash counts.',
    cash_flow: 'Cash flow limits the price.',
    max_loan: 'The financing rule’s maximum loan limits the price.',
    injection: `The equity injection of ${formatPercent(minInjectionPercent)} limits the price.`,
    cash: 'The buyer’s cash limits the price: the seller note can cover only part of the equity injection.',
  } as const satisfies Record<AffordabilityLimit, string>;
  return words[limit];
}
