import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { CorruptObjectError } from '#adapters/storage/content-address.ts';
import { MissingObjectError, type Storage } from '#adapters/storage/storage.ts';
import { paddingOf, writeHeader } from '#lib/tar/tar-format.ts';
import { productVersion } from '#lib/version.ts';
import { backupFormat, checksumLine, places, type About, type Dump, type Manifest } from './manifest.ts';
import { createProgress, type Progress } from './progress.ts';
import type { Snapshot, StoredFile } from './snapshot.queries.ts';

/** A table is cut into files of about this size, since a tar header names a size before the bytes. */
const partBytes = 4 * 1024 * 1024;
const filesPerList = 1_000;

type Copied = Readable & { readonly rowCount: number };

export type ArchiveSource = {
  readonly snapshot: Snapshot;
  readonly storage: Pick<Storage, 'read'>;
  readonly now: Date;
  onProgress(done: number): void;
};

/**
 * The bytes of a tar archive with all of a snapshot, made as they are taken, and told of by `onEnd` before
 * the last of them. Memory holds a part of a table at most.
 */
export async function* writeArchive(
  source: ArchiveSource,
  onEnd: (manifest: Manifest) => void,
): AsyncGenerator<Buffer> {
  const { snapshot, now } = source;
  const writer = new Writer(source, createProgress(snapshot.tables, await snapshot.measureFiles()));
  const about: About = {
    product: 'handover',
    format: backupFormat,
    madeAt: now.toISOString(),
    version: productVersion,
    migrations: [...snapshot.migrations],
    keyFingerprint: snapshot.keyFingerprint,
  };
  yield* writer.text(places.about, JSON.stringify(about, null, 2));
  const tables: Manifest['tables'] = [];
  for (const table of snapshot.tables) {
    const dump = emptyDump();
    yield* writer.dump(snapshot.copyTable(table), { nameOf: (part) => places.table(table.name, part), dump });
    writer.progress.endTable(table.name);
    tables.push({ name: table.name, columns: [...table.columns], ...dump });
  }
  const jobs = emptyDump();
  yield* writer.dump(snapshot.copyJobs(), { nameOf: places.jobs, dump: jobs });
  const files: Manifest['files'] = { count: 0, bytes: 0, sha256: '', lost: [] };
  yield* writer.files(files);
  const manifest = { ...about, tables, jobs, files };
  onEnd(manifest);
  yield* writer.text(places.manifest, JSON.stringify(manifest, null, 2));
  yield Buffer.alloc(1024);
}

class Writer {
  readonly #source: ArchiveSource;
  readonly progress: Progress;

  constructor(source: ArchiveSource, progress: Progress) {
    this.#source = source;
    this.progress = progress;
  }

  *text(name: string, text: string): Generator<Buffer> {
    yield* this.#file(name, Buffer.from(text));
  }

  /** What a COPY sends, in parts; there is always a first one. `dump` says afterwards what it came to. */
  async *dump(
    copied: Copied,
    { nameOf, dump }: { nameOf: (part: number) => string; dump: Writable<Dump> },
  ): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    let part = 1;
    for await (const bytes of gathered(copied)) {
      hash.update(bytes);
      dump.bytes += bytes.length;
      yield* this.#file(nameOf(part), bytes);
      part += 1;
      this.#tell(bytes.length);
    }
    if (part === 1) yield* this.#file(nameOf(part), Buffer.alloc(0));
    dump.rows = copied.rowCount;
    dump.sha256 = hash.digest('hex');
  }

  /** Every object of the store that the snapshot names, and lists of their hashes. */
  async *files(total: Manifest['files']): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    let after = '';
    for (let part = 1; ; part += 1) {
      const listed = await this.#source.snapshot.listFiles(after, filesPerList);
      const last = listed.at(-1);
      if (last === undefined) break;
      let list = '';
      for (const file of listed) {
        if (!(yield* this.#object(file))) {
          total.lost.push(file.sha256);
          continue;
        }
        list += checksumLine(file.sha256);
        total.count += 1;
        total.bytes += file.sizeBytes;
      }
      hash.update(list);
      yield* this.text(places.checksums(part), list);
      after = last.sha256;
    }
    total.sha256 = hash.digest('hex');
  }

  /** One object; false when the store has lost it, or gave other bytes, which then stand here under a name of their own. */
  async *#object({ sha256, sizeBytes }: StoredFile): AsyncGenerator<Buffer, boolean> {
    let bytes: Readable;
    try {
      bytes = await this.#source.storage.read(sha256);
    } catch (error) {
      if (error instanceof MissingObjectError) return false;
      throw error;
    }
    yield this.#header(places.file(sha256), sizeBytes);
    let left = sizeBytes;
    let isWhole = true;
    try {
      for await (const chunk of chunksOf(bytes)) {
        const taken = chunk.subarray(0, left);
        isWhole &&= taken.length === chunk.length;
        left -= taken.length;
        this.#tell(taken.length);
        yield taken;
      }
    } catch (error) {
      if (!(error instanceof CorruptObjectError)) throw error;
      isWhole = false;
    }
    isWhole &&= left === 0;
    // The size was promised in the header.
    for (; left > 0; left -= Math.min(left, partBytes)) yield Buffer.alloc(Math.min(left, partBytes));
    yield Buffer.alloc(paddingOf(sizeBytes));
    return isWhole;
  }

  *#file(name: string, bytes: Buffer): Generator<Buffer> {
    yield this.#header(name, bytes.length);
    yield bytes;
    yield Buffer.alloc(paddingOf(bytes.length));
  }

  #header(name: string, sizeBytes: number): Buffer {
    return writeHeader({ name, sizeBytes, modifiedAt: this.#source.now });
  }

  #tell(bytes: number): void {
    this.#source.onProgress(this.progress.add(bytes));
  }
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function emptyDump(): Writable<Dump> {
  return { rows: 0, bytes: 0, sha256: '' };
}

/** Small pieces as larger ones. */
async function* gathered(source: Readable): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of chunksOf(source)) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes < partBytes) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(pieces);
}

/** A stream of bytes is typed as one of anything. */
function chunksOf(stream: Readable): AsyncIterable<Buffer> {
  return stream;
}
