import { csvByteOrderMark, toCsvLine } from '@handover/domain/csv.ts';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { BlockedState, Storage } from '#adapters/storage/storage.ts';
import { openFile } from '#platform/files/files.ts';

type StoredFile = Parameters<typeof openFile>[1];
/** A file of an archive at a path of `toSafeName`s with `/` between them. */
export type ZippedFile = { readonly path: string; readonly addedAt: Date; readonly file: StoredFile };
export type ZippedBytes = { readonly path: string; readonly bytes: Buffer };

/** A ZIP that is made while it is read: one stored file is open at a time. A path that occurs again gets a number. */
export function zipFiles(
  storage: Storage,
  { made, files, now }: { made: readonly ZippedBytes[]; files: readonly ZippedFile[]; now: Date },
): Readable {
  const zip = new ZipFile();
  const free = createPathAllocator();
  for (const { path, bytes } of made) zip.addBuffer(bytes, free(path), { mtime: now });
  const open = new Set<Readable>();
  for (const { path, addedAt, file } of files)
    zip.addReadStreamLazy(free(path), { mtime: addedAt }, (give) => {
      openFile(storage, file).then(
        (bytes) => {
          open.add(bytes.once('close', () => open.delete(bytes)));
          give(null, bytes);
        },
        (error: Error) => give(error, Readable.from([])),
      );
    });
  zip.end();
  const output = Readable.from(zip.outputStream);
  zip.on('error', (error: Error) => output.destroy(error));
  // The reader may disconnect in the middle of a file.
  return output.once('close', () => open.forEach((bytes) => bytes.destroy()));
}

/** A table as a separate file. */
export function toCsvBytes(rows: readonly (readonly (string | number | null)[])[]): Buffer {
  return Buffer.from(csvByteOrderMark + rows.map((row) => toCsvLine(row)).join(''));
}

/** Why a file is not in an archive, as worded in its manifest. */
export const skipped: Readonly<Record<BlockedState, string>> = {
  waiting: 'Skipped: not scanned yet',
  'too-large': 'Skipped: too large for the malware scanner',
  infected: 'Skipped: malware',
  quarantined: 'Skipped: patient information',
};

/** A valid name of a file or folder on Windows, macOS, and Linux. */
export function toSafeName(name: string): string {
  const plain = name.replaceAll(/[\p{Cc}\p{Cf}\\/:*?"<>|]/gu, '_').replaceAll(/[. ]+$/g, '');
  const [, stem = plain, ending = ''] = /^(.{150}).*?(\.\w{1,10})?$/su.exec(plain) ?? [];
  return stem + ending;
}

/** Names a second “a.pdf” “a (2).pdf”; file systems may ignore case. */
function createPathAllocator(): (path: string) => string {
  const taken = new Set<string>();
  return (path) => {
    const [, stem = path, ending = ''] = /^(.*?)(\.\w{1,10})?$/su.exec(path) ?? [];
    let chosen = path;
    for (let count = 2; taken.has(chosen.toLowerCase()); count += 1)
      chosen = `${stem} (${String(count)})${ending}`;
    taken.add(chosen.toLowerCase());
    return chosen;
  };
}
