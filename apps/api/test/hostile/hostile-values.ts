import type { Random } from '#workflows/sample-data/random.ts';

/** Values that have broken other servers: types, sizes, encodings, syntax of what lies behind. */
export const hostileValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\uD800',
  '\uDFFF\uD800',
  '\u202Eevil',
  '\uFEFF',
  '👩🏽‍⚕️'.repeat(50),
  "' OR 1=1 --",
  '"; DROP TABLE customers; --',
  '$(touch /x)',
  '{{7*7}}',
  '${7*7}',
  '%00',
  '%',
  '_',
  '\\',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  'x'.repeat(301),
  'x'.repeat(70_000),
  '\n'.repeat(1000),
  '2026-02-30',
  '2026-13-01',
  '0000-00-00',
  '9999-12-31T23:59:59Z',
  '275760-09-13T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '1e400',
  'NaN',
  'Infinity',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '=1+1',
  'a@b',
  'a@b.c\r\nBcc: x@y.z',
  '"a b"@c.d',
  [],
  [[]],
  [null],
  {},
  { __proto__: null, constructor: { prototype: 1 } },
  { toString: 1 },
  { length: 1e9 },
  Array.from({ length: 500 }, () => 'x'),
  { a: { b: { c: { d: { e: {} } } } } },
];

type Json = Record<string, unknown>;

/** A copy of a valid body with one to three things wrong: a field replaced, removed, or added. */
export function spoil(body: unknown, random: Random): unknown {
  if (random.chance(0.1)) return random.pick(hostileValues);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return random.pick(hostileValues);
  const spoilt: Json = structuredClone(body) as Json;
  for (let change = 0; change <= random.below(3); change += 1) {
    const keys = Object.keys(spoilt);
    const key =
      keys.length === 0 || random.chance(0.15)
        ? random.pick(['__proto__', 'constructor', 'extra', 'workspaceId', 'id', 'role', ''])
        : random.pick(keys);
    if (random.chance(0.15)) delete spoilt[key];
    else
      Object.defineProperty(spoilt, key, {
        value: random.pick(hostileValues),
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
  return spoilt;
}

/** A path with one of its segments or its query spoilt. */
export function spoilPath(path: string, random: Random): string {
  const [route = '', query = ''] = path.split('?');
  const value = encodeURIComponent(toText(random.pick(hostileValues)).slice(0, 1500));
  if (random.chance(0.5))
    return `${route.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[A-Za-z0-9_-]{43}/, value === '' ? 'x' : value)}${query === '' ? '' : `?${query}`}`;
  const names = [
    'q',
    'sort',
    'limit',
    'cursor',
    'status',
    'tagId',
    'brokerId',
    'joinedFrom',
    'type',
    'name',
    'kind',
    'deleted',
    'unread',
    'extra',
  ];
  return `${route}?${random.pick(names)}=${value}&${random.pick(names)}=${value}`;
}

/** A value as text that can be sent. */
export function toText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
  // encodeURIComponent refuses lone surrogates; a client could not send them either.
  return text.toWellFormed();
}
