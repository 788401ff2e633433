import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract, type Extract as TarExtract } from 'tar-stream';
import { getErrorCode } from '#lib/error-codes.ts';
import {
  aboutSchema,
  backupFormat,
  manifestSchema,
  entryNames,
  parseArchiveEntry,
  readChecksums,
  type ArchiveInfo,
  type Manifest,
} from './manifest.ts';
import { openCopy } from './object-folder.ts';

/** The file is not a backup, is damaged, or is from a newer version; the message says which. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

/**
 * The entries of the objects that an archive needs from its folder, without reading its tables. Throws `ArchiveError`
 * for a file that is not a backup.
 */
export async function listObjectsBeside(file: string): Promise<string[]> {
  const archive = extract();
  archive.on('error', () => undefined);
  const fed = feedArchive(archive, file);
  const entries: string[] = [];
  let about: ArchiveInfo | null = null;
  try {
    for await (const entry of archive) {
      const name = getEntryName(entry);
      if (about === null) about = readAbout(name === entryNames.about ? await readEntryText(entry) : '');
      else if (about.objects === 'inside' || getFolder(name) !== 'checksums') break;
      else entries.push(...readChecksums(await readEntryText(entry)).map(({ entry: object }) => object));
    }
  } catch (error) {
    throw toArchiveError(error, { file, isBrokenTar: !(error instanceof ArchiveError) });
  } finally {
    archive.destroy(null);
    await fed;
  }
  if (about === null) throw new ArchiveError(`This is not a Handover backup: ${file}`);
  return entries;
}

type Entry = TarExtract extends AsyncIterable<infer Source> ? Source : never;

