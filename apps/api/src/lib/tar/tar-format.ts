/** The layout of tar (POSIX ustar): blocks of 512 bytes, a header before each file, two empty blocks at the end. */
export const blockBytes = 512;

/** Eleven octal digits. */
const maxBytes = 8 ** 11 - 1;
const maxNameLength = 100;

export type TarHeader = { readonly name: string; readonly sizeBytes: number };

/** The header of a plain file that only its owner may read. Throws for names and sizes that ustar cannot say. */
export function writeHeader({ name, sizeBytes, modifiedAt }: TarHeader & { modifiedAt: Date }): Buffer {
  if (Buffer.byteLength(name) > maxNameLength) throw new RangeError(`Too long for a tar archive: ${name}`);
  if (sizeBytes > maxBytes) throw new RangeError(`Too large for a tar archive: ${name}`);
  const header = Buffer.alloc(blockBytes);
  const octal = (value: number, at: number, digits: number): void =>
    void header.write(value.toString(8).padStart(digits, '0'), at, 'latin1');
  header.write(name, 0, 'utf8');
  octal(0o600, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(sizeBytes, 124, 11);
  octal(Math.floor(modifiedAt.getTime() / 1000), 136, 11);
  header.write('0', 156, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

/** What a header says; null for an empty block, which ends the archive. Throws for what is no header of a plain file. */
export function readHeader(header: Buffer): TarHeader | null {
  if (header.every((byte) => byte === 0)) return null;
  const text = (start: number, end: number): string =>
    header.toString('utf8', start, end).replace(/\0.*$/s, '');
  const sizeBytes = Number.parseInt(text(124, 136), 8);
  const isPlainFile = header.toString('latin1', 257, 262) === 'ustar' && text(156, 157) === '0';
  if (!isPlainFile || Number.parseInt(text(148, 156), 8) !== sumOf(header) || !(sizeBytes >= 0))
    throw new RangeError('Not a header of a tar archive');
  return { name: text(0, maxNameLength), sizeBytes };
}

/** How many empty bytes follow a file, up to the next block. */
export function paddingOf(sizeBytes: number): number {
  return (blockBytes - (sizeBytes % blockBytes)) % blockBytes;
}

/** Of all bytes, with spaces where the sum itself stands. */
function sumOf(header: Buffer): number {
  let sum = 8 * 0x20;
  for (const [at, byte] of header.entries()) if (at < 148 || at >= 156) sum += byte;
  return sum;
}
