import type { Readable } from 'node:stream';
import { keepAlive, sendFrames, spawnConfined, type ConfinedChild } from '#adapters/confined-child.ts';
import { createByteReader, toJsonFrame, readJson, type ByteReader } from '#adapters/frames.ts';
import {
  drawnPage,
  openedPdf,
  type PageSize,
  type PdfDescription,
  type PdfFailure,
} from './page-messages.ts';

const maxHeapMegabytes = 256;
const maxImageBytes = 64 * 1024 ** 2;

/** The PDF cannot be shown: the page or the file needs a password, is damaged, or takes too much time or memory. */
export class PdfPageError extends Error {
  override readonly name = 'PdfPageError';
  readonly reason: PdfFailure;
  constructor(reason: PdfFailure, options?: ErrorOptions) {
    super(`This page cannot be shown: ${reason}`, options);
    this.reason = reason;
  }
}

export type PageImage = PageSize & { readonly bytes: Buffer };
export type PageOptions = {
  /** The first is 1. */
  readonly page: number;
  /** In pixels; the height follows from the page. */
  readonly width: number;
  /** A PDF with a first page that is drawn over the page, for example a watermark. */
  readonly overlay?: Buffer | undefined;
};

/** A process that has one PDF open. It keeps this process alive only while it works. */
export type PageChild = {
  isUsable(): boolean;
  /** Throws PdfPageError. */
  describe(): Promise<PdfDescription>;
  /** Throws PdfPageError. */
  draw(options: PageOptions): Promise<PageImage>;
  end(): void;
};

type Limits = { readonly openMs: number; readonly drawMs: number };

/** Opens a PDF in a process without secrets, network, or write access. One call at a time. Throws errors of `source`. */
export async function openPageChild(source: Readable, { openMs, drawMs }: Limits): Promise<PageChild> {
  const child = spawnConfined('pages-process', { maxHeapMegabytes });
  let hasEnded = false;
  const end = (): void => {
    hasEnded = true;
    child.kill('SIGKILL');
    child.stdin.destroy();
    child.stdout.destroy();
  };
  child.once('exit', () => (hasEnded = true));
  const within = async <T>(ms: number, act: () => Promise<T>): Promise<T> => {
    const timer = setTimeout(end, ms);
    keepAlive(child, true);
    try {
      return await act();
    } finally {
      clearTimeout(timer);
      keepAlive(child, false);
    }
  };
  const reader = createByteReader(child.stdout);
  const opened = await within(openMs, () => feed(child, reader, source)).catch((error: unknown) => {
    end();
    throw error;
  });
  return {
    isUsable: () => !hasEnded,
    describe: () => Promise.resolve(opened),
    draw: (options) => within(drawMs, () => drawIn(child, reader, options)),
    end,
  };
}

async function feed(child: ConfinedChild, reader: ByteReader, source: Readable): Promise<PdfDescription> {
  await sendFrames(child, source, { end: false });
  return unwrapResult(
    await readJson(reader)
      .then((answer) => openedPdf.parse(answer))
      .catch(throwFailure),
  );
}

async function drawIn(
  child: ConfinedChild,
  reader: ByteReader,
  { overlay, ...request }: PageOptions,
): Promise<PageImage> {
  try {
    child.stdin.write(toJsonFrame({ ...request, overlayBytes: overlay?.length ?? 0 }));
    if (overlay !== undefined) child.stdin.write(overlay);
    const { sizeBytes, ...size } = unwrapResult(drawnPage.parse(await readJson(reader)));
    if (sizeBytes > maxImageBytes) throw new Error(`An image of ${String(sizeBytes)} bytes`);
    return { ...size, bytes: await reader.take(sizeBytes) };
  } catch (error) {
    return throwFailure(error);
  }
}

function unwrapResult<T extends object>(answer: T | { failure: PdfFailure }): T {
  if ('failure' in answer) throw new PdfPageError(answer.failure);
  return answer;
}

/** A process that ends early ran out of time or memory. */
function throwFailure(error: unknown): never {
  throw error instanceof PdfPageError ? error : new PdfPageError('too-large', { cause: error });
}
