import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { ByteRange } from '#adapters/storage/object-store.ts';
import { CorruptObjectError } from '#adapters/storage/storage.ts';

/** Plain bytes of a chunk. Each chunk is authenticated, so a range can be read without the rest. */
export const chunkBytes = 64 * 1024;
const tagBytes = 16;
const algorithm = 'aes-256-gcm';

export type ObjectKey = { readonly id: string; readonly key: Buffer };

/** Number of encrypted bytes. */
export function getSealedSize(plainBytes: number): number {
  return plainBytes + tagBytes * countChunks(plainBytes);
}

/** An empty object has one empty chunk, so that its end is authenticated as well. */
function countChunks(plainBytes: number): number {
  return Math.max(1, Math.ceil(plainBytes / chunkBytes));
}

/**
 * Encrypts a stream chunk by chunk. The nonce is the chunk's index with a flag for the last one, so chunks cannot be
 * reordered, and a missing end is detected; a nonce is never reused, because each key encrypts one object.
 */
export async function* sealBytes(
  source: AsyncIterable<Buffer>,
  objectKey: ObjectKey,
): AsyncGenerator<Buffer> {
  const plain = Buffer.allocUnsafe(chunkBytes);
  let filled = 0;
  let index = 0;
  for await (const bytes of source) {
    for (let offset = 0; offset < bytes.length;) {
      // A full chunk is not the last if more bytes follow.
      if (filled === chunkBytes) {
        yield* seal(plain, objectKey, { index, isLast: false });
        index += 1;
        filled = 0;
      }
      const copied = bytes.copy(plain, filled, offset);
      offset += copied;
      filled += copied;
    }
  }
  yield* seal(plain.subarray(0, filled), objectKey, { index, isLast: true });
}

type Chunk = { readonly index: number; readonly isLast: boolean };

/**
 * The encrypted bytes, then their tag. Not copied into one buffer, because copies of a large file would wait for the
 * garbage collector.
 */
function seal(plain: Buffer, { id, key }: ObjectKey, chunk: Chunk): [Buffer, Buffer] {
  const cipher = createCipheriv(algorithm, key, createNonce(chunk)).setAAD(toAssociatedData(id));
  const sealed = cipher.update(plain);
  // In this mode, all bytes have arrived by now.
  cipher.final();
  return [sealed, cipher.getAuthTag()];
}

function createNonce({ index, isLast }: Chunk): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt8(isLast ? 1 : 0, 0);
  nonce.writeUIntBE(index, 6, 6);
  return nonce;
}

function toAssociatedData(id: string): Buffer {
  return Buffer.from(`handover object 1 ${id}`);
}

/** The chunks that hold a range of plain bytes. */
type Span = { readonly first: number; readonly last: number; readonly start: number; readonly end: number };

function getSpan(sizeBytes: number, { start, end = sizeBytes - 1 }: ByteRange): Span {
  const lastByte = Math.min(end, sizeBytes - 1);
  const last = countChunks(sizeBytes) - 1;
  return {
    first: Math.min(Math.floor(start / chunkBytes), last),
    last: Math.max(0, Math.min(Math.floor(lastByte / chunkBytes), last)),
    start,
    end: lastByte,
  };
}

/** The encrypted bytes to read for a range of an object of `sizeBytes` plain bytes. */
export function getSealedRange(sizeBytes: number, range: ByteRange): ByteRange {
  const { first, last } = getSpan(sizeBytes, range);
  const sealedChunk = chunkBytes + tagBytes;
  return {
    start: first * sealedChunk,
    end: Math.min((last + 1) * sealedChunk, getSealedSize(sizeBytes)) - 1,
  };
}

/**
 * Decrypts what `getSealedRange` names, and yields the range. Fails with `CorruptObjectError` at the first chunk that was
 * changed, or is missing.
 */
export async function* openBytes(
  sealed: AsyncIterable<Buffer>,
  objectKey: ObjectKey,
  { sizeBytes, range = { start: 0 } }: { sizeBytes: number; range?: ByteRange },
): AsyncGenerator<Buffer> {
  const { first, last, start, end } = getSpan(sizeBytes, range);
  const finalIndex = countChunks(sizeBytes) - 1;
  const chunks = rechunk(sealed, (index) => {
    const plainBytes = Math.min(chunkBytes, sizeBytes - (first + index) * chunkBytes);
    return first + index > last ? null : plainBytes + tagBytes;
  });
  let index = first;
  for await (const chunk of chunks) {
    const plain = open(chunk, objectKey, { index, isLast: index === finalIndex });
    const offset = index * chunkBytes;
    index += 1;
    const wanted = plain.subarray(Math.max(0, start - offset), Math.max(0, end + 1 - offset));
    if (wanted.length > 0) yield wanted;
  }
  if (index !== last + 1) throw new CorruptObjectError(`Object ${objectKey.id} is incomplete in the store`);
}

/**
 * Splits a stream into chunks of given sizes; null ends it. A truncated chunk is passed on and fails authentication.
 * Each chunk is valid until the next is read.
 */
async function* rechunk(
  source: AsyncIterable<Buffer>,
  sizeOf: (index: number) => number | null,
): AsyncGenerator<Buffer> {
  const chunk = Buffer.allocUnsafe(chunkBytes + tagBytes);
  let index = 0;
  let size = sizeOf(index);
  let filled = 0;
  for await (const bytes of source) {
    for (let offset = 0; offset < bytes.length;) {
      if (size === null) throw new CorruptObjectError('An object has more bytes than were stored');
      const copied = bytes.copy(chunk, filled, offset, offset + size - filled);
      offset += copied;
      filled += copied;
      if (filled < size) continue;
      yield chunk.subarray(0, size);
      index += 1;
      [size, filled] = [sizeOf(index), 0];
    }
  }
  if (filled > 0) yield chunk.subarray(0, filled);
}

function open(sealed: Buffer, { id, key }: ObjectKey, chunk: Chunk): Buffer {
  const text = sealed.subarray(0, Math.max(0, sealed.length - tagBytes));
  const tag = sealed.subarray(text.length);
  try {
    const decipher = createDecipheriv(algorithm, key, createNonce(chunk), { authTagLength: tagBytes })
      .setAAD(toAssociatedData(id))
      .setAuthTag(tag);
    const plain = decipher.update(text);
    decipher.final();
    return plain;
  } catch (cause) {
    throw new CorruptObjectError(`Object ${id} was changed in the store`, { cause });
  }
}
