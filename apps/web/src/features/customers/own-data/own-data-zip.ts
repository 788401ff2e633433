import { openDocument, type Document } from '@handover/contract/documents/documents.ts';
import { csvByteOrderMark, toCsvLine } from '@handover/domain/csv.ts';
import { strToU8, zipSync, type Zippable } from 'fflate';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import type { OwnData } from './collect-own-data.ts';

interface ZipOptions {
  signal: AbortSignal;
  onStep: (name: string) => void;
}

/** The data as one ZIP file: each table as JSON and CSV, the files themselves, and a table of contents. */
export async function zipOwnData(data: OwnData, { signal, onStep }: ZipOptions): Promise<Blob> {
  const files: Zippable = {};
  const missing = [...data.missing];
  for (const [name, rows] of Object.entries(data.tables)) {
    files[`${name}.json`] = strToU8(`${JSON.stringify(rows, null, 2)}\n`);
    files[`${name}.csv`] = strToU8(tableToCsv(rows));
  }
  for (const document of data.documents) {
    onStep(document.name);
    const path = createPath(document, files);
    try {
      // Most files are compressed already.
      files[path] = [await readDocument(document, signal), { level: 0 }];
    } catch (error) {
      if (signal.aborted || !(error instanceof Error)) throw error;
      missing.push(`${path}: ${getErrorMessage(error)}`);
    }
  }
  files['README.txt'] = strToU8(createReadme(data, missing));
  return new Blob([zipSync(files)], { type: 'application/zip' });
}

async function readDocument({ id }: Document, signal: AbortSignal): Promise<Uint8Array> {
  const { ticket } = await send(openDocument, { params: { id } }, { signal });
  const answer = await fetch(ticket.url, { signal });
  if (!answer.ok) throw new Error('The file could not be downloaded');
  return new Uint8Array(await answer.arrayBuffer());
}

/** A name that is unique in the archive and cannot leave its folder. */
function createPath({ name }: Document, taken: Zippable): string {
  const safe = name.replaceAll(/[\\/:*?"<>|\u0000-\u001F]/g, '_').replace(/^\.+/, '_');
  const dot = safe.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, ''];
  let path = `documents/${safe}`;
  for (let copy = 2; path in taken; copy += 1) path = `documents/${stem} (${String(copy)})${ending}`;
  return path;
}

/** A column for each property of any row. Values that are not primitive are written as JSON. */
export function tableToCsv(rows: OwnData['tables'][string]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cell = (value: unknown): string | number | null => {
    if (value === null || value === undefined) return null;
    return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
  };
  const lines = rows.map((row) => toCsvLine(columns.map((column) => cell(row[column]))));
  return csvByteOrderMark + toCsvLine(columns) + lines.join('');
}

function createReadme({ tables, documents }: OwnData, missing: readonly string[]): string {
  return [
    'Your data: everything your account could see at the time of download.',
    '',
    'Each table is included twice: as JSON with all fields, and as CSV for spreadsheets.',
    ...Object.entries(tables).map(([name, rows]) => `- ${name}: ${String(rows.length)}`),
    `- documents (folder): ${String(documents.length)}`,
    '',
    ...(missing.length === 0
      ? ['Everything was included.']
      : ['Could not be read; download again or ask your broker:', ...missing.map((line) => `- ${line}`)]),
    '',
  ].join('\n');
}
