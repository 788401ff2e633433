import { multipleBody, type ValuationMultiple } from '@handover/contract/valuation-tables.ts';
import { parseNumber } from '@handover/domain/numbers.ts';
import { bodyResolver } from '#shared/forms/body-resolver.ts';
import type { SourceValues } from './source-fields.tsx';

/** A multiple as the form holds it: text for every input, empty where there is nothing. */
export interface MultipleValues extends SourceValues {
  low: string;
  high: string;
}

export type MultipleBody = Pick<
  ValuationMultiple,
  'low' | 'high' | 'source' | 'asOf' | 'confidence' | 'note'
>;

export function toMultipleValues({ low, high, note, ...rest }: MultipleBody): MultipleValues {
  const { source, asOf, confidence } = rest;
  return { low: textOf(low), high: textOf(high), source, asOf, confidence, note: note ?? '' };
}

/** The multiple as the contract takes it. */
export function toMultipleBody({ low, high, note, ...rest }: MultipleValues): MultipleBody {
  return { ...rest, low: numberOf(low), high: numberOf(high), note: note.trim() === '' ? null : note };
}

// Which version is sent is known where it is sent.
export const judgeMultiple = bodyResolver<MultipleValues>(multipleBody, (values) => ({
  version: 1,
  ...toMultipleBody(values),
}));

function textOf(value: number | null): string {
  return value === null ? '' : String(value);
}

function numberOf(text: string): number | null {
  return text.trim() === '' ? null : (parseNumber(text) ?? Number.NaN);
}
