import type { SavedMethod, Valuation } from '@handover/contract/businesses/valuations.ts';
import { concludeValue } from '@handover/domain/valuation/conclusion.ts';
import { valuationMethods, type ValuationMethod } from '@handover/domain/valuation/valuation.ts';
import { LabeledSelect } from '@handover/ui/forms/labeled-select.tsx';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import { getDateFormat } from '@handover/ui/parts/formats.ts';
import { useState, type ReactElement, type ReactNode } from 'react';
import { methodLabels } from '#shared/labels/valuations.ts';
import { useUser } from '#shared/session/session-context.tsx';
import styles from './compare.module.css';

interface CompareValuationsProps {
  /** Newest first, at least two. */
  valuations: readonly Valuation[];
}

/** Two saved conclusions of a business side by side, and the changes between them. */
export default function CompareValuations({ valuations }: CompareValuationsProps): ReactElement | null {
  const [ids, setIds] = useState<{ before?: string; after?: string }>({});
  const find = (id: string | undefined, index: number): Valuation | undefined =>
    valuations.find((each) => each.id === id) ?? valuations[index];
  const [before, after] = [find(ids.before, 1), find(ids.after, 0)];
  if (before === undefined || after === undefined) return null;
  return (
    <div>
      <div className={styles['choices']}>
        <Choice
          label="Earlier"
          valuations={valuations}
          value={before.id}
          onChange={(id) => setIds({ ...ids, before: id })}
        />
        <Choice
          label="Later"
          valuations={valuations}
          value={after.id}
          onChange={(id) => setIds({ ...ids, after: id })}
        />
      </div>
      <Comparison before={before} after={after} />
    </div>
  );
}

interface ChoiceProps extends CompareValuationsProps {
  label: string;
  value: string;
  onChange: (id: string) => void;
}

function Choice({ label, valuations, value, onChange }: ChoiceProps): ReactElement {
  const { timeZone } = useUser();
  const time = getDateFormat({ timeZone, dateStyle: 'medium', timeStyle: 'short' });
  return (
    <LabeledSelect label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      {valuations.map(({ id, createdAt, author }) => (
        <option key={id} value={id}>
          {time.format(new Date(createdAt))}, {author.displayName}
        </option>
      ))}
    </LabeledSelect>
  );
}

function Comparison({ before, after }: { before: Valuation; after: Valuation }): ReactElement {
  const [was, is] = [before, after].map(({ methods }) => concludeValue(methods));
  const methods = valuationMethods.filter((method) =>
    [before, after].some((valuation) => findMethod(valuation, method)?.metricCents != null),
  );
  const isSameCurrency = before.currency === after.currency;
  const money = (label: string, one: number | null | undefined, other: number | null | undefined) => (
    <Row
      key={label}
      label={label}
      before={one == null ? null : <MoneyText isPrice amountCents={one} currency={before.currency} />}
      after={other == null ? null : <MoneyText isPrice amountCents={other} currency={after.currency} />}
      change={
        one == null || other == null || !isSameCurrency ? null : (
          <Change cents={other - one} base={one} currency={after.currency} />
        )
      }
    />
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must take the focus, or the keyboard cannot scroll it
    <div className={styles['region']} role="region" aria-label="Comparison of valuations" tabIndex={0}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">Figure</th>
            <th scope="col">Earlier</th>
            <th scope="col">Later</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {money('Recommended value', was?.valueCents, is?.valueCents)}
          {money('Low end', was?.lowCents, is?.lowCents)}
          {money('High end', was?.highCents, is?.highCents)}
          {money('Asking price', before.askingPriceCents, after.askingPriceCents)}
          {methods.flatMap((method) => {
            const [one, other] = [findMethod(before, method), findMethod(after, method)];
            return [
              money(methodLabels[method], one?.metricCents, other?.metricCents),
              <Row
                key={`${method} multiple`}
                label={`${methodLabels[method]} multiple`}
                before={formatSavedMultiple(one)}
                after={formatSavedMultiple(other)}
                change={null}
              />,
            ];
          })}
          <Row
            label="Readiness score (assumed)"
            before={before.assumedScore}
            after={after.assumedScore}
            change={null}
          />
        </tbody>
      </table>
    </div>
  );
}

function findMethod({ methods }: Valuation, method: ValuationMethod): SavedMethod | undefined {
  return methods.find((each) => each.method === method);
}

function formatSavedMultiple(method: SavedMethod | undefined): string | null {
  if (method?.low == null || method.high === null) return null;
  return `${String(method.low)}–${String(method.high)}×`;
}

interface RowProps {
  label: string;
  before: ReactNode;
  after: ReactNode;
  change: ReactNode;
}

function Row({ label, before, after, change }: RowProps): ReactElement {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{before ?? '–'}</td>
      <td>{after ?? '–'}</td>
      <td>{change ?? '–'}</td>
    </tr>
  );
}

/** The difference, also as a percentage of the earlier amount. */
function Change({ cents, base, currency }: { cents: number; base: number; currency: string }): ReactElement {
  if (cents === 0) return <>No change</>;
  const share = base <= 0 ? '' : ` (${cents > 0 ? '+' : ''}${((cents / base) * 100).toFixed(1)}%)`;
  return (
    <>
      {cents > 0 && '+'}
      <MoneyText isPrice amountCents={cents} currency={currency} />
      {share}
    </>
  );
}
