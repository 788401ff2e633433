import type { ContactPoint, ContactPointKind } from '@handover/contract/customers/contact-points.ts';
import { emailKey, phoneKey } from '#lib/text.ts';
import { formatPhone, splitValues } from '#platform/records/import/cells.ts';
import type { Texts } from '#platform/records/import/read-row.ts';

/** The email addresses of a row, the main one first, each once. */
export function readEmails({ email, otherEmails }: Texts): string[] {
  const parts = [email, otherEmails].flatMap((text = '') => splitEmails(text.replace(/^mailto:/i, '')));
  return uniqueBy(parts, emailKey);
}

/** The addresses of a cell, without names and notes: "Ann Lee <ann@x.test>", "ann@x.test (work)". */
function splitEmails(text: string): string[] {
  const inBrackets = [...text.matchAll(/<([^<>\s]+@[^<>\s]+)>/g)].flatMap(([, address = '']) => address);
  if (inBrackets.length > 0 && inBrackets.length === text.split('@').length - 1) return inBrackets;
  return splitValues(text.replaceAll(/ \([^()@]*\)/g, '')).flatMap((part) => part.split(' '));
}

type Phones = { readonly phone?: string; readonly otherPhones?: readonly Point[] };

/** The phone numbers of a row, each once. */
export function readPhones({ phone: text, otherPhones = '' }: Texts): Phones {
  const [phone, ...more] = text === undefined ? [] : splitPhones(text).map(formatPhone);
  const main = phone === undefined ? null : phoneKey(phone);
  const points = toPoints('phone', [...more, ...splitValues(otherPhones)]);
  const others = uniqueBy(points, ({ value }) => phoneKey(value) ?? value);
  return { phone, otherPhones: emptyToUndefined(others.filter(({ value }) => phoneKey(value) !== main)) };
}

/** Two numbers in a cell, unless a part is too short for one, such as an extension. */
function splitPhones(text: string): string[] {
  const parts = text.split(/ ::: | \/ |[;|]/).map((part) => part.trim());
  return parts.every((part) => part.replaceAll(/\D/g, '').length >= 7) ? parts : [text];
}

/** The tags of a row, without the asterisks of Google Contacts and the quotes of Mailchimp. */
export function readTags({ tags = '' }: Texts): string[] {
  return [...new Set(splitValues(tags).map((tag) => tag.replaceAll(/^\* |^"|"$/g, '')))];
}

/** The addresses of a row besides the main address. Addresses themselves contain commas. */
export function readOtherAddresses(
  { otherAddresses = '' }: Texts,
  second: string | null,
): readonly Point[] | undefined {
  const listed = toPoints('address', otherAddresses.split(';'));
  return emptyToUndefined(
    second === null ? listed : [...listed, { kind: 'address', label: '', value: second }],
  );
}

export function showPoints(points: readonly ContactPoint[] = []): string {
  return points.map(({ label, value }) => (label === '' ? value : `${label}: ${value}`)).join('; ');
}

type Point = { readonly kind: ContactPointKind; readonly label: string; readonly value: string };

/** Further phones or addresses, as `Cell: (308) 865-2512` or without a label. */
function toPoints(kind: ContactPointKind, parts: readonly string[]): Point[] {
  return parts.flatMap((part) => {
    const [, label = '', value = part] = /^\s*(\p{L}[^:]{0,39}): (.+)$/u.exec(part) ?? [];
    const plain = value.trim();
    return plain === '' ? [] : [{ kind, label, value: kind === 'phone' ? formatPhone(plain) : plain }];
  });
}

function uniqueBy<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const byKey = new Map<string, T>();
  for (const item of items) if (!byKey.has(keyOf(item))) byKey.set(keyOf(item), item);
  return [...byKey.values()];
}

function emptyToUndefined<T>(items: readonly T[]): readonly T[] | undefined {
  return items.length === 0 ? undefined : items;
}