/** Consumes the contents of an archive in order. Unread content is skipped. */
export type ArchiveReader = {
  /** Called first; may throw to reject the archive. */
  about?(about: ArchiveInfo): void;
  /** COPY text. */
  table?(name: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  jobs?(bytes: AsyncIterable<Buffer>): Promise<void>;
  /** Copies of the audit log's seals. */
  seals?(bytes: AsyncIterable<Buffer>): Promise<void>;
  /** A stored object, under its name in the file store. */
  file?(file: {
    readonly id: string;
    readonly name: string;
    readonly bytes: AsyncIterable<Buffer>;
  }): Promise<void>;
};

/**
 * Reads a whole archive, verifies every byte against its manifest, and returns the manifest. Throws
 * `ArchiveError`; content passed on before that must be discarded.
 */
export async function readArchive(file: string, reader: ArchiveReader = {}): Promise<Manifest> {
  const archive = extract();
  let brokenTar: unknown = null;
  archive.on('error', (error: unknown) => {
    brokenTar ??= error;
  });
  const walk = new Walk(archive, reader, file);
  const fed = feedArchive(archive, file);
  try {
    return await walk.run();
  } catch (error) {
    throw toArchiveError(error, { file, isBrokenTar: error === brokenTar });
  } finally {
    archive.destroy(null);
    await fed;
  }
}

/** Unpacks the file into the archive at the reader's pace. An error ends the archive. */
async function feedArchive(archive: TarExtract, file: string): Promise<void> {
  const closed = new AbortController();
  archive.once('close', () => closed.abort());
  const gunzip = createGunzip();
  // Any failure ends the stream with its error, which reaches the consumer.
  pipeline(createReadStream(file), gunzip, () => undefined);
  const chunks: AsyncIterable<Buffer> = gunzip;
  try {
    for await (const chunk of chunks) {
      const isDrained = archive.write(chunk);
      if (!isDrained) await once(archive, 'drain', { signal: closed.signal });
    }
    archive.end(null);
  } catch (error) {
    archive.destroy(error instanceof Error ? error : null);
  }
}

function toArchiveError(
  error: unknown,
  { file, isBrokenTar }: { file: string; isBrokenTar: boolean },
): unknown {
  const code = getErrorCode(error);
  if (code === 'ENOENT' || code === 'EISDIR') return new ArchiveError(`File not found: ${file}`);
  if (code === 'Z_BUF_ERROR') return new ArchiveError(`The archive is truncated: ${file}`);
  if (code === 'Z_DATA_ERROR') return new ArchiveError(`This is not a backup, or it is damaged: ${file}`);
  if (error instanceof Error && error.message === 'Unexpected end of data')
    return new ArchiveError(`The archive is truncated: ${file}`, { cause: error });
  if (isBrokenTar && code === '') return new ArchiveError(`${damaged}: ${file}`, { cause: error });
  return error;
}

const damaged = 'The archive is damaged';

function readAbout(text: string): ArchiveInfo {
  const known = aboutSchema.safeParse(parseJson(text));
  if (!known.success) throw new ArchiveError('This is not a Handover backup');
  if (known.data.format > backupFormat)
    throw new ArchiveError(
      `This backup was created by a newer version of Handover (${known.data.version}). Restore it with that version.`,
    );
  return known.data;
}

async function readEntryText(entry: Entry): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of readBytes(entry)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** The data read so far, for comparison with the manifest. */
type Met = { readonly bytes: number; readonly sha256: string };

class Walk {
  readonly #entries: AsyncIterator<Entry>;
  readonly #reader: ArchiveReader;
  readonly #dumps = new Map<string, Met>();
  readonly #lists = createHash('sha256');
  readonly #archive: string;
  #entry: Entry | null = null;
  /** Hashes of the objects since the last list, by their entry. */
  readonly #unlisted = new Map<string, string>();
  #isBeside = false;
  #files = 0;

  constructor(entries: AsyncIterable<Entry>, reader: ArchiveReader, archive: string) {
    this.#entries = entries[Symbol.asyncIterator]();
    this.#reader = reader;
    this.#archive = archive;
  }

  async run(): Promise<Manifest> {
    await this.#next();
    const about = await this.#readAbout();
    this.#isBeside = about.objects === 'beside';
    this.#reader.about?.(about);
    for (;;) {
      const name = getEntryName(this.#here());
      if (name === entryNames.manifest) break;
      const folder = getFolder(name);
      if (name.startsWith('tables/'))
        await this.#dump(folder, (bytes) => this.#reader.table?.(folder.slice('tables/'.length), bytes));
      else if (folder === 'jobs') await this.#dump(folder, (bytes) => this.#reader.jobs?.(bytes));
      else if (folder === 'seals') await this.#dump(folder, (bytes) => this.#reader.seals?.(bytes));
      else if (parseArchiveEntry(name) !== null) await this.#file();
      else if (folder === 'checksums') await this.#checksums();
      else throw new ArchiveError(`${damaged}: unexpected ${name}`);
    }
    const manifest = manifestSchema.safeParse(parseJson(await this.#text()));
    if (!manifest.success) throw new ArchiveError(`${damaged}: its manifest is unreadable`);
    await this.#next();
    if (this.#entry !== null) throw new ArchiveError(`${damaged}: there is data after its manifest`);
    this.#compare(manifest.data);
    return manifest.data;
  }

  async #readAbout(): Promise<ArchiveInfo> {
    const about = readAbout(this.#entry?.header.name === entryNames.about ? await this.#text() : '');
    await this.#next();
    return about;
  }

  /** All parts of one table as one stream. */
  async #dump(
    folder: string,
    take: (bytes: AsyncIterable<Buffer>) => Promise<void> | undefined,
  ): Promise<void> {
    if (this.#dumps.has(folder)) throw new ArchiveError(`${damaged}: ${folder} appears twice`);
    const hash = createHash('sha256');
    let bytes = 0;
    const parts = async function* (walk: Walk): AsyncGenerator<Buffer> {
      while (walk.#entry !== null && getFolder(getEntryName(walk.#entry)) === folder) {
        for await (const chunk of readBytes(walk.#entry)) {
          hash.update(chunk);
          bytes += chunk.length;
          yield chunk;
        }
        await walk.#next();
      }
    };
    const stream = parts(this);
    await take(stream);
    await drain(stream);
    this.#dumps.set(folder, { bytes, sha256: hash.digest('hex') });
  }

  async #file(): Promise<void> {
    const entry = this.#here();
    const name = getEntryName(entry);
    this.#unlisted.set(name, await this.#pass(name, readBytes(entry)));
    await this.#next();
  }

  /** Passes an object on, and returns the hash of its bytes. */
  async #pass(entry: string, bytes: AsyncIterable<Buffer>): Promise<string> {
    const hash = createHash('sha256');
    const stream = hashBytes(bytes, hash);
    const object = parseArchiveEntry(entry);
    if (object !== null) await this.#reader.file?.({ ...object, bytes: stream });
    await drain(stream);
    return hash.digest('hex');
  }

  /** Objects that were already damaged in the store are not in any list. */
  async #checksums(): Promise<void> {
    const list = await this.#text();
    for (const { sha256, entry } of readChecksums(list)) {
      if (parseArchiveEntry(entry) === null) throw new ArchiveError(`${damaged}: unexpected ${entry}`);
      const found =
        this.#isBeside && !this.#unlisted.has(entry)
          ? await this.#passCopy(entry)
          : this.#unlisted.get(entry);
      if (found !== sha256) throw new ArchiveError(`${damaged}: one of its files has changed`);
      this.#unlisted.delete(entry);
      this.#files += 1;
    }
    this.#lists.update(list);
    await this.#next();
  }

  async #passCopy(entry: string): Promise<string> {
    try {
      return await this.#pass(entry, openCopy(this.#archive, entry));
    } catch (error) {
      if (getErrorCode(error) !== 'ENOENT') throw error;
      throw new ArchiveError(
        `${entry} is missing next to the archive. Copy the archive’s folder with everything in it.`,
        { cause: error },
      );
    }
  }

  #compare({ tables, jobs, seals, files }: Manifest): void {
    const expected = new Map<string, Met>([
      ...tables.map((table) => [`tables/${table.name}`, table] as const),
      ['jobs', jobs] as const,
      ...(seals === undefined ? [] : [['seals', seals] as const]),
    ]);
    for (const [folder, { bytes, sha256 }] of expected) {
      const met = this.#dumps.get(folder);
      if (met?.bytes !== bytes || met.sha256 !== sha256)
        throw new ArchiveError(`${damaged}: ${folder} has changed`);
    }
    const isLost = (entry: string): boolean => files.lost.includes(parseArchiveEntry(entry)?.id ?? '');
    const isOthers = [...this.#unlisted.keys()].some((entry) => !isLost(entry));
    const isSame = this.#files === files.count && this.#lists.digest('hex') === files.sha256;
    if (this.#dumps.size !== expected.size || isOthers || !isSame)
      throw new ArchiveError(`${damaged}: something listed in its manifest is missing`);
  }

  #text(): Promise<string> {
    return readEntryText(this.#here());
  }

  #here(): Entry {
    if (this.#entry === null) throw new ArchiveError(`${damaged}: it has no manifest`);
    return this.#entry;
  }

  async #next(): Promise<void> {
    const next = await this.#entries.next();
    this.#entry = next.done === true ? null : next.value;
  }
}

/** The archive has plain files only. */
function getEntryName({ header }: Entry): string {
  if (header.type !== 'file') throw new ArchiveError(`${damaged}: it contains ${header.name}`);
  return header.name;
}

async function* readBytes(entry: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const chunk of entry) if (Buffer.isBuffer(chunk)) yield chunk;
}

async function* hashBytes(bytes: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

async function drain(stream: AsyncIterable<Buffer>): Promise<void> {
  const rest = stream[Symbol.asyncIterator]();
  while ((await rest.next()).done !== true);
}

function getFolder(name: string): string {
  return name.slice(0, name.lastIndexOf('/'));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
