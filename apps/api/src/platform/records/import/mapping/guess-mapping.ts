import type { CustomField } from '@handover/contract/records/custom-fields.ts';
import { toCustomKey } from '@handover/contract/records/custom-filter.ts';
import type { ImportMapping } from '@handover/contract/records/imports.ts';
import { isAllCaps } from '@handover/domain/capitalization.ts';
import { cleanCell } from '../cells.ts';
import type { FileShape } from '../csv/file-shape.ts';
import type { ImportField } from '../import-spec.ts';

/** The first rows of a file. */
export type StartingMapping = {
  readonly mapping: ImportMapping;
  readonly headerHash: string;
  readonly isRemembered: boolean;
  /** Whether names or addresses are in capitals. */
  readonly fixCapitalization: boolean;
};

type Guess = Pick<FileShape, 'columns' | 'values'> & {
  readonly fields: readonly ImportField[];
  readonly customFields: readonly CustomField[];
};
type Candidate = { readonly column: Column; readonly field: ImportField; readonly score: number };
type Column = { readonly index: number; readonly heading: string; readonly values: readonly string[] };

/** Fewer values are not enough evidence. */
const enoughValues = 3;
const headingScore = 1_000;
/** A column without values ranks below all others with a heading of the field. */
const emptyPenalty = 900;
/** Score of values alone. */
const evidenceScore = 500;
/** Headings about a person or thing other than the record. */
const ofOthers =
  /\b(?:other|assistant|manager|parent|alternate|alternative|secondary|fax|authorized|official|previous|former|emergency|spouse)\b/;
/** Headings that describe another column, such as "Phone 1 - Label". */
const aboutColumns = /\b(?:label|type)$/;
/** Digits below these headings are numbers of lists or amounts, not ZIP codes or phone numbers. */
const ofLists = /\b(?:id|number|no|nbr|code|license|licence|count|total|score)\b/;
const ofAmounts = /\b(?:revenue|sales|income|amount|price)\b/;

/**
 * A mapping for the columns of a file: each field uses the column with the best heading (the first in a tie), and
 * joined fields use all such columns; fields without a heading use a column with typical values. A heading that is the
 * name of a custom field maps to that field.
 */
export function guessMapping({ columns, values, fields, customFields }: Guess): ImportMapping {
  const custom = mapCustomColumns(columns, customFields);
  const all = columns.flatMap((heading, index): Column[] =>
    custom.has(index)
      ? []
      : [{ index, heading, values: (values[index] ?? []).map(cleanCell).filter(Boolean) }],
  );
  const scored = all
    .flatMap((column) => fields.map((field) => ({ column, field, score: scoreColumn(column, field) })))
    .filter(({ score }) => score > 0);
  const candidates = separateGroups(sortByScore(scored), fields);
  const fieldByColumn = new Map<number, string>();
  const mapped = new Set<string>();
  for (const { column, field, score } of candidates) {
    if (fieldByColumn.has(column.index) || (mapped.has(field.key) && field.isJoined !== true)) continue;
    if (score <= evidenceScore && !isPlausible(field, mapped)) continue;
    mapped.add(field.key);
    fieldByColumn.set(column.index, field.key);
  }
  for (const { key, replaces, isTypical } of fields) {
    const column = all.find(({ index }) => replaces !== undefined && fieldByColumn.get(index) === replaces);
    if (column !== undefined && !mapped.has(key) && calculateShare(column.values, isTypical) >= 0.6)
      fieldByColumn.set(column.index, key);
  }
  return Object.fromEntries([...custom, ...fieldByColumn].map(([index, key]) => [String(index), key]));
}

function sortByScore(candidates: readonly Candidate[]): Candidate[] {
  return candidates.toSorted(
    (one, other) => other.score - one.score || one.column.index - other.column.index,
  );
}

/**
 * The candidates with the fields of a second group, without the columns of other groups. The first field with several
 * groups decides; a group counts as different only if it has that field too, so "Practice Address" is combined with
 * "City". A second group has to have the first of the fields: a town without a street is no address.
 */
