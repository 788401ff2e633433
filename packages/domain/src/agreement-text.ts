/** Fields of an agreement's text, and their values. */
export const agreementFields = {
  'buyer.name': 'Name of the buyer',
  'buyer.company': 'Company of the buyer, or the name',
  businesses: 'Public titles and listing numbers',
  'brokerage.name': 'Name of the workspace',
  date: 'Date of sending',
  term: 'How long it applies',
} as const;
export type AgreementField = keyof typeof agreementFields;

const field = /\{\{([^{}]*)\}\}/g;

/** Names in braces that are not fields, without duplicates. */
export function findUnknownAgreementFields(text: string): string[] {
  const names = Array.from(text.matchAll(field), ([, name = '']) => name.trim());
  return [...new Set(names.filter((name) => !isField(name)))];
}

/** Fills the fields in one pass: braces inside a value are not expanded. */
export function fillAgreement(text: string, values: Readonly<Record<AgreementField, string>>): string {
  return text.replaceAll(field, (written, spaced: string) => {
    const name = spaced.trim();
    return isField(name) ? values[name] : written;
  });
}

/** A block of an agreement's text, for its layout. */
export type AgreementBlock = { readonly kind: 'heading' | 'paragraph'; readonly text: string };

/** Paragraphs are separated by empty lines; a line that begins with `## ` is a heading. */
export function parseAgreementBlocks(text: string): AgreementBlock[] {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .split(/\n{2,}|\n(?=## )|(?<=^## [^\n]*)\n/m)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) =>
      part.startsWith('## ')
        ? { kind: 'heading', text: part.slice(3).trim() }
        : { kind: 'paragraph', text: part },
    );
}

/** The last calendar day of a term of months that begins on a day. If the last month is shorter, its last day. */
export function getTermEnd(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const index = year * 12 + (month - 1) + months;
  const lastDay = new Date(Date.UTC(Math.floor(index / 12), (index % 12) + 1, 0)).getUTCDate();
  return new Date(Date.UTC(Math.floor(index / 12), index % 12, Math.min(day, lastDay)))
    .toISOString()
    .slice(0, 10);
}

function isField(name: string): name is AgreementField {
  return Object.hasOwn(agreementFields, name);
}

/**
 * Whether a person signed under a different name than requested. Differences in case, accents, and punctuation do not
 * count.
 */
export function isOtherName(signed: string, asked: string): boolean {
  return toLetters(signed) !== toLetters(asked);
}

function toLetters(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
