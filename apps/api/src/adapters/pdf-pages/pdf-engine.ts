import type { PDFiumModule } from '@hyzyla/pdfium';
import type { PdfFailure } from './page-messages.ts';

/** In points, 72 to an inch, for a page; in pixels for a bitmap. */
type Size = { readonly width: number; readonly height: number };

/** Red, green, blue, and alpha of each pixel, line by line. */
export type Bitmap = Size & { readonly data: Uint8Array };

export type OpenPdf = {
  readonly pageCount: number;
  /** Size of a page, counting from 0; null if there is no such page. */
  size(page: number): Size | null;
  /** Draws a page, counting from 0, as it is printed, with the first page of the PDF `overlay` over it. */
  draw(page: number, options: { size: Size; overlay?: Uint8Array | undefined }): Bitmap;
  /** The text of a page, counting from 0. */
  text(page: number): string;
};

export class UnreadablePdfError extends Error {
  override readonly name = 'UnreadablePdfError';
  readonly reason: PdfFailure;
  constructor(reason: PdfFailure) {
    super(`This PDF cannot be read: ${reason}`);
    this.reason = reason;
  }
}

type Engine = Awaited<ReturnType<typeof PDFiumModule>>;
/** The package leaves this function out of its types. */
type SizedEngine = Engine & {
  _FPDF_GetPageSizeByIndexF(document: number, page: number, size: number): number;
};

const passwordError = 4;
const bgra = 4;
const white = 0xff_ff_ff_ff;
const annotations = 0x01;
const reverseByteOrder = 0x10;
const wasmPageBytes = 65_536;

let engine: Promise<SizedEngine> | null = null;

/**
 * Limits the memory of each WebAssembly module of this process, to which heap limits do not apply. A module that needs
 * more fails as if the machine were out of memory.
 */
export function limitWebAssembly(maxBytes: number): void {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function growWithin(delta: number): number {
    if (this.buffer.byteLength + delta * wasmPageBytes > maxBytes) throw new RangeError('Too much memory');
    return grow.call(this, delta);
  };
}

/** Opens a PDF. Scripts, actions, and links in it do nothing. Throws UnreadablePdfError. */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
  engine ??= startEngine();
  const pdfium = await engine;
  const document = load(pdfium, bytes);
  const pageCount = pdfium._FPDF_GetPageCount(document);
  if (pageCount < 1) throw new UnreadablePdfError('damaged');
  return {
    pageCount,
    size: (page) => (page < 0 || page >= pageCount ? null : getPageSize(pdfium, { document, page })),
    draw: (page, { size, overlay }) =>
      drawOnBitmap(pdfium, size, (bitmap) => {
        drawPage(pdfium, { document, page, bitmap, size });
        if (overlay !== undefined)
          drawPage(pdfium, { document: load(pdfium, overlay), page: 0, bitmap, size });
      }),
    text: (page) => withPage(pdfium, { document, page }, (handle) => readPageText(pdfium, handle)),
  };
}

async function startEngine(): Promise<SizedEngine> {
  const { PDFiumModule } = await import('@hyzyla/pdfium');
  // By default, the package looks next to its own file, but that file is part of a bundle.
  const module = await PDFiumModule({ locateFile: () => import.meta.resolve('@hyzyla/pdfium/pdfium.wasm') });
  if (!hasPageSizes(module)) throw new Error('The PDF library has no page sizes');
  module._FPDF_InitLibraryWithConfig({});
  return module;
}

function hasPageSizes(module: Engine): module is SizedEngine {
  return '_FPDF_GetPageSizeByIndexF' in module;
}

/** The bytes stay in the module's memory until the process ends, because the library reads from them. */
function load(pdfium: Engine, bytes: Uint8Array): number {
  const at = allocate(pdfium, bytes.length);
  pdfium.HEAPU8.set(bytes, at);
  const document = pdfium._FPDF_LoadMemDocument(at, bytes.length, 0);
  if (document !== 0) return document;
  throw new UnreadablePdfError(pdfium._FPDF_GetLastError() === passwordError ? 'password' : 'damaged');
}

function allocate(pdfium: Engine, bytes: number): number {
  const at = pdfium.wasmExports.malloc(bytes);
  if (at === 0) throw new UnreadablePdfError('too-large');
  return at;
}

type PageRef = { readonly document: number; readonly page: number };

function getPageSize(pdfium: SizedEngine, { document, page }: PageRef): Size {
  const at = allocate(pdfium, 8);
  try {
    if (pdfium._FPDF_GetPageSizeByIndexF(document, page, at) === 0) return { width: 612, height: 792 };
    const size = new DataView(pdfium.HEAPU8.buffer, at, 8);
    return { width: size.getFloat32(0, true), height: size.getFloat32(4, true) };
  } finally {
    pdfium.wasmExports.free(at);
  }
}

function withPage<T>(pdfium: Engine, { document, page }: PageRef, act: (handle: number) => T): T {
  const handle = pdfium._FPDF_LoadPage(document, page);
  if (handle === 0) throw new UnreadablePdfError('damaged');
  try {
    return act(handle);
  } finally {
    pdfium._FPDF_ClosePage(handle);
  }
}

function drawOnBitmap(pdfium: Engine, { width, height }: Size, draw: (bitmap: number) => void): Bitmap {
  const bytes = width * height * bgra;
  const at = allocate(pdfium, bytes);
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, bgra, at, width * bgra);
  try {
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
    draw(bitmap);
    return { width, height, data: pdfium.HEAPU8.slice(at, at + bytes) };
  } finally {
    pdfium._FPDFBitmap_Destroy(bitmap);
    pdfium.wasmExports.free(at);
  }
}

function drawPage(
  pdfium: Engine,
  { bitmap, size: { width, height }, ...of }: PageRef & { bitmap: number; size: Size },
): void {
  const flags = annotations | reverseByteOrder;
  withPage(pdfium, of, (page) => pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags));
}

function readPageText(pdfium: Engine, page: number): string {
  const text = pdfium._FPDFText_LoadPage(page);
  if (text === 0) return '';
  const count = pdfium._FPDFText_CountChars(text);
  const bytes = (count + 1) * 2;
  const at = count > 0 ? allocate(pdfium, bytes) : 0;
  try {
    const written = at === 0 ? 0 : pdfium._FPDFText_GetText(text, 0, count, at);
    // The last character is a NUL.
    return Buffer.from(pdfium.HEAPU8.slice(at, at + Math.max(0, written - 1) * 2)).toString('utf16le');
  } finally {
    if (at !== 0) pdfium.wasmExports.free(at);
    pdfium._FPDFText_ClosePage(text);
  }
}
