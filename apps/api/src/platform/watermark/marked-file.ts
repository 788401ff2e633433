import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Storage } from '#adapters/storage/storage.ts';
import { AppError, notFound } from '#lib/errors.ts';
import { sendDownload } from '#platform/files/download.ts';
import { openFile } from '#platform/files/files.ts';
import type { Pages, PdfFile } from '#platform/pages/pages.ts';
import type { Member } from '#platform/session/actor.ts';
import { drawWatermark, stampWatermark, type Watermark } from './watermark.ts';
import type { Work } from '#platform/work.ts';

const maxNameLength = 60;

/** The outside reader of a file. Readers choose their names; the email address is verified. */
export function createWatermark(
  { displayName: viewer, email, timeZone }: Pick<Member, 'displayName' | 'email' | 'timeZone'>,
  { now: at }: Pick<Work, 'now'>,
  { ip: ipAddress }: Pick<FastifyRequest, 'ip'>,
): Watermark {
  return { viewer: viewer.slice(0, maxNameLength), email, timeZone, at, ipAddress };
}

/** Only PDFs can be sent with a mark. Throws RULE_BROKEN for any other file. */
export function requireMarkable({ content_type: contentType }: { content_type: string }): void {
  if (contentType === 'application/pdf') return;
  throw new AppError(
    'RULE_BROKEN',
    'Only a PDF can be downloaded with your name on it. Read this file here, or ask your broker for it as a PDF.',
  );
}

/** The page count of a PDF that gets the mark. Throws RULE_BROKEN if it cannot be marked, UNAVAILABLE. */
export async function describeMarked(pages: Pages, file: PdfFile): ReturnType<Pages['describePdf']> {
  try {
    return await pages.describePdf(file);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'RULE_BROKEN') throw error;
    // The reasons suggest downloading the file, which is also blocked.
    const refusal =
      'This file cannot be watermarked with your name, so it cannot be shown. Ask your broker for another copy.';
    throw new AppError('RULE_BROKEN', refusal, { cause: error });
  }
}

/** A page with the mark in its pixels. Throws like `describeMarked`, and NOT_FOUND. */
export async function renderMarkedPage(
  pages: Pages,
  file: PdfFile,
  { page, width, mark }: { page: number; width: number; mark: Watermark },
): Promise<Buffer> {
  const size = (await describeMarked(pages, file)).sizes[page - 1];
  if (size === undefined) throw notFound('page');
  return pages.renderPage(file, { page, width, overlay: await drawWatermark(mark, size) });
}

type MarkedFile = PdfFile & { readonly name: string; readonly content_type: string };

/** Sends a PDF with the mark on each page, after `record`. Throws RULE_BROKEN if it cannot be marked, UNAVAILABLE. */
export async function sendMarkedFile(
  reply: FastifyReply,
  storage: Storage,
  { file, mark, record }: { file: MarkedFile; mark: Watermark; record: () => Promise<void> },
): Promise<void> {
  requireMarkable(file);
  const stamped = await stampWatermark(() => openFile(storage, file), mark);
  await record();
  void reply.header('content-length', stamped.length);
  const bytes = Readable.from([stamped]);
  sendDownload(reply, { name: file.name, contentType: file.content_type, bytes });
}

/** Sends an image of a page that browsers do not keep. */
export function sendPage(reply: FastifyReply, image: Buffer): void {
  void reply
    .header('content-type', 'image/webp')
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .send(image);
}
