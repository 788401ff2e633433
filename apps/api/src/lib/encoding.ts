export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

type MarkedEncoding = { readonly encoding: Encoding; readonly markBytes: number };

const marks: readonly { readonly encoding: Encoding; readonly bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

/** The encoding that a byte order mark names, with the mark's size; null without one. */
export function findMarkedEncoding(head: Buffer): MarkedEncoding | null {
  const mark = marks.find(({ bytes }) => bytes.every((byte, index) => head[index] === byte));
  return mark === undefined ? null : { encoding: mark.encoding, markBytes: mark.bytes.length };
}

/**
 * The encoding to assume for a file without a byte order mark: UTF-16 if every other byte of Western text is zero, else
 * UTF-8, which only the whole file can confirm.
 */
export function guessUnmarked(head: Buffer): Encoding {
  const looked = head.subarray(0, 1_000);
  const zeros = [0, 0];
  looked.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > looked.length / 4 && even === 0) return 'utf-16le';
  return even > looked.length / 4 && odd === 0 ? 'utf-16be' : 'utf-8';
}

/**
 * Tab, line feed, vertical tab, form feed, carriage return, and the end-of-file mark of old files can occur in text.
 */
const binaryCharacters = /[\u0000-\u0008\u000e-\u0019\u001b-\u001f\u007f-\u009f]/;

/**
 * The encoding of a text from its first bytes or all of them; null for bytes that are not text. Unmarked text that is
 * not UTF-8 is taken to be Windows-1252, which spreadsheets use for CSV.
 */
export function findTextEncoding(head: Buffer, { isWhole = false } = {}): Encoding | null {
  const likely = findMarkedEncoding(head)?.encoding ?? guessUnmarked(head);
  if (likely === 'utf-8' && !head.includes(0) && isDecodable(head, { encoding: 'utf-8', isWhole }))
    return 'utf-8';
  const encoding = likely === 'utf-8' ? 'windows-1252' : likely;
  return isDecodable(head, { encoding, isWhole, refused: binaryCharacters }) ? encoding : null;
}

function isDecodable(
  head: Buffer,
  { encoding, isWhole, refused }: { encoding: Encoding; isWhole: boolean; refused?: RegExp },
): boolean {
  try {
    // Allows a character cut off at the end of the head.
    const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: !isWhole });
    return refused?.test(text) !== true;
  } catch {
    return false;
  }
}

/** Whether a name read from the database is one of the encodings. */
export function isEncoding(name: string): name is Encoding {
  return encodings.some((encoding) => encoding === name);
}

/** The size of a decoded text in the file, in bytes. Correct only if nothing was replaced while decoding. */
export function createByteCounter(encoding: Encoding): (text: string) => number {
  if (encoding === 'utf-8') return (text) => Buffer.byteLength(text);
  return encoding === 'windows-1252' ? (text) => text.length : (text) => text.length * 2;
}

/** Decodes a stream of bytes that starts on a character. */
export async function* decodeStream(
  bytes: AsyncIterable<Buffer>,
  encoding: Encoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** Passes bytes through, and determines whether all of them together are UTF-8. */
export function watchUtf8(bytes: AsyncIterable<Buffer>): {
  readonly bytes: AsyncGenerator<Buffer>;
  isUtf8(): boolean;
} {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  const check = (chunk: Buffer | undefined): void => {
    try {
      if (isUtf8) decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      isUtf8 = false;
    }
  };
  async function* pass(): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      check(chunk);
      yield chunk;
    }
    check(undefined);
  }
  return { bytes: pass(), isUtf8: () => isUtf8 };
}
