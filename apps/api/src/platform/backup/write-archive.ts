import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pack, type Pack } from 'tar-stream';
import { CorruptObjectError, MissingObjectError, type Storage } from '#adapters/storage/storage.ts';
import { backupFormat, checksumLine, entryNames, type About, type Dump, type Manifest } from './manifest.ts';
import { createProgress, type Progress } from './manifest.ts';
import type { Snapshot, StoredFile } from './snapshot.queries.ts';
import { productVersion } from '#lib/config.ts';

/** Tables are split into files of about this size, since a tar header states the size first. */
const partBytes = 4 * 1024 * 1024;
const filesPerList = 1_000;
const newline = 0x0a;

export type ArchiveSource = {
  readonly snapshot: Snapshot;
  readonly storage: Pick<Storage, 'read'>;
  readonly now: Date;
  onProgress(done: number): void;
};

/**
 * Streams a tar archive of a snapshot. `onEnd` is called before the last bytes. Memory holds at most one part
 * of a table.
 */
export function writeArchive(
  source: ArchiveSource,
  onEnd: (manifest: Manifest) => void,
): AsyncIterable<unknown> {
  const archive = pack();
  writeEntries(archive, source).then(
    (manifest) => {
      onEnd(manifest);
      archive.finalize();
    },
    (error: unknown) => archive.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return archive;
}

async function writeEntries(archive: Pack, source: ArchiveSource): Promise<Manifest> {
  const { snapshot, now } = source;
  const progress = createProgress(snapshot.tables, await snapshot.measureFiles());
  const writer = new Writer(archive, source, progress);
  const about: About = {
    product: 'handover',
    format: backupFormat,
    madeAt: now.toISOString(),
    version: productVersion,
    migrations: [...snapshot.migrations],
    keyFingerprint: snapshot.keyFingerprint,
  };
  await writer.text(entryNames.about, JSON.stringify(about, null, 2));
  const tables: Manifest['tables'] = [];
  for (const table of snapshot.tables) {
    const dump = await writer.dump(snapshot.copyTable(table), (part) => entryNames.table(table.name, part));
    progress.endTable(table.name);
    tables.push({ name: table.name, columns: [...table.columns], ...dump });
  }
  const jobs = await writer.dump(snapshot.copyJobs(), entryNames.jobs);
  const copies = snapshot.copySeals;
  const seals = copies === null ? {} : { seals: await writer.dump(copies(), entryNames.seals) };
  const manifest = { ...about, tables, jobs, ...seals, files: await writer.files() };
  await writer.text(entryNames.manifest, JSON.stringify(manifest, null, 2));
  return manifest;
}

class Writer {
  readonly #archive: Pack;
  readonly #source: ArchiveSource;
  readonly #progress: Progress;

  constructor(archive: Pack, source: ArchiveSource, progress: Progress) {
    this.#archive = archive;
    this.#source = source;
    this.#progress = progress;
  }

  text(name: string, text: string): Promise<void> {
    return this.#file(name, Buffer.from(text));
  }

  /** Writes COPY output in parts, at least one. */
  async dump(copied: Readable, nameOf: (part: number) => string): Promise<Dump> {
    const hash = createHash('sha256');
    const dump = { rows: 0, bytes: 0 };
    let part = 1;
    for await (const bytes of inParts(copied)) {
      hash.update(bytes);
      dump.rows += countLines(bytes);
      dump.bytes += bytes.length;
      await this.#file(nameOf(part), bytes);
      part += 1;
      this.#report(bytes.length);
    }
    if (part === 1) await this.#file(nameOf(part), Buffer.alloc(0));
    return { ...dump, sha256: hash.digest('hex') };
  }

  /** Every stored file of the snapshot, and the lists of their hashes. */
  async files(): Promise<Manifest['files']> {
    const hash = createHash('sha256');
    const total = { count: 0, bytes: 0 };
    const lost: string[] = [];
    let after = '';
    for (let part = 1; ; part += 1) {
      const listed = await this.#source.snapshot.listFiles(after, filesPerList);
      const last = listed.at(-1);
      if (last === undefined) break;
      let list = '';
      for (const file of listed) {
        if (!(await this.#object(file))) {
          lost.push(file.sha256);
          continue;
        }
        list += checksumLine(file.sha256);
        total.count += 1;
        total.bytes += file.sizeBytes;
      }
      hash.update(list);
      await this.text(entryNames.checksums(part), list);
      after = last.sha256;
    }
    return { ...total, sha256: hash.digest('hex'), lost };
  }

  /**
   * Writes one object; false if the store has lost it or returned other bytes, which are then archived
   * under its name.
   */
  async #object(file: StoredFile): Promise<boolean> {
    let bytes: Readable;
    try {
      bytes = await this.#source.storage.read(file.sha256);
    } catch (error) {
      if (error instanceof MissingObjectError) return false;
      throw error;
    }
    let isWhole = true;
    await this.#stream(
      entryNames.file(file.sha256),
      file.sizeBytes,
      this.#exactly(bytes, file.sizeBytes, () => {
        isWhole = false;
      }),
    );
    return isWhole;
  }

  /**
   * Exactly the number of bytes in the header: truncated or padded with zeros if the object has another
   * size.
   */
  async *#exactly(bytes: Readable, sizeBytes: number, onDamage: () => void): AsyncGenerator<Buffer> {
    let left = sizeBytes;
    try {
      for await (const chunk of chunksOf(bytes)) {
        const taken = chunk.subarray(0, left);
        if (taken.length < chunk.length) onDamage();
        left -= taken.length;
        this.#report(taken.length);
        yield taken;
      }
    } catch (error) {
      if (!(error instanceof CorruptObjectError)) throw error;
      onDamage();
    }
    if (left > 0) onDamage();
    for (; left > 0; left -= Math.min(left, partBytes)) yield Buffer.alloc(Math.min(left, partBytes));
  }

  #file(name: string, bytes: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#archive.entry(this.#header(name, bytes.length), bytes, toCallback(resolve, reject));
    });
  }

  #stream(name: string, sizeBytes: number, chunks: AsyncIterable<Buffer>): Promise<void> {
    return new Promise((resolve, reject) => {
      const content = Readable.from(chunks, { objectMode: false });
      const entry = this.#archive.entry(
        this.#header(name, sizeBytes),
        toCallback(resolve, (error) => {
          content.destroy();
          reject(error);
        }),
      );
      content.on('error', (error) => entry.destroy(error)).pipe(entry);
    });
  }

  /** Header of a plain file readable only by its owner. */
  #header(name: string, size: number): { name: string; size: number; mode: number; mtime: Date } {
    return { name, size, mode: 0o600, mtime: this.#source.now };
  }

  #report(bytes: number): void {
    this.#source.onProgress(this.#progress.add(bytes));
  }
}

function toCallback(resolve: () => void, reject: (error: Error) => void): (error?: Error | null) => void {
  return (error) => (error ? reject(error) : resolve());
}

/** Combines small chunks into parts of at least `partBytes`. */
async function* inParts(source: Readable): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunksOf(source)) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < partBytes) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(chunks);
}

/** Number of rows in COPY text, which escapes newlines in values. */
function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) lines += 1;
  return lines;
}

/** Node types byte streams as streams of any value. */
function chunksOf(stream: Readable): AsyncIterable<Buffer> {
  return stream;
}
