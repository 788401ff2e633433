import * as z from 'zod/mini';

// zod/mini ships without messages; loading the locale gives every error a readable message. Forms pass text that is
// not a number as NaN.
const { localeError } = z.locales.en();
z.config({
  localeError: (issue) => (Number.isNaN(issue.input) ? 'Enter a number' : localeError?.(issue)),
});

export const id = z.uuid();
export const timestamp = z.iso.datetime();
/** A calendar date `YYYY-MM-DD`. It has no time zone, so it never shifts by a day. */
export const calendarDate = z.iso.date();
export const website = z
  .string()
  .check(z.trim(), z.maxLength(300), z.regex(/^https?:\/\/\S+$/i, 'Start with http:// or https://'));
export const email = z.string().check(
  z.trim(),
  z.maxLength(254),
  z.regex(/^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;".]+$/, 'Enter an email address such as name@example.com'),
  z.refine((value) => !hidden.test(value), 'Contains an invisible character'),
);
/** A six-digit code from an email, also with the space that readers and programs put in it. */
export const emailedCode = z.string().check(
  z.overwrite((code) => code.replace(/\s/g, '')),
  z.regex(/^\d{6}$/, 'Enter the six-digit code'),
);
export const version = z.int().check(z.positive());

/** Characters that are not allowed in a stored line: controls (including NUL) and lone surrogates. */
const unstorable =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;
export const isStorable = (value: string): boolean => !unstorable.test(value);

/** One line of text, trimmed, 1–`max` characters. */
export const line = (max: number): z.ZodMiniString =>
  z.string().check(
    z.trim(),
    z.minLength(1, 'Required'),
    z.maxLength(max, `At most ${String(max)} characters`),
    z.refine(
      (value) => isStorable(value) && !/[\r\n\t]/.test(value),
      'Contains characters that cannot be stored',
    ),
  );

/** The name of a person or an organization: a line without invisible characters. */
export const nameLine = (max: number): z.ZodMiniString =>
  line(max).check(
    z.refine((value) => value === stripHiddenCharacters(value), 'Contains an invisible character'),
  );

/** Controls, direction marks, and other invisible characters that could make two names look alike. */
const hidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{DI}\p{NChar}\uFFF9-\uFFFB\u2800]/u;
/** Scripts with connected letters, where a joiner changes the visible text. */
const joining = 'Arab Syrc Nkoo Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr';
const letter = `[${joining.replaceAll(/(\w+) ?/g, '\\p{Script=$1}')}]\\p{M}{0,4}`;
const picture = '\\p{ExtPict}';
/** Invisible characters that are part of visible text: joiners, parts of emoji and flags, and variation selectors. */
const needed = [
  `(?<=${letter})\\u200D`,
  `(?<=${letter})\\u200C(?=[\\p{L}\\p{M}])`,
  `(?<=${picture}[\\uFE0F\\u{1F3FB}-\\u{1F3FF}]?)\\u200D(?=${picture})`,
  `(?<=${picture})[\\uFE0E\\uFE0F]|(?<=[0-9#*])\\uFE0F(?=\\u20E3)`,
  '(?<=\\u{1F3F4}[\\u{E0020}-\\u{E007E}]{0,6})[\\u{E0020}-\\u{E007F}]',
  '(?<=\\p{Script=Han})[\\uFE00-\\uFE02\\u{E0100}-\\u{E01EF}]',
  '(?<=\\p{Script=Mong})[\\u180B-\\u180F]',
];
const neededOrHidden = new RegExp(`(${needed.join('|')})|${hidden.source}`, 'gu');

/** The text without invisible characters. */
export function stripHiddenCharacters(text: string): string {
  return hidden.test(text) ? text.replace(neededOrHidden, '$1') : text;
}

/** Several lines of text, 1–`max` characters. */
export const multiline = (max: number): z.ZodMiniString =>
  z.string().check(
    z.refine((value) => value.trim().length > 0, 'Required'),
    z.maxLength(max, `At most ${String(max)} characters`),
    z.refine(isStorable, 'Contains characters that cannot be stored'),
  );

/** A flag in a query string. */
export const flag = z.stringbool({ truthy: ['true'], falsy: ['false'] });

/** One value or several: `?tagId=a&tagId=b`. */
export const many = <T extends z.ZodMiniType>(
  item: T,
  max = 50,
): z.ZodMiniPipe<z.ZodMiniTransform, z.ZodMiniArray<T>> =>
  z.pipe(
    z.transform((value: unknown) => (Array.isArray(value) || value === undefined ? value : [value])),
    z.array(item).check(z.maxLength(max)),
  );

export const searchText = z
  .string()
  .check(z.trim(), z.maxLength(200), z.refine(isStorable, 'Contains characters that cannot be stored'));

/** The paging part of every list's query. */
export const paging = {
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 25),
  cursor: z.optional(z.string().check(z.maxLength(2000))),
};

/** The paging part of every list's response. `total` is exact and counted with the first page. */
export const page = {
  total: z.int(),
  nextCursor: z.nullable(z.string()),
};

/**
 * The paging part of a record list's response. A search does not count; its total is available at the list's `/total`.
 */
export const recordPage = {
  ...page,
  total: z.nullable(z.int()),
  /** The matching text of records found by something other than their title, by ID. */
  matched: z.record(id, z.string()),
};

/** Above this, a list's `/total` counts exactly only on request. */
export const maxCounted = 10_000;

/** Parameters of a list's `/total` in addition to the list's filter. */
export const totalQuery = { exact: z.optional(flag) };

/** The response of a list's `/total`: the exact number, or `maxCounted` if there are more. */
export const recordTotal = z.object({ total: z.int(), isExact: z.boolean() });

export const idParams = z.strictObject({ id });

/** The URL from which a browser downloads a file without its bearer token, within five minutes. */
export const downloadTicket = z.object({ ticket: z.object({ url: z.string(), expiresAt: timestamp }) });

/** A tag of the workspace for its customers and documents. */
export const tag = z.object({ id, name: z.string() });
export const tagName = line(60);
/** The limit for one record. */
export const recordTagIds = z.array(id).check(z.maxLength(50));
