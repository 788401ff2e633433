import { findBirthDates } from './find-birth-dates.ts';
import { findIdentifiers } from './find-identifiers.ts';
import { findPatients } from './find-patients.ts';
import { findInExchangeFormats } from './find-in-exchange-formats.ts';
import { findPeopleInCare } from './find-people-in-care.ts';
import { findInTables } from './find-in-tables.ts';
import { phiKinds, type Passage, type PhiKind, type PhiTable } from './phi-kinds.ts';
import { readDocument, formatTable } from './read-document.ts';

export type PhiFinding = Passage & {
  /** The passage with its digits and all but the first letters of its words hidden. */
  readonly excerpt: string;
};

/**
 * The passages of a text or table that may identify a patient, in their order and without overlaps. Offsets are UTF-16
 * units of the text; a table's refer to `formatTable`. A column of a table is one finding, at its first value.
 *
 * It finds identifiers of the HIPAA privacy rule (45 CFR 164.514(b)(2)) that reach a broker by mistake: Social
 * Security numbers of anybody, and birth dates, record numbers, member IDs, and names where the words around them are
 * about a patient. Numbers of staff, owners, vendors, and cases do not count, nor do totals. Takes time in
 * proportion to the length of the text.
 */
export function scanForPhi(content: string | PhiTable): PhiFinding[] {
  const text = typeof content === 'string' ? content : formatTable(content);
  const document = readDocument(content);
  const found = [
    ...findInTables(document),
    ...findInExchangeFormats(document),
    ...findIdentifiers(document),
    ...findBirthDates(document),
    ...findPatients(document),
    ...findPeopleInCare(document),
  ];
  return removeOverlaps(found.filter(({ confidence }) => confidence >= 0.5)).map((passage) => ({
    ...passage,
    excerpt: mask(text.slice(passage.start, passage.end)),
  }));
}

/** The kinds of the findings, in the order of `phiKinds`. */
export function listKinds(findings: readonly Pick<Passage, 'kind'>[]): PhiKind[] {
  return phiKinds.filter((kind) => findings.some((finding) => finding.kind === kind));
}

/** A finding in a part of an email or note. */
export type PartFinding<Part extends string> = Pick<PhiFinding, 'kind' | 'excerpt'> & {
  readonly part: Part;
  /** The name of an attachment. */
  readonly place?: string | undefined;
};

const maxFindingsOfKind = 5;

/** The findings of several texts, at most five of a kind. */
export function scanParts<Part extends string>(
  parts: readonly (Pick<PartFinding<Part>, 'part' | 'place'> & { readonly text: string })[],
): PartFinding<Part>[] {
  const found = parts.flatMap(({ text, ...part }) =>
    scanForPhi(text).map(({ kind, excerpt }) => ({ ...part, kind, excerpt })),
  );
  return phiKinds.flatMap((kind) => found.filter((one) => one.kind === kind).slice(0, maxFindingsOfKind));
}

/** Of overlapping passages, the more certain one is kept. */
function removeOverlaps(passages: readonly Passage[]): Passage[] {
  const sorted = [...passages].sort((a, b) => a.start - b.start || b.confidence - a.confidence);
  const apart: Passage[] = [];
  for (const passage of sorted) {
    const last = apart.at(-1);
    if (last === undefined || passage.start >= last.end) apart.push(passage);
    else if (passage.confidence > last.confidence) apart[apart.length - 1] = passage;
  }
  return apart;
}

const maxExcerpt = 60;

function mask(passage: string): string {
  return passage
    .slice(0, maxExcerpt)
    .replaceAll(/\d/g, '•')
    .replaceAll(/(?<=\p{L})\p{L}/gu, '•');
}