function separateGroups(candidates: readonly Candidate[], fields: readonly ImportField[]): Candidate[] {
  const byHeading = candidates.filter(({ score }) => score > evidenceScore);
  const grouped = fields.filter((field) => field.groupOf !== undefined);
  const decisive = grouped.find((field) => byHeading.some((candidate) => candidate.field === field));
  const groupOf = ({ field, column }: Candidate): string | undefined =>
    field.groupOf?.(splitWords(column.heading));
  const groups = new Set(byHeading.filter(({ field }) => field === decisive).map(groupOf));
  const [own, ...others] = groups;
  const second = decisive === grouped[0] ? others[0] : undefined;
  const remaining = candidates.flatMap((candidate) => {
    const group = groupOf(candidate);
    if (group === undefined) return [candidate];
    if (group === second) {
      const field = fields.find(({ key }) => key === candidate.field.inSecondGroup);
      return field === undefined ? [] : [{ ...candidate, field }];
    }
    if (others.includes(group)) return [];
    const isPreferred = group === own && candidate.score > evidenceScore;
    return [isPreferred ? { ...candidate, score: candidate.score + headingScore } : candidate];
  });
  return sortByScore(remaining);
}

/** How well a field fits a column: by a usual heading, by another heading, or only by values; 0 if not at all. */
function scoreColumn({ heading, values }: Column, field: ImportField): number {
  const { headings, headingPattern, isLike, isTypical, replaces } = field;
  const rank = headings.map(normalizeHeading).indexOf(normalizeHeading(heading));
  const isRefuted =
    isLike !== undefined && values.length >= enoughValues && calculateShare(values, isLike) < 0.5;
  const penalty = values.length === 0 ? emptyPenalty : 0;
  if (rank >= 0) return isRefuted ? 0 : 2 * headingScore - rank - penalty;
  const text = splitWords(heading);
  if (ofOthers.test(text) || aboutColumns.test(text)) return 0;
  if (headingPattern?.test(text) === true) return isRefuted ? 0 : 1.5 * headingScore - penalty;
  if (replaces !== undefined || ofLists.test(text) || ofAmounts.test(text)) return 0;
  if (calculateShare(values, isTypical) < 0.8) return 0;
  // Fields that depend on other fields come last.
  return field.onlyBeside === undefined ? evidenceScore : evidenceScore - 1;
}

function isPlausible({ unlessMapped = [], onlyBeside }: ImportField, mapped: ReadonlySet<string>): boolean {
  const isMapped = (key: string): boolean => mapped.has(key);
  return !unlessMapped.some(isMapped) && onlyBeside?.some(isMapped) !== false;
}

/** Whether the names, or the addresses or towns, have no lower-case letters. */
export function isInCapitals(
  fields: readonly ImportField[],
  { mapping, values }: { mapping: ImportMapping; values: FileShape['values'] },
): boolean {
  const rewritten = new Set(
    fields.flatMap((field) => (field.capitalization === undefined ? [] : [field.key])),
  );
  return Object.entries(mapping).some(([index, key]) => {
    const texts = (values[Number(index)] ?? []).filter((text) => /\p{L}{4}/u.test(text));
    return rewritten.has(key) && calculateShare(texts, isAllCaps) >= 0.8;
  });
}

/** A heading for comparison: without case, accents, spaces, and punctuation. */
export function normalizeHeading(heading: string): string {
  return splitWords(heading).replaceAll(' ', '');
}

function splitWords(heading: string): string {
  return heading
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function mapCustomColumns(columns: readonly string[], fields: readonly CustomField[]): Map<number, string> {
  const names = columns.map(normalizeHeading);
  return new Map(
    fields.flatMap(({ id, name }) => {
      const index = names.indexOf(normalizeHeading(name));
      return index === -1 || names[index] === '' ? [] : [[index, toCustomKey(id)] as const];
    }),
  );
}

/** The share of values that match; 0 if there are too few values. */
function calculateShare(values: readonly string[], isSuch: ((text: string) => boolean) | undefined): number {
  if (isSuch === undefined || values.length < enoughValues) return 0;
  return values.filter(isSuch).length / values.length;
}
