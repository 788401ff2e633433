import * as z from 'zod/mini';

// zod/mini ships without messages; loading the locale makes every message a sentence.
z.config(z.locales.en());

export const id = z.uuid();
export const timestamp = z.iso.datetime();
/** Calendar date `YYYY-MM-DD`, no time zone: it never moves a day. */
export const calendarDate = z.iso.date();
export const email = z
  .string()
  .check(
    z.trim(),
    z.maxLength(254),
    z.regex(/^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;".]+$/, 'Enter an email address such as name@example.com'),
  );
export const version = z.int().check(z.positive());

/** Characters that have no place in a stored line: controls (NUL included) and lone surrogates. */
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

/** The paging part of every list's answer; `total` is exact and counted with the first page. */
export const page = {
  total: z.int(),
  nextCursor: z.nullable(z.string()),
};

export const idParams = z.strictObject({ id });

/** Where a browser downloads a file without its bearer, within five minutes. */
export const downloadTicket = z.object({ ticket: z.object({ url: z.string(), expiresAt: timestamp }) });
