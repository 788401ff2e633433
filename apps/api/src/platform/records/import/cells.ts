import { stripHiddenCharacters } from '@handover/contract/http/common.ts';
import { findStateCode } from '@handover/domain/us-states.ts';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { z } from 'zod';
import { parseNorthAmericanPhone } from '#lib/text.ts';
import type { CsvRecord } from './csv/csv-reader.ts';

const placeholders = new Set(['<unavail>', 'null', 'n/a', '#n/a', '-', '--', 'not disclosed', 'undisclosed']);

/**
 * A cell as one line of text: whitespace and control characters are replaced by single spaces; invisible characters and the
 * apostrophe with which spreadsheets disarm formulas are removed; placeholders such as "n/a" are empty.
 */
export function cleanCell(cell: string): string {
  const text = stripHiddenCharacters(
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
export function removeDecimals(text: string): string {
  return /^\d+\.0+$/.test(text) ? text.slice(0, text.indexOf('.')) : text;
}

/** A phone number in its usual form, `(308) 865-2512` or `+49 30 123456`; other text is unchanged. */
export function formatPhone(text: string): string {
  const plain = removeDecimals(text);
  const [area, exchange, line] = parseNorthAmericanPhone(plain) ?? [];
  if (line !== undefined) return `(${area}) ${exchange}-${line}`;
  const number = parsePhoneNumberFromString(plain, 'US');
  if (number?.isPossible() !== true) return plain;
  return number.countryCallingCode === '1' ? number.formatNational() : number.formatInternational();
}

/** US states by their code, other text unchanged. */
export function formatRegion(text: string): string {
  return findStateCode(text) ?? text;
}

/** A US postal code with the leading zeros and the hyphen that spreadsheets drop. */
export function formatPostalCode(text: string, country: string): string {
  const plain = removeDecimals(text);
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

/** Several values in one cell, separated by commas, semicolons, bars, or the three colons of Google Contacts. */
export function splitValues(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[,;|]| ::: /)
        .map((value) => value.trim())
        .filter((value) => value !== ''),
    ),
  ];
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
