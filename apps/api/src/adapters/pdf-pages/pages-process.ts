import { Console } from 'node:console';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { createByteReader, readFrames, toJsonFrame, readJson } from '#adapters/frames.ts';
import {
  pageRequest,
  type DrawnPage,
  type PageRequest,
  type PageSize,
  type PdfDescription,
  type PdfFailure,
} from './page-messages.ts';
import { limitWebAssembly, openPdf, UnreadablePdfError, type OpenPdf } from './pdf-engine.ts';
import { isGif } from './gif.ts';
import { isWebp, toWebp } from './webp.ts';

/**
 * Draws pages of one PDF, or a WebP or GIF picture as one. Reads the framed file from standard input, writes its description, and answers each request with
 * the description of an image and its bytes.
 */
const maxWasmBytes = 512 * 1024 ** 2;
const maxSizes = 2_000;
const maxPixels = 12_000_000;
/** Limit of a WebP image. */
const maxSide = 16_383;

// The library writes its warnings to the console, where they would be read as answers.
globalThis.console = new Console(process.stderr);
limitWebAssembly(maxWasmBytes);

const input = createByteReader(process.stdin);
const pdf = await open();
if (pdf !== null) await respondToAll(pdf);
// Exit even if some of the input has not been read.
process.exit();

async function open(): Promise<OpenPdf | null> {
  try {
    const bytes = await buffer(Readable.from(readFrames(input), { objectMode: false }));
    const opened = await openPdf(isWebp(bytes) || isGif(bytes) ? await toPdf(bytes) : bytes);
    await write([toJsonFrame(describe(opened))]);
    return opened;
  } catch (error) {
    await write([toJsonFrame({ failure: getFailureReason(error, 'damaged') })]);
    return null;
  }
}

/** Loaded for pictures only. */
async function toPdf(picture: Buffer): Promise<Uint8Array> {
  const { createPdfFromPicture: pdfOfPicture } = await import('./picture-pdf.ts');
  return pdfOfPicture(picture);
}

function describe({ pageCount, size }: OpenPdf): PdfDescription {
  const count = Math.min(pageCount, maxSizes);
  return {
    pageCount,
    sizes: Array.from({ length: count }, (_, page) => size(page) ?? { width: 1, height: 1 }),
  };
}

async function respondToAll(pdf: OpenPdf): Promise<void> {
  let isSound = true;
  while (isSound && !(await input.isAtEnd())) isSound = await respondToRequest(pdf);
}

/** False when the library failed in a way that leaves it in an unknown state. */
async function respondToRequest(pdf: OpenPdf): Promise<boolean> {
  const request = pageRequest.parse(await readJson(input));
  const overlay = request.overlayBytes === 0 ? undefined : await input.take(request.overlayBytes);
  try {
    const { image, drawn } = await draw(pdf, request, overlay);
    await write([toJsonFrame(drawn), image]);
    return true;
  } catch (error) {
    await write([toJsonFrame({ failure: getFailureReason(error, 'too-large') })]);
    return error instanceof UnreadablePdfError;
  }
}

async function draw(
  pdf: OpenPdf,
  { page, width: asked }: PageRequest,
  overlay: Uint8Array | undefined,
): Promise<{ image: Buffer; drawn: DrawnPage }> {
  const size = pdf.size(page - 1);
  if (size === null) throw new UnreadablePdfError('no-page');
  const pixels = getPixelSize(size, asked);
  const image = await toWebp(pdf.draw(page - 1, { size: pixels, overlay }));
  return { image, drawn: { ...pixels, sizeBytes: image.length } };
}

/** The image size in pixels: the requested width, or less for a page that is extremely tall or wide. */
function getPixelSize({ width, height }: PageSize, asked: number): PageSize {
  const ratio = Math.min(Math.max(height / Math.max(width, 0.01), 0.01), 100);
  const fitting = Math.min(asked, maxSide / Math.max(ratio, 1), Math.sqrt(maxPixels / ratio));
  return {
    width: Math.max(1, Math.floor(fitting)),
    height: Math.max(1, Math.round(Math.floor(fitting) * ratio)),
  };
}

/** Most other errors that the library throws while drawing mean that it is out of memory. */
function getFailureReason(error: unknown, otherwise: PdfFailure): PdfFailure {
  return error instanceof UnreadablePdfError ? error.reason : otherwise;
}

async function write(parts: readonly Buffer[]): Promise<void> {
  for (const part of parts) if (!process.stdout.write(part)) await once(process.stdout, 'drain');
}
