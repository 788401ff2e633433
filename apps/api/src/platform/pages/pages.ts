import path from 'node:path';
import type { Readable } from 'node:stream';
import { PdfPageError, type PageChild, type PageOptions } from '#adapters/pdf-pages/page-child.ts';
import { pdfDescription, type PdfDescription, type PdfFailure } from '#adapters/pdf-pages/page-messages.ts';
import {
  createPagePool,
  PagesBusyError,
  type PagePool,
  type PoolLimits,
} from '#adapters/pdf-pages/page-pool.ts';
import type { Storage, StoredRow } from '#adapters/storage/storage.ts';
import type { Clock } from '#lib/clock.ts';
import type { Config } from '#lib/config.ts';
import { AppError, notFound } from '#lib/errors.ts';
import type { Keyring } from '#lib/keyring.ts';
import type { MaintenanceTask } from '#platform/maintenance.ts';
import { openFile } from '#platform/files/files.ts';
import { createPageCache } from './page-cache.ts';

/** A stored PDF. The caller has checked access. */
export type PdfFile = StoredRow & {
  readonly id: string;
  readonly size_bytes: number;
  /** Set for a PDF that is made from another file when it is drawn; its ID differs from the ID of that file. */
  readonly open?: () => Promise<Readable>;
};

/** Pages of stored PDFs as WebP images. */
export type Pages = {
  /** Throws NOT_FOUND for a page that is not there, RULE_BROKEN for a PDF that cannot be shown, UNAVAILABLE. */
  renderPage(file: PdfFile, options: PageOptions): Promise<Buffer>;
  /** Throws RULE_BROKEN for a PDF that cannot be shown, UNAVAILABLE. */
  describePdf(file: PdfFile): Promise<PdfDescription>;
  getPageCount(file: PdfFile): Promise<number>;
  /** Removes pages that are no longer viewed. */
  readonly chore: MaintenanceTask;
};

/** Limit of a PDF whose pages are shown. A process keeps it in memory. */
const maxPdfBytes = 150 * 1024 ** 2;

const defaultLimits = { maxChildren: 2, idleMs: 15_000, openMs: 20_000, drawMs: 15_000 };
const maxRemembered = 1_000;
const cacheLimits = { maxAgeMs: 7 * 24 * 60 * 60_000, maxBytes: 1024 ** 3 };

type Parts = {
  readonly storage: Storage;
  readonly keyring: Keyring;
  readonly config: Pick<Config, 'dataDir'>;
  readonly clock: Clock;
  readonly poolLimits?: PoolLimits;
};

/** Draws pages in processes without secrets; pages without an overlay are kept for the next reader. */
export function createPages({ storage, keyring, config, clock, poolLimits = defaultLimits }: Parts): Pages {
  const cache = createPageCache({ folder: path.join(config.dataDir, 'cache', 'pages'), keyring });
  const pdfs = createPdfs({ pool: createPagePool(poolLimits), storage });
  const describePdf = async (file: PdfFile): Promise<PdfDescription> => {
    const found = await cache.read(file.id, 'pages.json');
    if (found !== null) return pdfDescription.parse(JSON.parse(found.toString('utf8')));
    const described = await pdfs.describe(file);
    await cache.write(file.id, 'pages.json', Buffer.from(JSON.stringify(described)));
    return described;
  };
  return {
    describePdf,
    getPageCount: async (file) => (await describePdf(file)).pageCount,
    renderPage: async (file, options) => {
      const { page, width, overlay } = options;
      const name = `${String(page)}-${String(width)}.webp`;
      const found = overlay === undefined ? await cache.read(file.id, name) : null;
      if (found !== null) return found;
      if (page > (await describePdf(file)).sizes.length) throw notFound('page');
      const bytes = await pdfs.draw(file, options);
      if (overlay === undefined) await cache.write(file.id, name, bytes);
      return bytes;
    },
    chore: { everyMs: 60 * 60_000, act: () => cache.sweep({ now: clock.now(), ...cacheLimits }) },
  };
}

/** Throws like `Pages`. A file that cannot be opened is tried only once. */
function createPdfs({ pool, storage }: { pool: PagePool; storage: Storage }): {
  describe: (file: PdfFile) => Promise<PdfDescription>;
  draw: (file: PdfFile, options: PageOptions) => Promise<Buffer>;
} {
  const refused = new Map<string, AppError>();
  const withPdf = async <T>(file: PdfFile, act: (child: PageChild) => Promise<T>): Promise<T> => {
    try {
      return await pool.use({ key: file.id, open: file.open ?? (() => openFile(storage, file)), act });
    } catch (error) {
      throw toPageError(error);
    }
  };
  return {
    describe: async (file) => {
      if (file.size_bytes > maxPdfBytes) throw errorsByFailure['too-large']();
      const refusal = refused.get(file.id);
      if (refusal !== undefined) throw refusal;
      try {
        return await withPdf(file, (child) => child.describe());
      } catch (error) {
        if (error instanceof AppError && error.code === 'RULE_BROKEN')
          rememberFailure(refused, file.id, error);
        throw error;
      }
    },
    draw: async (file, options) => (await withPdf(file, (child) => child.draw(options))).bytes,
  };
}

const errorsByFailure: Readonly<Record<PdfFailure, () => AppError>> = {
  password: () => new AppError('RULE_BROKEN', 'This PDF needs a password. Download it to open it.'),
  damaged: () => new AppError('RULE_BROKEN', 'This PDF is damaged and cannot be shown.'),
  'too-large': () =>
    new AppError('RULE_BROKEN', 'This PDF is too large to be shown here. Download it to open it.'),
  'no-page': () => notFound('page'),
};

function toPageError(error: unknown): unknown {
  if (error instanceof PdfPageError) return errorsByFailure[error.reason]();
  if (!(error instanceof PagesBusyError)) return error;
  const busy = 'The server is too busy to show pages at the moment.';
  return new AppError('UNAVAILABLE', busy, { cause: error, retryAfterSeconds: 10 });
}

/** Removes the oldest entries to limit its size. */
function rememberFailure(refused: Map<string, AppError>, fileId: string, refusal: AppError): void {
  const [oldest] = refused.keys();
  if (refused.size >= maxRemembered && oldest !== undefined) refused.delete(oldest);
  refused.set(fileId, refusal);
}
