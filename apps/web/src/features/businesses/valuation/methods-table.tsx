import { lowerFirst } from '@handover/domain/text/letter-case.ts';
import type { BusinessType } from '@handover/contract/businesses/business-list.ts';
import type { SavedMethod } from '@handover/contract/businesses/valuations.ts';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import type { ReactElement } from 'react';
import { businessTypeLabels } from '#shared/labels/businesses.ts';
import { confidenceLabels, methodLabels, formatMultipleRange } from '#shared/labels/valuations.ts';
import styles from './methods-table.module.css';
import { getPricePosition } from '@handover/domain/valuation/valuation.ts';

interface MethodsTableProps {
  type: BusinessType;
  methods: readonly SavedMethod[];
  currency: string;
  askingPriceCents: number | null;
  /** Assumed readiness score, or null. */
  assumedScore: number | null;
}

/** Methods in a table, with ranges on one scale and the asking price across them. */
export function MethodsTable({
  type,
  methods,
  currency,
  askingPriceCents,
  assumedScore,
}: MethodsTableProps): ReactElement {
  const most = Math.max(1, askingPriceCents ?? 0, ...methods.map(({ highCents }) => highCents ?? 0));
  const shareOf = (cents: number): string => `${String((100 * cents) / most)}%`;
  const columns = assumedScore === null ? 3 : 4;
  const commonOrigin = findCommonOrigin(methods);
  return (
    <div className={styles['chart']}>
      <table className={styles['table']}>
        <caption className="sr-only">Value by method, in {currency}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className={styles['name']}>Method</span>
            </th>
            <th scope="col">Low</th>
            {assumedScore !== null && <th scope="col">At readiness score {assumedScore}</th>}
            <th scope="col">High</th>
          </tr>
        </thead>
        {methods.map((method) => (
          <tbody key={method.method}>
            <tr>
              <th scope="row">
                <span className={styles['name']}>
                  {methodLabels[method.method]}
                  <Basis method={method} currency={currency} />
                </span>
              </th>
              {method.missing === null ? (
                <>
                  <Amount cents={method.lowCents} currency={currency} />
                  {assumedScore !== null && <Amount cents={method.pointCents} currency={currency} />}
                  <Amount cents={method.highCents} currency={currency} />
                </>
              ) : (
                <td colSpan={columns - 1} className={styles['missing']}>
                  {formatMissing(method, businessTypeLabels[type])}
                </td>
              )}
            </tr>
            {method.missing === null && (
              <tr>
                <td colSpan={columns} className={styles['under']}>
                  <RangeBar method={method} askingPriceCents={askingPriceCents} shareOf={shareOf} />
                  <Origin>{[commonOrigin === null ? formatOrigin(method) : null, method.note]}</Origin>
                </td>
              </tr>
            )}
          </tbody>
        ))}
      </table>
      {commonOrigin !== null && <Origin>{[`Multiples: ${commonOrigin}`]}</Origin>}
      <Legend
        hasAsking={askingPriceCents !== null}
        hasPoint={assumedScore !== null && methods.some(({ pointCents }) => pointCents !== null)}
      />
    </div>
  );
}

function Amount({ cents, currency }: { cents: number | null; currency: string }): ReactElement {
  return (
    <td>
      <MoneyText isPrice amountCents={cents === null ? null : toWhole(cents)} currency={currency} />
    </td>
  );
}

/** A value is an estimate, so showing cents would suggest false precision. */
function toWhole(cents: number): number {
  return Math.round(cents / 100) * 100;
}

/** "1.50–3.00× of $420,000". */
function Basis({ method, currency }: { method: SavedMethod; currency: string }): ReactElement | null {
  const multiple = formatMultipleRange(method);
  if (multiple === null || method.missing !== null) return null;
  return (
    <small>
      {multiple} of <MoneyText isPrice amountCents={method.metricCents} currency={currency} />
    </small>
  );
}

function Origin({ children }: { children: readonly (string | null)[] }): ReactElement | null {
  const known = children.filter((part) => part !== null);
  return known.length === 0 ? null : <p className={styles['origin']}>{known.join('\u00A0· ')}</p>;
}

function formatOrigin({ source, asOf, confidence }: SavedMethod): string {
  return `${source}\u00A0· as of ${formatDate(asOf)}\u00A0· ${confidenceLabels[confidence]}`;
}

/** The origin shared by all methods with a value, which is then shown once; null if the origins differ. */
function findCommonOrigin(methods: readonly SavedMethod[]): string | null {
  const origins = new Set(methods.filter(({ missing }) => missing === null).map(formatOrigin));
  const [first = null] = origins;
  return origins.size === 1 ? first : null;
}

interface RangeBarProps {
  method: SavedMethod;
  askingPriceCents: number | null;
  shareOf: (cents: number) => string;
}

function RangeBar({ method, askingPriceCents, shareOf }: RangeBarProps): ReactElement {
  const { lowCents, highCents, pointCents } = method;
  const low = lowCents ?? 0;
  return (
    <span className={styles['track']} aria-hidden="true">
      <span
        className={styles['range']}
        style={{ left: shareOf(low), width: shareOf((highCents ?? low) - low) }}
      />
      {pointCents !== null && <span className={styles['point']} style={{ left: shareOf(pointCents) }} />}
      {askingPriceCents !== null && (
        <span className={styles['asking']} style={{ left: shareOf(askingPriceCents) }} />
      )}
    </span>
  );
}

function Legend({ hasAsking, hasPoint }: { hasAsking: boolean; hasPoint: boolean }): ReactElement | null {
  if (!hasAsking && !hasPoint) return null;
  return (
    <p className={styles['legend']} aria-hidden="true">
      {hasAsking && (
        <span>
          <span className={styles['askingKey']} /> Asking price
        </span>
      )}
      {hasPoint && (
        <span>
          <span className={styles['pointKey']} /> At the assumed score
        </span>
      )}
    </p>
  );
}

/** Why a method gives no value. */
export function formatMissing({ method, missing }: SavedMethod, typeLabel: string): string {
  const label = methodLabels[method];
  if (missing === 'no_multiple') return `No ${lowerFirst(label)} multiple is set for ${typeLabel}.`;
  if (missing === 'no_metric') return `Add ${lowerFirst(label)} to the record.`;
  return `${label} must be above zero.`;
}

/**
 * Position of a price in a sentence: "within the range by SDE and revenue, and below it by EBITDA". Null
 * without a range.
 */
export function formatPricePosition(methods: readonly SavedMethod[], priceCents: number): string | null {
  const known = methods.flatMap(({ method, lowCents, highCents }) =>
    lowCents === null || highCents === null
      ? []
      : [
          {
            label: lowerFirst(methodLabels[method]),
            place: getPricePosition(priceCents, { lowCents, highCents }),
          },
        ],
  );
  const [first] = known;
  if (first === undefined) return null;
  const places = [...new Set(known.map(({ place }) => place))];
  const parts = places.map((place, index) => {
    const labels = known.filter((one) => one.place === place).map(({ label }) => label);
    return `${place} ${index === 0 ? 'the range' : 'it'} based on ${new Intl.ListFormat('en').format(labels)}`;
  });
  return parts.length === 1
    ? (parts[0] ?? null)
    : `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1) ?? ''}`;
}
