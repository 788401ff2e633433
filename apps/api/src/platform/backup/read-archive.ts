import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract, type Extract as TarExtract } from 'tar-stream';
import {
  aboutSchema,
  backupFormat,
  checksumLine,
  manifestSchema,
  places,
  type About,
  type Manifest,
} from './manifest.ts';

/** The file is no backup, is damaged, or was made by a newer program; the message says which. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

type Entry = TarExtract extends AsyncIterable<infer Source> ? Source : never;

/** What takes the contents of an archive in turn. What it leaves unread is read past. */
export type ArchiveReader = {
  /** Called first; throws to refuse. */
  about?(about: About): void;
  /** The text of COPY. */
  table?(name: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  jobs?(bytes: AsyncIterable<Buffer>): Promise<void>;
  file?(sha256: string, file: { sizeBytes: number; bytes: AsyncIterable<Buffer> }): Promise<void>;
};

/**
 * Reads an archive from end to end and checks every byte of it against its manifest, which it returns.
 * Throws `ArchiveError`; what a reader was given until then must be thrown away.
 */
export async function readArchive(file: string, reader: ArchiveReader = {}): Promise<Manifest> {
  const archive = extract();
  let brokenTar: unknown = null;
  archive.on('error', (error: unknown) => {
    brokenTar ??= error;
  });
  const walk = new Walk(archive, reader);
  const fed = feed(archive, file);
  try {
    return await walk.run();
  } catch (error) {
    throw explained(error, { file, isBrokenTar: error === brokenTar });
  } finally {
    archive.destroy(null);
    await fed;
  }
}

/** Unpacks the file into the archive, no faster than that is read. What breaks ends the archive with its error. */
async function feed(archive: TarExtract, file: string): Promise<void> {
  const closed = new AbortController();
  archive.once('close', () => closed.abort());
  const gunzip = createGunzip();
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

function explained(error: unknown, { file, isBrokenTar }: { file: string; isBrokenTar: boolean }): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT' || code === 'EISDIR') return new ArchiveError(`There is no such file: ${file}`);
  if (code === 'Z_BUF_ERROR') return new ArchiveError(`The archive ends too early: ${file}`);
  if (code === 'Z_DATA_ERROR') return new ArchiveError(`This is not a backup, or it is damaged: ${file}`);
  if (error instanceof Error && error.message === 'Unexpected end of data')
    return new ArchiveError(`The archive ends too early: ${file}`, { cause: error });
  if (isBrokenTar && code === '') return new ArchiveError(`${damaged}: ${file}`, { cause: error });
  return error;
}

const damaged = 'The archive is damaged';

/** What was met on the way, to be compared with the manifest. */
type Met = { readonly bytes: number; readonly sha256: string };

class Walk {
  readonly #entries: AsyncIterator<Entry>;
  readonly #reader: ArchiveReader;
  readonly #dumps = new Map<string, Met>();
  readonly #lists = createHash('sha256');
  #entry: Entry | null = null;
  #list = '';
  #suspects = new Set<string>();
  #files = 0;

  constructor(entries: AsyncIterable<Entry>, reader: ArchiveReader) {
    this.#entries = entries[Symbol.asyncIterator]();
    this.#reader = reader;
  }

  async run(): Promise<Manifest> {
    await this.#next();
    const about = await this.#readAbout();
    this.#reader.about?.(about);
    for (;;) {
      const name = nameOf(this.#here());
      if (name === places.manifest) break;
      const folder = folderOf(name);
      if (name.startsWith('tables/'))
        await this.#dump(folder, (bytes) => this.#reader.table?.(folder.slice('tables/'.length), bytes));
      else if (folder === 'jobs') await this.#dump(folder, (bytes) => this.#reader.jobs?.(bytes));
      else if (name.startsWith('files/')) await this.#file();
      else if (folder === 'checksums') await this.#checksums();
      else throw new ArchiveError(`${damaged}: it holds ${name}`);
    }
    const manifest = manifestSchema.safeParse(parsed(await this.#text()));
    if (!manifest.success) throw new ArchiveError(`${damaged}: its manifest cannot be read`);
    await this.#next();
    if (this.#entry !== null) throw new ArchiveError(`${damaged}: it goes on behind its manifest`);
    this.#compare(manifest.data);
    return manifest.data;
  }

  async #readAbout(): Promise<About> {
    const known = aboutSchema.safeParse(
      this.#entry?.header.name === places.about ? parsed(await this.#text()) : null,
    );
    if (!known.success) throw new ArchiveError('This is not a backup of Handover');
    if (known.data.format > backupFormat)
      throw new ArchiveError(
        `This backup was made by a newer Handover (${known.data.version}). Restore it with that version.`,
      );
    await this.#next();
    return known.data;
  }

  /** All parts of one table, as one stream. */
  async #dump(
    folder: string,
    take: (bytes: AsyncIterable<Buffer>) => Promise<void> | undefined,
  ): Promise<void> {
    if (this.#dumps.has(folder)) throw new ArchiveError(`${damaged}: ${folder} is there twice`);
    const hash = createHash('sha256');
    let bytes = 0;
    const parts = async function* (walk: Walk): AsyncGenerator<Buffer> {
      while (walk.#entry !== null && folderOf(nameOf(walk.#entry)) === folder) {
        for await (const chunk of bytesOf(walk.#entry)) {
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
    const sha256 = nameOf(entry).slice('files/'.length).replace('/', '');
    const hash = createHash('sha256');
    const stream = hashed(bytesOf(entry), hash);
    await this.#reader.file?.(sha256, { sizeBytes: entry.header.size ?? 0, bytes: stream });
    await drain(stream);
    // The next list leaves out what was changed in the store already.
    if (hash.digest('hex') === sha256) this.#list += checksumLine(sha256);
    else this.#suspects.add(sha256);
    await this.#next();
  }

  async #checksums(): Promise<void> {
    const list = await this.#text();
    if (list !== this.#list) throw new ArchiveError(`${damaged}: a file in it is not what it was`);
    this.#lists.update(list);
    this.#files += list.split('\n').length - 1;
    this.#list = '';
    await this.#next();
  }

  #compare({ tables, jobs, files }: Manifest): void {
    const expected = new Map<string, Met>([
      ...tables.map((table) => [`tables/${table.name}`, table] as const),
      ['jobs', jobs] as const,
    ]);
    for (const [folder, { bytes, sha256 }] of expected) {
      const met = this.#dumps.get(folder);
      if (met?.bytes !== bytes || met.sha256 !== sha256)
        throw new ArchiveError(`${damaged}: ${folder} is not what it was`);
    }
    const isOthers = [...this.#suspects].some((sha256) => !files.lost.includes(sha256));
    const isSame = this.#files === files.count && this.#lists.digest('hex') === files.sha256;
    if (this.#dumps.size !== expected.size || isOthers || !isSame || this.#list !== '')
      throw new ArchiveError(`${damaged}: not everything that its manifest names is in it`);
  }

  async #text(): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of bytesOf(this.#here())) chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8');
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
function nameOf({ header }: Entry): string {
  if (header.type !== 'file') throw new ArchiveError(`${damaged}: it holds ${header.name}`);
  return header.name;
}

async function* bytesOf(entry: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const chunk of entry) if (Buffer.isBuffer(chunk)) yield chunk;
}

async function* hashed(bytes: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

async function drain(stream: AsyncIterable<Buffer>): Promise<void> {
  const rest = stream[Symbol.asyncIterator]();
  while ((await rest.next()).done !== true);
}

function folderOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/'));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
