import { customValueOf, type CustomField, type CustomValue } from '@handover/contract/custom-fields.ts';
import { moneyInput, parseMoney } from '@handover/domain/money.ts';
import { parseNumber } from '@handover/domain/numbers.ts';
import { safeParse } from 'zod/mini';

/** A value as an input holds it; empty where there is none. */
export function typedText({ kind }: CustomField, value: CustomValue | null | undefined): string {
  if (value === null || value === undefined) return '';
  return kind === 'money' && typeof value === 'number' ? moneyInput(value) : String(value);
}

/** What was typed as the field stores it; what is no value of it stays as it is, to be refused. */
export function typedValue({ kind }: CustomField, text: string): CustomValue | null {
  const plain = text.trim();
  if (plain === '') return null;
  if (kind === 'number') return parseNumber(plain) ?? plain;
  return kind === 'money' ? (parseMoney(plain) ?? plain) : plain;
}

/** Why a field does not take a value, in words for who typed it; null where it does. */
export function problemOf(field: CustomField, value: CustomValue | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  const { success, error } = safeParse(customValueOf(field), value);
  if (success) return null;
  return typeof value === 'string' && field.kind === 'money'
    ? 'Enter an amount such as 850k or 1,250,000'
    : (error.issues[0]?.message ?? 'Not a value of this field');
}
