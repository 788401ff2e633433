import { describe, expect, it } from 'vitest';
import { BrokenTarError, readTar } from './read-tar.ts';
import { paddingOf, writeHeader } from './tar-format.ts';

const modifiedAt = new Date('2026-11-22T04:00:00Z');

function archiveOf(files: Record<string, string>): Buffer {
  const entries = Object.entries(files).flatMap(([name, text]) => {
    const bytes = Buffer.from(text);
    const header = writeHeader({ name, sizeBytes: bytes.length, modifiedAt });
    return [header, bytes, Buffer.alloc(paddingOf(bytes.length))];
  });
  return Buffer.concat([...entries, Buffer.alloc(1024)]);
}

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(bytes: Buffer, { chunk = 700, skips = '' } = {}): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const { name, bytes: content } of readTar(inChunks(bytes, chunk))) {
    if (name === skips) continue;
    const parts: Buffer[] = [];
    for await (const part of content) parts.push(part);
    found[name] = Buffer.concat(parts).toString();
  }
  return found;
}

describe('a tar archive', () => {
  const files = { 'a.txt': 'one', 'folder/b': 'x'.repeat(512), empty: '', c: 'ü'.repeat(900) };

  it.each([1, 511, 512, 513, 100_000])(
    'gives back what was written, read %i bytes at a time',
    async (chunk) => {
      expect(await read(archiveOf(files), { chunk })).toEqual(files);
    },
  );

  it('goes on behind a file that nobody read', async () => {
    expect(Object.keys(await read(archiveOf(files), { skips: 'folder/b' }))).toEqual(['a.txt', 'empty', 'c']);
  });

  it('says that it ends too early, wherever it was cut', async () => {
    const whole = archiveOf(files);
    for (const length of [0, 100, 512, 514, 1024, 1500, whole.length - 1024])
      await expect(read(whole.subarray(0, length))).rejects.toThrow(BrokenTarError);
  });

  it('says that a header was changed', async () => {
    const bytes = archiveOf(files);
    bytes[3] = 0x42;
    await expect(read(bytes)).rejects.toThrow(BrokenTarError);
  });

  it('refuses names and sizes that it could not give back', () => {
    expect(() => writeHeader({ name: 'n'.repeat(101), sizeBytes: 0, modifiedAt })).toThrow(RangeError);
    expect(() => writeHeader({ name: 'n', sizeBytes: 8 ** 11, modifiedAt })).toThrow(RangeError);
  });
});
