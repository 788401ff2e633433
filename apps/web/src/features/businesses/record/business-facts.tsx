import type { BusinessDetail } from '@handover/contract/businesses.ts';
import type { ReactElement, ReactNode } from 'react';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import { dateText } from '@handover/ui/parts/time-text.ts';
import { businessFieldLabels as labels } from '#shared/labels/businesses.ts';
import styles from './business-facts.module.css';

const identifiers = ['npi', 'ein', 'ccn', 'clia', 'dea'] as const;

/** Figures, premises and identifiers of a business, beside its history. */
export function BusinessFacts({ business }: { business: BusinessDetail }): ReactElement {
  const { currency, askingPriceCents, reducedPriceCents, sdeCents } = business;
  const price = reducedPriceCents ?? askingPriceCents;
  const multiple = price === null || sdeCents === null || sdeCents <= 0 ? null : price / sdeCents;
  const known = identifiers.filter((name) => business[name] !== null);
  const money = (amountCents: number | null): ReactNode =>
    amountCents === null ? null : <MoneyText isPrice amountCents={amountCents} currency={currency} />;
  return (
    <div className={styles['rail']}>
      <Panel title="Figures">
        <Facts
          isMoney
          nothing="No figures yet"
          facts={[
            [labels.askingPriceCents, money(askingPriceCents)],
            [labels.reducedPriceCents, money(reducedPriceCents)],
            [labels.revenueCents, money(business.revenueCents)],
            [labels.sdeCents, money(sdeCents)],
            [labels.ebitdaCents, money(business.ebitdaCents)],
            ['Price ÷ SDE', multiple === null ? null : `${multiple.toFixed(2)}×`],
          ]}
        />
      </Panel>
      <Panel title="Listing and premises">
        <Facts
          nothing="Nothing yet"
          facts={[
            [labels.publicTitle, business.publicTitle],
            [labels.listingNumber, business.listingNumber],
            [labels.city, [business.city, business.region].filter(Boolean).join(', ') || null],
            [labels.leaseEnd, business.leaseEnd === null ? null : dateText(business.leaseEnd)],
          ]}
        />
      </Panel>
      {known.length > 0 && (
        <Panel title="Identifiers">
          <Facts nothing="" facts={known.map((name) => [labels[name], business[name]])} />
        </Panel>
      )}
    </div>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <section className={styles['panel']}>
      <h2 className={styles['title']}>{title}</h2>
      {children}
    </section>
  );
}

interface FactsProps {
  facts: readonly (readonly [string, ReactNode])[];
  /** What stands there without any. */
  nothing: string;
  isMoney?: boolean;
}

function Facts({ facts, nothing, isMoney = false }: FactsProps): ReactElement {
  const known = facts.filter(([, value]) => value !== null);
  if (known.length === 0) return <p className={styles['nothing']}>{nothing}</p>;
  return (
    <dl className={isMoney ? styles['money'] : styles['facts']}>
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
