import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#lib/errors.ts';

export type Upload = {
  /** The first bytes, for type detection; all bytes of a shorter upload. */
  readonly head: Buffer;
  /** All bytes, including the first. */
  readonly bytes: Readable;
};

/**
 * Opens the raw body of an upload. The connection is kept open after an early error so that the sender receives the
 * response. Throws TOO_LARGE if the announced size exceeds `maxBytes`, INVALID_INPUT if the first bytes are incomplete.
 */
export async function openUpload(
  { headers, body }: Pick<FastifyRequest, 'headers' | 'body'>,
  { headBytes, maxBytes }: { headBytes: number; maxBytes: number },
): Promise<Upload> {
  if (Number(headers['content-length']) > maxBytes) throw tooLargeError(maxBytes);
  const source = body instanceof Readable ? body : Readable.from([]);
  const chunks: AsyncIterator<Buffer> = source.iterator({ destroyOnReturn: false });
  const read: Buffer[] = [];
  let size = 0;
  while (size < headBytes) {
    const next = await chunks.next().catch((cause: unknown) => {
      throw uploadInterrupted(cause);
    });
    if (next.done === true) break;
    read.push(next.value);
    size += next.value.length;
  }
  return {
    head: Buffer.concat(read).subarray(0, headBytes),
    bytes: Readable.from(join(read, chunks), { objectMode: false }),
  };
}

async function* join(read: Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  for (const chunk of read.splice(0)) yield chunk;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

/** Reads a small upload into memory. Throws TOO_LARGE above `maxBytes`, INVALID_INPUT if it is incomplete. */
export async function readUpload(
  request: Pick<FastifyRequest, 'headers' | 'body'>,
  maxBytes: number,
): Promise<Buffer> {
  const { head } = await openUpload(request, { headBytes: maxBytes + 1, maxBytes });
  if (head.length > maxBytes) throw tooLargeError(maxBytes);
  return head;
}

export function tooLargeError(maxBytes: number, cause?: unknown): AppError {
  return new AppError('TOO_LARGE', `Files can be up to ${describeSize(maxBytes)}.`, { cause });
}

export function uploadInterrupted(cause: unknown): AppError {
  return new AppError('INVALID_INPUT', 'The upload was interrupted. Upload the file again.', { cause });
}

/** A readable size: `25 MB`, `4 GB`. */
function describeSize(bytes: number): string {
  return bytes >= 1024 ** 3
    ? `${String(bytes / 1024 ** 3)} GB`
    : `${String(Math.round(bytes / 1024 ** 2))} MB`;
}

/**
 * A safe file name: the last path segment without controls, direction overrides, and characters that file
 * systems reject; `file` if nothing is left. At most 200 characters, extension preserved.
 */
export function cleanFileName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .replace(/[\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .trim()
    .replace(/^\.+|[. ]+$/g, '');
  if (plain === '') return 'file';
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(plain)?.[0] ?? '';
  const stem = plain.slice(0, plain.length - extension.length);
  return `${Array.from(stem)
    .slice(0, 200 - extension.length)
    .join('')}${extension}`;
}
