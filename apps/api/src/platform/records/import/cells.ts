import { withoutHidden } from '@handover/contract/common.ts';
import { usStateCode } from '@handover/domain/us-states.ts';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { z } from 'zod';
import type { CsvRecord } from './csv/csv-reader.ts';

const placeholders = new Set(['<unavail>', 'null', 'n/a', '#n/a', '-', '--']);

/**
 * A cell as one line of text: whitespace and control characters become single spaces; invisible characters and the
 * apostrophe with which spreadsheets disarm formulas are removed; placeholders such as "n/a" are empty.
 */
export function cleanCell(cell: string): string {
  const text = withoutHidden(
    cell
      .toWellFormed()
      .normalize('NFC')
      .replace(/[\p{Cc}\s]+/gu, ' '),
  )
    .trim()
    .replace(/^'(?=[=+\-@])/, '');
  return placeholders.has(text.toLowerCase()) ? '' : text;
}

/** Numbers that a tool wrote as decimals, such as `1234567893.0`, as plain digits. */
export function withoutDecimals(text: string): string {
  return /^\d+\.0+$/.test(text) ? text.slice(0, text.indexOf('.')) : text;
}

/** A phone number in its usual form, `(308) 865-2512` or `+49 30 123456`; other text is unchanged. */
export function formatPhone(text: string): string {
  const plain = withoutDecimals(text);
  const number = parsePhoneNumberFromString(plain, 'US');
  if (number?.isPossible() !== true) return plain;
  return number.countryCallingCode === '1' ? number.formatNational() : number.formatInternational();
}

/** US states by their code, other text unchanged. */
export function formatRegion(text: string): string {
  return usStateCode(text) ?? text;
}

/** A US postal code with the leading zeros and the hyphen that spreadsheets drop. */
export function formatPostalCode(text: string, country: string): string {
  const plain = withoutDecimals(text);
  const isAmerican = country === '' || /^(us|usa|united states( of america)?)$/i.test(country);
  if (!isAmerican || !/^\d{3,9}$/.test(plain)) return plain;
  if (plain.length <= 5) return plain.padStart(5, '0');
  if (plain.length === 6) return plain;
  const nine = plain.padStart(9, '0');
  return `${nine.slice(0, 5)}-${nine.slice(5)}`;
}

/** A web address with its scheme. */
export function formatWebsite(text: string): string {
  return /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text.replace(/^\/\//, '')}`;
}

/**
 * A calendar date `YYYY-MM-DD` from `2026-01-31`, `01/31/2026`, `31.01.2026`, each also with a time behind
 * it; where the first of two numbers cannot be a month, it is the day. Null for anything else.
 */
export function parseDate(text: string): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(text);
  if (iso !== null) return toDate(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const local = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?: .*)?$/.exec(text);
  if (local === null) return null;
  const [first, second, year] = [Number(local[1]), Number(local[3]), Number(local[4])];
  const isDayFirst = local[2] === '.' || first > 12;
  return isDayFirst ? toDate(year, second, first) : toDate(year, first, second);
}

/** Several values in one cell, separated by commas, semicolons or bars. */
export function splitValues(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[,;|]/)
        .map((value) => value.trim())
        .filter((value) => value !== ''),
    ),
  ];
}

function toDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal =
    date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1900 && year <= 2200;
  return isReal ? date.toISOString().slice(0, 10) : null;
}

const storedCells = z.record(z.string(), z.string());

/** The fixes of a row: cells by column index, or that it is skipped. */
export type RowEdit = { readonly cells: Readonly<Record<string, string>>; readonly isSkipped: boolean };

/** Cells of an edit as stored; anything else counts as none. */
export function toCells(stored: unknown): Readonly<Record<string, string>> {
  return storedCells.safeParse(stored).data ?? {};
}

/** The cells of a row stored as a JSON array. */
export function toRow(rawRow: string): string[] {
  const cells: unknown = JSON.parse(rawRow);
  return Array.isArray(cells) ? cells.map(String) : [];
}

/** A row with fixed cells in place of the file's. */
export function withEdits(cells: readonly string[], edited: RowEdit['cells']): string[] {
  const width = Math.max(cells.length, ...Object.keys(edited).map((column) => Number(column) + 1));
  return Array.from({ length: width }, (_, column) => edited[String(column)] ?? cells[column] ?? '');
}

/** A record of the file with its fixes; a broken line can only be skipped. */
export function editRecord(record: CsvRecord, edit: RowEdit | undefined): CsvRecord {
  if (edit === undefined || record.kind === 'broken') return record;
  return { ...record, cells: withEdits(record.cells, edit.cells) };
}
