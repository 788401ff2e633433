import { escapeHtml } from './text/escape-html.ts';
/** The fields of templates, in display order. */
export const templateFields = [
  'customer.firstName',
  'customer.name',
  'customer.company',
  'customer.email',
  'broker.name',
  'broker.email',
  'broker.phone',
  'workspace.name',
  'today',
] as const;
export type TemplateField = (typeof templateFields)[number];

/** Field values, empty if unknown. */
export type TemplateValues = Readonly<Record<TemplateField, string>>;

/** One line, plain text, or sanitized HTML. */
export type TemplateKind = 'line' | 'text' | 'html';

type Slot = { readonly field: TemplateField; readonly fallback: string; readonly written: string };

export type Template = { readonly kind: TemplateKind; readonly parts: readonly (string | Slot)[] };

/** The parsed template, or a sentence about its first error. */
export type ParseResult =
  | { readonly template: Template; readonly problem: null }
  | { readonly template: null; readonly problem: string };

export type RenderResult = {
  readonly content: string;
  /** Fields with neither value nor fallback; they are left as written. */
  readonly missing: readonly TemplateField[];
};

const token = /(?<!\{)\{\{([^{}<>]*)\}\}(?!\})/g;

/**
 * Parses `{{field}}` and `{{field|fallback}}`. Case and spaces around the name are ignored. In HTML, fields
 * are recognized in text only, not in tags.
 */
export function parseTemplate(source: string, kind: TemplateKind): ParseResult {
  const parts: (string | Slot)[] = [];
  let from = 0;
  for (const match of source.matchAll(token)) {
    const [written, inside = ''] = match;
    const slot = readSlot(written, inside);
    if (slot === null) return createParseFailure(`There is no field ${toPlainText(written)}.`);
    parts.push(source.slice(from, match.index), slot);
    from = match.index + written.length;
  }
  parts.push(source.slice(from));
  const literal = parts.map((part) => (typeof part === 'string' ? part : '\u0000')).join('');
  if (kind === 'html' && /<[^<>]*\u0000/.test(literal))
    return createParseFailure('Fields can be used only in text, not in links.');
  const broken = /\{\{|\}\}/.exec(literal);
  if (broken !== null)
    return createParseFailure(
      `Write fields as {{customer.firstName}}. Not valid: ${toPlainText(literal.slice(broken.index, broken.index + 40))}`,
    );
  return { template: { kind, parts }, problem: null };
}

/** Fills a template in one pass: values are never parsed as fields or HTML. */
export function renderTemplate({ kind, parts }: Template, values: TemplateValues): RenderResult {
  const missing = new Set<TemplateField>();
  const content = parts.map((part) => {
    if (typeof part === 'string') return part;
    const value = sanitizeValue(values[part.field], kind);
    if (value !== '') return value;
    // In HTML, the fallback was sanitized with the surrounding text.
    if (part.fallback !== '') return part.fallback;
    missing.add(part.field);
    return kind === 'html' ? `<mark>${part.written}</mark>` : part.written;
  });
  return { content: content.join(''), missing: [...missing] };
}

/** Unfilled fields in a text. Email to a single person must not contain any. */
export function findUnfilledFields(text: string): TemplateField[] {
  const slots = [...text.matchAll(token)].map(([written, inside = '']) => readSlot(written, inside));
  return [...new Set(slots.flatMap((slot) => (slot === null ? [] : [slot.field])))];
}

/** The first name without titles; empty if nothing is left. */
export function getFirstName(name: string): string {
  const [last = '', first] = name.split(',').map((part) => part.trim());
  const isReversed = first !== undefined && !isSuffix(first, { isShouted: name === name.toUpperCase() });
  const words = (isReversed ? first : last).split(/\s+/);
  return words.find((word) => !/^(?:dr|mr|mrs|ms|mx|prof)\.?$/i.test(word)) ?? '';
}

const suffix =
  /^(?:(?:\w{1,5}\.)+|jr|sr|ii|iii|iv|esq|md|do|dds|dmd|dpm|dvm|dc|od|rn|np|pa|pt|dpt|lcsw|crna|cpa|mba|phd|psyd|pharmd|edd|jd)$/i;

/** Whether it is a generation suffix or a degree. Degrees are in capitals after a name that is not in all caps. */
function isSuffix(text: string, { isShouted }: { isShouted: boolean }): boolean {
  return text
    .split(/\s+/)
    .every((word) => suffix.test(word) || (!isShouted && /^[A-Z][A-Z\d-]+$/.test(word)));
}

function readSlot(written: string, inside: string): Slot | null {
  const [name = '', ...rest] = inside.replaceAll('&nbsp;', ' ').replaceAll('\u00A0', ' ').split('|');
  const field = templateFields.find((known) => known.toLowerCase() === name.trim().toLowerCase());
  return field === undefined ? null : { field, fallback: rest.join('|').trim(), written };
}

/** Removes line breaks and direction marks, which would change the surrounding text. */
function sanitizeValue(value: string, kind: TemplateKind): string {
  const tidy = value
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return kind === 'html' ? escapeHtml(tidy) : tidy;
}

function toPlainText(html: string): string {
  return html.replaceAll('\u0000', '{{…}}').replace(/\s+/g, ' ');
}

function createParseFailure(problem: string): ParseResult {
  return { template: null, problem };
}
