import { Console } from 'node:console';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createByteReader, readFrames, toJsonFrame, readJson } from '#adapters/frames.ts';
import { limitWebAssembly, openPdf, UnreadablePdfError } from '#adapters/pdf-pages/pdf-engine.ts';
import { findTextEncoding } from '#lib/encoding.ts';
import { scanPages, type ScannedPage } from '@handover/domain/phi/scan-pages.ts';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import {
  textFormats,
  type DocumentText,
  type TextFailure,
  type TextFormat,
  type TextPage,
} from './text-messages.ts';

/**
 * Reads a format and a framed file from standard input, and writes the text of the file by page, with possible patient
 * identifiers. The scan includes text that is cut off from the output.
 */
const maxWasmBytes = 512 * 1024 ** 2;
const maxPages = 2_000;
const maxPageCharacters = 100_000;
const maxCharacters = 3_000_000;

// The PDF library writes its warnings to the console, where they would be read as the answer.
globalThis.console = new Console(process.stderr);
limitWebAssembly(maxWasmBytes);

type ReadPage = TextPage & { readonly isTable?: boolean };
type Finding = DocumentText['findings'][number];
type Read = {
  readonly pages: readonly ReadPage[];
  /** Found outside of `pages`. */
  readonly findings?: readonly Finding[];
  readonly isPartial?: boolean;
};

/** Each loads its library separately, because loading all of them takes longer than reading most files. */
const readers: Readonly<Record<TextFormat, (file: Buffer) => Read | Promise<Read>>> = {
  pdf: readPdf,
  docx: async (bytes) => ({ pages: (await import('./office-text.ts')).readWordText(bytes) }),
  pptx: async (bytes) => ({ pages: (await import('./office-text.ts')).readSlideTexts(bytes) }),
  xlsx: readWorkbook,
  email: readEmail,
  csv: (bytes) => ({ pages: readPlain(bytes).pages.map((page) => ({ ...page, isTable: true })) }),
  text: readPlain,
};

/** Formats by file name, because the declared types of email attachments are unreliable. */
const attachedFormats: Readonly<Record<string, TextFormat>> = {
  pdf: 'pdf',
  docx: 'docx',
  xlsx: 'xlsx',
  pptx: 'pptx',
  eml: 'email',
  csv: 'csv',
  tsv: 'csv',
  txt: 'text',
};
const pictureName = /\.(?:jpe?g|png|gif|webp|heic|bmp|tiff?|svg|ics|vcf)$/i;

const input = createByteReader(process.stdin);
const format = z.enum(textFormats).parse(await readJson(input));
const file = await buffer(Readable.from(readFrames(input), { objectMode: false }));
if (!process.stdout.write(toJsonFrame(await report()))) await once(process.stdout, 'drain');
process.exit();

async function report(): Promise<DocumentText | { failure: TextFailure }> {
  try {
    const read = await readers[format](file);
    const found = scanPages(read.pages.map(toScanned));
    const others = (read.findings ?? []).filter(({ kind }) => !found.some((one) => one.kind === kind));
    return { ...limitPages(read), findings: [...found, ...others] };
  } catch (error) {
    const isKnown = error instanceof UnreadablePdfError && error.reason !== 'no-page';
    return { failure: isKnown ? error.reason : 'damaged' };
  }
}

function toScanned({ text, isTable = false }: ReadPage): ScannedPage {
  const rows = isTable ? readRows(text) : null;
  return rows === null ? { text } : { rows };
}

/** Null if the text is not a table. */
function readRows(text: string): string[][] | null {
  const [line = ''] = text.trimStart().split('\n', 1);
  const counts = [',', ';', '\t', '|'].map((delimiter) => ({
    delimiter,
    count: line.split(delimiter).length,
  }));
  const { delimiter } = counts.toSorted((a, b) => b.count - a.count)[0] ?? { delimiter: ',' };
  try {
    return parse(text, {
      bom: true,
      delimiter: format === 'xlsx' ? ',' : delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
    });
  } catch {
    return null;
  }
}

function readPlain(bytes: Buffer): Read {
  const encoding = findTextEncoding(bytes, { isWhole: true }) ?? 'utf-8';
  return { pages: [{ title: null, text: new TextDecoder(encoding).decode(bytes) }] };
}

async function readWorkbook(bytes: Buffer): Promise<Read> {
  const { toCsvSheets: sheetsAsCsv } = await import('#adapters/spreadsheets/sheets-as-csv.ts');
  const sheets = await sheetsAsCsv(bytes, { isWhole: true });
  return {
    pages: sheets.map(({ name, csv }) => ({ title: name, text: csv.toString('utf8'), isTable: true })),
  };
}

async function readPdf(bytes: Buffer): Promise<Read> {
  const pdf = await openPdf(bytes);
  const pages: TextPage[] = [];
  let characters = 0;
  for (let page = 0; page < Math.min(pdf.pageCount, maxPages) && characters < maxCharacters; page += 1) {
    const text = pdf.text(page).replace(/\r\n?/g, '\n');
    characters += text.length;
    pages.push({ title: null, text });
  }
  return { pages, isPartial: pages.length < pdf.pageCount };
}

async function readEmail(bytes: Buffer): Promise<Read> {
  const { maxAttachments, readMail } = await import('#adapters/mail/read-mail.ts');
  const { mail, contents } = await readMail(Readable.from([bytes], { objectMode: false }));
  const head = [
    ['From', mail.from === null ? '' : [mail.from.name, mail.from.address].filter(Boolean).join(' ')],
    ['To', mail.to.join(', ')],
    ['Cc', mail.cc.join(', ')],
    ['Date', mail.date?.toISOString() ?? ''],
    ['Subject', mail.subject],
    ['Attachments', mail.attachments.map(({ name }) => name).join(', ')],
  ];
  const lines = head
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name ?? ''}: ${value ?? ''}`);
  const body = { title: null, text: `${lines.join('\n')}\n\n${mail.text}` };
  const attached: Read[] = [];
  for (const [index, { name }] of mail.attachments.entries())
    attached.push(await readAttachment(name, contents[index] ?? Buffer.alloc(0)));
  return {
    pages: [body, ...attached.flatMap(({ pages }) => pages)],
    // The page has one version of the text; the HTML may contain more.
    findings: mail.patientInformation
      .filter(({ part }) => part !== 'attachment')
      .map(({ kind, excerpt }) => ({ kind, excerpt, page: 1, column: null })),
    isPartial: attached.length === maxAttachments || attached.some(({ isPartial = false }) => isPartial),
  };
}

async function readAttachment(name: string, bytes: Buffer): Promise<Read> {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const own = attachedFormats[extension];
  if (own === undefined) return { pages: [], isPartial: !pictureName.test(name) };
  try {
    const { pages, isPartial = false } = await readers[own](bytes);
    return { pages: pages.map((page) => ({ ...page, title: name })), isPartial };
  } catch {
    return { pages: [], isPartial: true };
  }
}

/** Removes NUL characters, which the database rejects, and applies the limits. */
function limitPages({ pages, isPartial = false }: Read): Omit<DocumentText, 'findings'> {
  let left = maxCharacters;
  const kept = pages.slice(0, maxPages).map(({ title, text }) => {
    const part = text.slice(0, Math.min(left, maxPageCharacters)).replaceAll('\u0000', '').toWellFormed();
    left -= part.length;
    return { title, text: part, isCut: part.length < text.length };
  });
  return {
    pages: kept.map(({ title, text }) => ({ title, text })),
    isCut: isPartial || pages.length > kept.length || kept.some((page) => page.isCut),
    isPartlyScanned: isPartial,
  };
}
