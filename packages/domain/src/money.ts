/** By the first letter of the unit. */
const factors: Readonly<Record<string, bigint>> = {
  '': 1n,
  k: 1_000n,
  t: 1_000n,
  m: 1_000_000n,
  b: 1_000_000_000n,
};
const form =
  /^(?<sign>-?)\$?(?<whole>\d{1,3}(?:,\d{3})+|\d+)?(?:\.(?<fraction>\d*))?(?<unit>[kmb]|thousand|million|billion)?$/i;

/**
 * Integer cents of an amount such as "1,250,000", "$1.25M", "1.25 million", "850k", or "-12.50". Null if it is not an
 * amount, has fractions of a cent, or is too large.
 */
export function parseMoney(text: string): number | null {
  const parts = form.exec(text.replace(/\s+/g, ''))?.groups;
  const whole = parts?.['whole'] ?? '';
  const fraction = (parts?.['fraction'] ?? '').replace(/0+$/, '');
  const factor = factors[(parts?.['unit'] ?? '').slice(0, 1).toLowerCase()];
  if (parts === undefined || factor === undefined || (whole === '' && !/\d/.test(parts['fraction'] ?? '')))
    return null;
  const scale = 10n ** BigInt(fraction.length);
  const scaledCents = BigInt(`${whole.replaceAll(',', '')}${fraction}`) * factor * 100n;
  if (scaledCents % scale !== 0n) return null;
  const cents = Number(scaledCents / scale);
  if (!Number.isSafeInteger(cents)) return null;
  return parts['sign'] === '-' && cents !== 0 ? -cents : cents;
}

const units: readonly (readonly [words: RegExp, unit: string])[] = [
  [/ ?(?:mm|mil|mln)$/i, 'm'],
  [/ ?bn$/i, 'b'],
];

/**
 * Integer cents of an amount as written by others: accepts what `parseMoney` does, and "$1.2MM", "(35,000)" for
 * a loss, "1,250,000 USD", and fractions of a cent, which are rounded. Null if it is not an amount.
 */
export function parseWrittenMoney(text: string): number | null {
  const bare = text
    .trim()
    .replace(/^\((.+)\)$/, '-$1')
    .replace(/ ?(?:USD|dollars)$/i, '');
  const plain = units.reduce((rest, [words, unit]) => rest.replace(words, unit), bare);
  const [, whole, fraction] = /^(.*)\.(\d{3,})$/.exec(plain) ?? [];
  if (whole === undefined || fraction === undefined) return parseMoney(plain);
  const cents = parseMoney(`${whole}.${fraction.slice(0, 2)}`);
  if (cents === null || Number(fraction[2]) < 5) return cents;
  return plain.startsWith('-') ? cents - 1 : cents + 1;
}

const amounts = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
});

/** Cents formatted for an input: "1,250,000", with decimals only if needed. */
export function formatMoneyInput(cents: number): string {
  return amounts.format(cents / 100);
}
