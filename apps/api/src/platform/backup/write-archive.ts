import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pack, type Pack } from 'tar-stream';
import { MissingObjectError, type ObjectStore } from '#adapters/storage/object-store.ts';
import {
  backupFormat,
  formatChecksum,
  entryNames,
  getArchiveEntry,
  type ArchiveInfo,
  type TableDump,
  type Manifest,
} from './manifest.ts';
import { createProgress, type Progress } from './manifest.ts';
import type { ObjectFolder } from './object-folder.ts';
import type { Snapshot, StoredItem } from './snapshot.queries.ts';
import { productVersion } from '#lib/config.ts';

/** Tables are split into files of about this size, because a tar header states the size first. */
const partBytes = 4 * 1024 * 1024;
const filesPerList = 1_000;
const newline = 0x0a;

export type ArchiveSource = {
  readonly snapshot: Snapshot;
  readonly objects: Pick<ObjectStore, 'read'>;
  /** The folder next to the archive, where each object is copied once; null to put all objects into the archive. */
  readonly folder: ObjectFolder | null;
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
  const about: ArchiveInfo = {
    product: 'handover',
    format: backupFormat,
    madeAt: now.toISOString(),
    version: productVersion,
    migrations: [...snapshot.migrations],
    keyFingerprint: snapshot.keyFingerprint,
    objects: source.folder === null ? 'inside' : 'beside',
  };
  await writer.text(entryNames.about, JSON.stringify(about, null, 2));
  // First, so that the objects of an archive can be listed without reading its tables.
  const files = await writer.files();
  progress.endFiles();
  const tables: Manifest['tables'] = [];
  for (const table of snapshot.tables) {
    const dump = await writer.dump(snapshot.copyTable(table), (part) => entryNames.table(table.name, part));
    progress.endTable(table.name);
    tables.push({ name: table.name, columns: [...table.columns], ...dump });
  }
  const jobs = await writer.dump(snapshot.copyJobs(), entryNames.jobs);
  const copies = snapshot.copySeals;
  const seals = copies === null ? {} : { seals: await writer.dump(copies(), entryNames.seals) };
  const manifest = { ...about, tables, jobs, ...seals, files };
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
  async dump(copied: Readable, nameOf: (part: number) => string): Promise<TableDump> {
    const hash = createHash('sha256');
    const dump = { rows: 0, bytes: 0 };
    let part = 1;
    for await (const bytes of splitIntoParts(copied)) {
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

  /** Every stored object of the snapshot, and the lists of their hashes. */
  async files(): Promise<Manifest['files']> {
    const hash = createHash('sha256');
    const total = { count: 0, bytes: 0 };
    const lost: string[] = [];
    let part = 1;
    for await (const listed of this.#source.snapshot.listFiles(filesPerList)) {
      let list = '';
      for (const file of listed) {
        if (!(await this.#object(file))) {
          lost.push(file.id);
          continue;
        }
        list += formatChecksum({ sha256: file.sha256, entry: getArchiveEntry(file.name) });
        total.count += 1;
        total.bytes += file.sizeBytes;
      }
      hash.update(list);
      await this.text(entryNames.checksums(part), list);
      part += 1;
    }
    return { ...total, sha256: hash.digest('hex'), lost };
  }

  /** Writes one object; false if the store has lost it or returned other bytes. */
  async #object(file: StoredItem): Promise<boolean> {
    const { folder, objects } = this.#source;
    if (folder !== null && (await folder.has(file))) {
      this.#report(file.sizeBytes);
      return true;
    }
    let bytes: Readable;
    try {
      bytes = await objects.read(file.name);
    } catch (error) {
      if (error instanceof MissingObjectError) return false;
      throw error;
    }
    if (folder !== null) return folder.add(file, this.#counted(bytes));
    const hash = createHash('sha256');
    await this.#stream(
      getArchiveEntry(file.name),
      file.sizeBytes,
      this.#exactly(bytes, file.sizeBytes, hash),
    );
    return hash.digest('hex') === file.sha256;
  }

  async *#counted(bytes: Readable): AsyncGenerator<Buffer> {
    for await (const chunk of toChunks(bytes)) {
      this.#report(chunk.length);
      yield chunk;
    }
  }

  /**
   * Exactly the number of bytes in the header: truncated or padded with zeros if the object has another
   * size, which its hash shows.
   */
  async *#exactly(bytes: Readable, sizeBytes: number, hash: Hash): AsyncGenerator<Buffer> {
    let left = sizeBytes;
    for await (const chunk of this.#counted(bytes)) {
      hash.update(chunk);
      const taken = chunk.subarray(0, left);
      left -= taken.length;
      if (taken.length > 0) yield taken;
    }
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
async function* splitIntoParts(source: Readable): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of toChunks(source)) {
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
function toChunks(stream: Readable): AsyncIterable<Buffer> {
  return stream;
}
