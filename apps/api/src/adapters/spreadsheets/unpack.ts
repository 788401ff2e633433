import { inflateRawSync } from 'node:zlib';
import { getErrorCode } from '#lib/error-codes.ts';
import { WorkbookError } from './workbook.ts';

type Entry = {
  readonly name: Buffer;
  readonly isCompressed: boolean;
  readonly packedBytes: number;
  readonly headerAt: number;
};

const maxEntries = 2_000;
const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const headerMark = 0x04034b50;
const endBytes = 22;
const maxCommentBytes = 65_535;
const damaged =
  'This workbook is damaged and cannot be read. Open it in your spreadsheet program and save it again.';

/**
 * The XML parts of a workbook in an uncompressed ZIP file. Measures the actual sizes instead of trusting
 * the declared ones. Throws WorkbookError above `maxBytes` or for any other file.
 */
export function unpackXml(file: Buffer, limit: { maxBytes: number }): Buffer {
  return pack(readXmlParts(file, limit));
}

type Part = { readonly name: Buffer; readonly content: Buffer };

/** The XML parts of an Office file. Throws like `unpackXml`. */
export function readXmlParts(file: Buffer, { maxBytes }: { maxBytes: number }): Part[] {
  const parts: Part[] = [];
  let left = maxBytes;
  for (const entry of listEntries(file)) {
    if (!/\.(xml|rels)$/.test(entry.name.toString('utf8'))) continue;
    const content = unpack(file, entry, left);
    left -= content.length;
    parts.push({ name: entry.name, content });
  }
  return parts;
}

function listEntries(file: Buffer): Entry[] {
  const end = findEnd(file);
  const count = file.readUInt16LE(end + 10);
  let at = file.readUInt32LE(end + 16);
  if (count > maxEntries) throw new WorkbookError(damaged);
  return Array.from({ length: count }, () => {
    if (at + 46 > file.length || file.readUInt32LE(at) !== entryMark) throw new WorkbookError(damaged);
    const nameBytes = file.readUInt16LE(at + 28);
    const entry = {
      name: file.subarray(at + 46, at + 46 + nameBytes),
      isCompressed: file.readUInt16LE(at + 10) === 8,
      packedBytes: file.readUInt32LE(at + 20),
      headerAt: file.readUInt32LE(at + 42),
    };
    at += 46 + nameBytes + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
    return entry;
  });
}

function findEnd(file: Buffer): number {
  const lowest = Math.max(0, file.length - endBytes - maxCommentBytes);
  for (let at = file.length - endBytes; at >= lowest; at -= 1)
    if (file.readUInt32LE(at) === endMark) return at;
  throw new WorkbookError(damaged);
}

function unpack(file: Buffer, { isCompressed, packedBytes, headerAt }: Entry, maxBytes: number): Buffer {
  if (headerAt + 30 > file.length || file.readUInt32LE(headerAt) !== headerMark)
    throw new WorkbookError(damaged);
  const start = headerAt + 30 + file.readUInt16LE(headerAt + 26) + file.readUInt16LE(headerAt + 28);
  const packed = file.subarray(start, start + packedBytes);
  const tooLarge = `This workbook contains more than ${String(Math.round(maxBytes / 1024 ** 2))} MB of data. Save the sheet as CSV (UTF-8) and upload that.`;
  if (!isCompressed && packed.length > maxBytes) throw new WorkbookError(tooLarge);
  if (!isCompressed) return packed;
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, maxBytes) });
  } catch (error) {
    const isTooLarge = error instanceof RangeError || getErrorCode(error) === 'ERR_BUFFER_TOO_LARGE';
    throw new WorkbookError(isTooLarge ? tooLarge : damaged, { cause: error });
  }
}

/** No checksums: the file stays in memory. */
function pack(parts: readonly Part[]): Buffer {
  const bodies: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const { name, content } of parts) {
    const header = Buffer.alloc(30);
    header.writeUInt32LE(headerMark, 0);
    header.writeUInt32LE(content.length, 18);
    header.writeUInt32LE(content.length, 22);
    header.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(entryMark, 0);
    entry.writeUInt32LE(content.length, 20);
    entry.writeUInt32LE(content.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    bodies.push(header, name, content);
    entries.push(entry, name);
    at += header.length + name.length + content.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(endBytes);
  end.writeUInt32LE(endMark, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, directory, end]);
}
