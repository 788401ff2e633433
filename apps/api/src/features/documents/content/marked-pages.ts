import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { textFormatOf } from '#adapters/document-text/extract-text.ts';
import type { Storage, StoredRow } from '#adapters/storage/storage.ts';
import { AppError } from '#lib/errors.ts';
import { openFile } from '#platform/files/files.ts';
import type { PdfFile } from '#platform/pages/pages.ts';
import { createPdf } from '#platform/pdf/create-pdf.ts';
import { getPdfBrand } from '#platform/pdf/brand.queries.ts';
import type { PdfBlock } from '#platform/pdf/pdf-document.ts';
import { photosPdf } from '#platform/photos/photos-pdf.ts';
import { stripMetadata } from '#platform/photos/photos.ts';
import type { Work } from '#platform/work.ts';
import { markedPictures } from './check-file.ts';
import { findText } from './text.queries.ts';

/** Of a WebP picture, which is decoded. */
const maxPixels = 25_000_000;
const maxCharacters = 400_000;
/** Of a sheet. Wider ones are continued below, a few columns at a time. */
const [maxRows, maxColumns, columnsAtATime] = [1_000, 60, 6];

type File = StoredRow & {
  readonly id: string;
  readonly name: string;
  readonly content_type: string;
  readonly size_bytes: number;
};

/**
 * What a reader with marked pages sees, as a PDF: the file itself, a picture on a page, or the text of an Office
 * file. It is made when pages are drawn, and the original leaves in no form. Throws RULE_BROKEN for other files.
 */
export async function markablePages(
  work: Work,
  { storage, workspaceId, file }: { storage: Storage; workspaceId: string; file: File },
): Promise<PdfFile> {
  const { id, name, content_type: contentType } = file;
  if (contentType === 'application/pdf') return file;
  // Drawn pages are kept by this id.
  const made = { ...file, id: `${id}.pages` };
  const createdAt = work.now;
  if (markedPictures.types.includes(contentType) && file.size_bytes <= markedPictures.maxBytes)
    return { ...made, open: () => openPicture(storage, { file, createdAt }) };
  const format = textFormatOf({ contentType, name });
  const text = format === null ? null : await findText(work.db, { workspaceId, fileId: id, maxCharacters });
  if (text?.state !== 'ready') throw cannotBeMarked();
  const isSheet = format === 'csv' || format === 'xlsx';
  const isCut = text.is_cut || text.pages.length < text.page_count;
  const open = async (): Promise<Readable> => {
    const brand = await getPdfBrand(work.db, storage);
    const blocks = blocksOf({ name, pages: text.pages, isSheet, isCut });
    return Readable.from([
      await createPdf({ title: name, createdAt, brand, headerNote: 'Confidential', blocks }),
    ]);
  };
  return { ...made, open };
}

/** A PDF with a picture; a WebP as it is, since only the process that draws it decodes it. Throws RULE_BROKEN for a damaged one. */
async function openPicture(
  storage: Storage,
  { file, createdAt }: { file: File; createdAt: Date },
): Promise<Readable> {
  const picture = await buffer(await openFile(storage, file));
  try {
    if (file.content_type === 'image/webp') {
      checkSize(picture);
      return Readable.from([picture]);
    }
    const photos = Readable.from([picture]);
    return Readable.from([await buffer(photosPdf(photos, { title: file.name, createdAt }))]);
  } catch (error) {
    if (error instanceof AppError) throw cannotBeMarked(error);
    throw error;
  }
}

function checkSize(picture: Buffer): void {
  const { width, height } = stripMetadata(picture);
  if (width * height > maxPixels) throw cannotBeMarked();
}

function cannotBeMarked(cause?: AppError): AppError {
  return new AppError(
    'RULE_BROKEN',
    'This file cannot be watermarked with your name, so it cannot be shown. Ask your broker for a PDF.',
    { cause },
  );
}

type Text = {
  readonly name: string;
  readonly pages: readonly { readonly title: string | null; readonly text: string }[];
  readonly isSheet: boolean;
  readonly isCut: boolean;
};

function blocksOf({ name, pages, isSheet, isCut }: Text): PdfBlock[] {
  const filled = pages.filter(({ text }) => text.trim() !== '');
  const blocks = filled.flatMap(({ title, text }, index): PdfBlock[] => [
    ...(index === 0 ? [] : [{ kind: 'pageBreak' } as const]),
    { kind: 'heading', level: 2, text: title ?? (filled.length === 1 ? name : `Page ${String(index + 1)}`) },
    ...(isSheet ? tablesOf(text) : paragraphsOf(text)),
  ]);
  if (blocks.length === 0) return [{ kind: 'paragraph', text: 'This file has no text.' }];
  return isCut
    ? [...blocks, { kind: 'paragraph', style: 'small', text: 'The beginning of the file.' }]
    : blocks;
}

function paragraphsOf(text: string): PdfBlock[] {
  return text
    .split(/\n+/)
    .filter((line) => line.trim() !== '')
    .map((line) => ({ kind: 'paragraph', text: line }));
}

/** The rows of a CSV text; the text itself where it is none. The last line may be cut off. */
function tablesOf(text: string): PdfBlock[] {
  let rows: string[][];
  try {
    rows = parse(text, {
      bom: true,
      delimiter: [',', ';', '\t'],
      relaxColumnCount: true,
      relaxQuotes: true,
      skipEmptyLines: true,
      to: maxRows + 1,
    });
  } catch {
    return paragraphsOf(text);
  }
  const [head = [], ...body] = rows;
  const width = Math.min(maxColumns, Math.max(head.length, ...body.map((row) => row.length)));
  const starts = Array.from({ length: Math.ceil(width / columnsAtATime) }, (_, at) => at * columnsAtATime);
  return starts.map((from): PdfBlock => {
    const cells = (row: readonly string[]): string[] =>
      Array.from({ length: Math.min(columnsAtATime, width - from) }, (_, at) => row[from + at] ?? '');
    return { kind: 'table', columns: cells(head).map((heading) => ({ heading })), rows: body.map(cells) };
  });
}
