import { customValueOf, type CustomField, type CustomValue } from '@handover/contract/custom-fields.ts';
import { parseMoney } from '@handover/domain/money.ts';
import { parseNumber } from '@handover/domain/numbers.ts';
import { safeParse } from 'zod/mini';
import { fold } from '#lib/text.ts';
import { parseDate } from './cells.ts';

export type CustomCell =
  | { readonly value: CustomValue; readonly problem: null }
  | { readonly value: null; readonly problem: string };

/** What a cell says for a field of the workspace's own, or why it says nothing that the field takes. */
export function readCustomCell(field: CustomField, text: string): CustomCell {
  const value = parse(field, text);
  if (value === null) return { value, problem: `${field.name}: “${text}” is ${expected(field)}.` };
  const result = safeParse(customValueOf(field), value);
  return result.success
    ? { value: result.data, problem: null }
    : { value: null, problem: `${field.name}: ${result.error.issues[0]?.message ?? 'not a value of it'}.` };
}

function parse({ kind, choices }: CustomField, text: string): CustomValue | null {
  if (kind === 'number') return parseNumber(text);
  if (kind === 'money') return parseMoney(text);
  if (kind === 'date') return parseDate(text);
  if (kind === 'choice') return choices.find(({ label }) => fold(label) === fold(text))?.id ?? null;
  return text;
}

const namedChoices = 6;

function expected({ kind, choices }: CustomField): string {
  if (kind === 'number') return 'not a number such as 1,250.5';
  if (kind === 'money') return 'not an amount such as $1.25M or 1,250,000';
  if (kind === 'date') return 'not a date such as 2026-01-31 or 01/31/2026';
  const labels = choices.slice(0, namedChoices).map(({ label }) => label);
  const more = choices.length > namedChoices ? ` and ${String(choices.length - namedChoices)} more` : '';
  return `none of the choices: ${labels.join(', ')}${more}`;
}
