import type { SavedMethod } from '@handover/contract/valuations.ts';
import { placeOf } from '@handover/domain/valuation/valuation.ts';
import { methodLabels } from '#shared/labels/valuations.ts';

/** Why a method gives no value. */
export function missingText({ method, missing }: SavedMethod, typeLabel: string): string {
  const label = methodLabels[method];
  if (missing === 'no_multiple')
    return `The tables have no multiple of ${inSentence(label)} for ${typeLabel}.`;
  if (missing === 'no_metric') return `The record has no ${inSentence(label)} yet.`;
  return `${label} must be above zero.`;
}

/**
 * Position of a price in a sentence: "within the range by SDE and revenue, and below it by EBITDA". Null
 * without a range.
 */
export function placeText(methods: readonly SavedMethod[], priceCents: number): string | null {
  const known = methods.flatMap(({ method, lowCents, highCents }) =>
    lowCents === null || highCents === null
      ? []
      : [{ label: inSentence(methodLabels[method]), place: placeOf(priceCents, { lowCents, highCents }) }],
  );
  const [first] = known;
  if (first === undefined) return null;
  const places = [...new Set(known.map(({ place }) => place))];
  const parts = places.map((place, index) => {
    const labels = known.filter((one) => one.place === place).map(({ label }) => label);
    return `${place} ${index === 0 ? 'the range' : 'it'} by ${new Intl.ListFormat('en').format(labels)}`;
  });
  return parts.length === 1
    ? (parts[0] ?? null)
    : `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1) ?? ''}`;
}

/** "revenue" of "Revenue"; abbreviations stay. */
function inSentence(label: string): string {
  return label === label.toUpperCase() ? label : label.toLowerCase();
}
