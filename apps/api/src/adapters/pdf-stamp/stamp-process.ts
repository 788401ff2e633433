import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { EncryptedPDFError, PDFDocument, type PDFEmbeddedPage, type PDFPage } from '@cantoo/pdf-lib';
import { createByteReader, readFrames, toJsonFrame, readJson } from '#adapters/frames.ts';
import { stampRequest, type StampResponse } from './stamp-messages.ts';

/**
 * Draws an overlay over each page of a PDF. Reads a request, the overlay, and the framed PDF from standard input; writes
 * an answer and the bytes.
 */

/** The largest page that PDF readers show, in points. */
const maxSide = 14_400;

// The library writes its warnings to the console, where they would be read as an answer.
for (const name of ['log', 'warn', 'error'] as const) console[name] = () => undefined;

const input = createByteReader(process.stdin);
const { overlayBytes } = stampRequest.parse(await readJson(input));
const overlay = await input.take(overlayBytes);
const source = await buffer(Readable.from(readFrames(input), { objectMode: false }));
try {
  const stamped = Buffer.from(await stamp(source, overlay));
  await write([toJsonFrame({ sizeBytes: stamped.length } satisfies StampResponse), stamped]);
} catch (error) {
  const failure = error instanceof EncryptedPDFError ? 'password' : 'damaged';
  await write([toJsonFrame({ failure } satisfies StampResponse)]);
}
process.exit();

async function stamp(pdf: Uint8Array, over: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const [mark] = await document.embedPdf(over);
  if (mark === undefined) throw new Error('The overlay has no page');
  for (const page of document.getPages()) cover(page, mark);
  return document.save();
}

/** The overlay is the size of ordinary paper, so it is repeated on larger pages. */
function cover(page: PDFPage, mark: PDFEmbeddedPage): void {
  const { x: left, y: bottom, width, height } = page.getCropBox();
  for (let x = 0; x < Math.min(width, maxSide); x += mark.width)
    for (let y = 0; y < Math.min(height, maxSide); y += mark.height)
      page.drawPage(mark, { x: left + x, y: bottom + y });
}

async function write(parts: readonly Buffer[]): Promise<void> {
  for (const part of parts) if (!process.stdout.write(part)) await once(process.stdout, 'drain');
}
