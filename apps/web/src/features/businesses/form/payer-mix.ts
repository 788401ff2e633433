import {
  payerKeys,
  payers,
  type Payer,
  type PayerMix,
} from '@handover/contract/businesses/business-facts.ts';
import { parseNumber } from '@handover/domain/numbers.ts';

export type MixTexts = Readonly<Record<Payer, string>>;

const noShares: MixTexts = {
  medicare: '',
  medicareAdvantage: '',
  medicaid: '',
  commercial: '',
  selfPay: '',
  other: '',
};

/** The payer mix as text in its inputs. */
export function readMix(mix: PayerMix | null): MixTexts {
  if (mix === null) return noShares;
  return withPayers((payer) => String(mix[payer]));
}

/** Reads the payer mix from the form; a draft may contain anything. */
export function toMixTexts(value: unknown): MixTexts {
  if (typeof value !== 'object' || value === null) return noShares;
  const texts: unknown[] = payerKeys.map((payer): unknown => Reflect.get(value, payer));
  return withPayers((_payer, index) => {
    const text = texts[index];
    return typeof text === 'string' ? text : '';
  });
}

/** The payer mix as the contract's input; null if all shares are empty. Text that is not a number is passed on. */
export function writeMix(value: unknown): Readonly<Record<Payer, unknown>> | null {
  const texts = toMixTexts(value);
  if (payerKeys.every((payer) => texts[payer].trim() === '')) return null;
  return withPayers((payer) => parseShare(texts[payer]));
}

export function parseShare(text: string): number | string {
  const plain = text.replace(/\s*%\s*$/, '').trim();
  return plain === '' ? 0 : (parseNumber(plain) ?? text);
}

/** The payers with a share, such as "Medicare 62%, Self-pay 38%". */
export function formatMix(value: unknown): string {
  const texts = toMixTexts(value);
  return payerKeys
    .filter((payer) => !['', '0'].includes(texts[payer].trim()))
    .map((payer) => `${payers[payer]} ${texts[payer].trim()}%`)
    .join(', ');
}

function withPayers<T>(valueOf: (payer: Payer, index: number) => T): Record<Payer, T> {
  return {
    medicare: valueOf('medicare', 0),
    medicareAdvantage: valueOf('medicareAdvantage', 1),
    medicaid: valueOf('medicaid', 2),
    commercial: valueOf('commercial', 3),
    selfPay: valueOf('selfPay', 4),
    other: valueOf('other', 5),
  };
}
