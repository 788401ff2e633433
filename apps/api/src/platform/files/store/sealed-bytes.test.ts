import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { slices } from '#test/storage/bytes.ts';
import { CorruptObjectError } from '#adapters/storage/storage.ts';
import { newId } from '#lib/ids.ts';
import { createKey, unwrapKey, wrapKey } from './object-keys.ts';
import { chunkBytes, openBytes, sealBytes, getSealedRange, getSealedSize } from './sealed-bytes.ts';

const objectKey = { id: newId(), key: createKey() };
const sealedChunk = chunkBytes + 16;

const seal = (bytes: Buffer, step = 10_007) =>
  buffer(sealBytes(Readable.from(slices(bytes, step)), objectKey));
const open = (
  sealed: Buffer,
  {
    sizeBytes,
    range,
    step = 9_999,
  }: { sizeBytes: number; range?: { start: number; end?: number }; step?: number },
) =>
  buffer(
    openBytes(Readable.from(slices(sealed, step)), objectKey, {
      sizeBytes,
      ...(range === undefined ? {} : { range }),
    }),
  );

describe('encrypted bytes', () => {
  it.each([0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 2 * chunkBytes, 5 * chunkBytes + 77])(
    'of %i bytes are as long as announced, and decrypt to the same',
    async (size) => {
      const bytes = randomBytes(size);
      const sealed = await seal(bytes);
      expect(sealed.length).toBe(getSealedSize(size));
      expect((await open(sealed, { sizeBytes: size })).equals(bytes)).toBe(true);
    },
  );

  it('do not contain the plain bytes', async () => {
    const sealed = await seal(Buffer.from('Jane Doe, SSN 123-45-6789. '.repeat(5_000)));
    expect(sealed.includes('Jane Doe')).toBe(false);
  });

  it.each([
    [0, 0],
    [0, chunkBytes - 1],
    [chunkBytes - 1, chunkBytes],
    [chunkBytes, 2 * chunkBytes - 1],
    [70_000, 3 * chunkBytes],
    [3 * chunkBytes + 9, undefined],
    [3 * chunkBytes + 99, 9_999_999],
  ])('from %i to %s are read from the chunks that hold them only', async (start, end) => {
    const bytes = randomBytes(3 * chunkBytes + 100);
    const sealed = await seal(bytes);
    const range = end === undefined ? { start } : { start, end };
    const { start: from, end: to = -1 } = getSealedRange(bytes.length, range);
    expect(from % sealedChunk).toBe(0);
    const read = await open(sealed.subarray(from, to + 1), { sizeBytes: bytes.length, range });
    expect(read.equals(bytes.subarray(start, (end ?? bytes.length) + 1))).toBe(true);
  });

  it('are refused after any change, before a byte of the changed chunk is passed on', async () => {
    const bytes = randomBytes(2 * chunkBytes + 50);
    const sealed = await seal(bytes);
    const flipped = (at: number) => {
      const copy = Buffer.from(sealed);
      copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
      return copy;
    };
    const swapped = Buffer.concat([
      sealed.subarray(sealedChunk, 2 * sealedChunk),
      sealed.subarray(0, sealedChunk),
      sealed.subarray(2 * sealedChunk),
    ]);
    for (const changed of [flipped(0), flipped(sealedChunk - 1), flipped(sealed.length - 1), swapped])
      await expect(open(changed, { sizeBytes: bytes.length })).rejects.toThrow(CorruptObjectError);
    const passed: Buffer[] = [];
    const reading = async () => {
      const source = Readable.from(slices(flipped(sealedChunk + 5), 5_000));
      for await (const chunk of openBytes(source, objectKey, { sizeBytes: bytes.length })) passed.push(chunk);
    };
    await expect(reading()).rejects.toThrow(CorruptObjectError);
    expect(Buffer.concat(passed).equals(bytes.subarray(0, chunkBytes))).toBe(true);
  });

  it.each([
    ['inside a chunk', 2 * sealedChunk + 10],
    ['between two chunks', 2 * sealedChunk],
    ['before its first byte', 0],
  ])('are refused when they end %s', async (_where, length) => {
    const sizeBytes = 2 * chunkBytes + 50;
    const sealed = await seal(randomBytes(sizeBytes));
    await expect(open(sealed.subarray(0, length), { sizeBytes })).rejects.toThrow(CorruptObjectError);
  });

  it('are refused when a shorter size is claimed, since the last chunk says that it is the last', async () => {
    const sealed = await seal(randomBytes(2 * chunkBytes + 50));
    await expect(open(sealed.subarray(0, sealedChunk), { sizeBytes: chunkBytes })).rejects.toThrow(
      CorruptObjectError,
    );
    await expect(open(sealed, { sizeBytes: 2 * chunkBytes })).rejects.toThrow(CorruptObjectError);
  });

  it('of one object are not those of another', async () => {
    const sealed = await seal(Buffer.from('mine'));
    const renamed = openBytes(Readable.from([sealed]), { ...objectKey, id: newId() }, { sizeBytes: 4 });
    await expect(buffer(renamed)).rejects.toThrow(CorruptObjectError);
  });
});

describe('a wrapped key', () => {
  it('opens with the key that wrapped it, for its object only', () => {
    const [by, key, objectId] = [createKey(), createKey(), newId()];
    const wrapped = wrapKey(key, { by, objectId });
    expect(unwrapKey(wrapped, { by, objectId }).equals(key)).toBe(true);
    expect(() => unwrapKey(wrapped, { by: createKey(), objectId })).toThrow(/authenticate/);
    expect(() => unwrapKey(wrapped, { by, objectId: newId() })).toThrow(/authenticate/);
  });
});
