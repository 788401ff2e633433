import type { TableToCopy } from './snapshot.queries.ts';
import { z } from 'zod';
import { objectNames } from '#adapters/storage/object-store.ts';

/** Raise this when older versions can no longer read the archive. */
export const backupFormat = 3;

/** The first file of an archive, with its format. */
export const aboutSchema = z.object({
  product: z.literal('handover'),
  format: z.number(),
  madeAt: z.iso.datetime(),
  /** Product version. */
  version: z.string(),
  /** Migrations that created the tables. */
  migrations: z.array(z.string()).min(1),
  /** Fingerprint of the secret key, which is not in the archive. */
  keyFingerprint: z.string(),
  /** Whether stored objects are in the archive, or in the folder `objects` next to it. */
  objects: z.enum(['inside', 'beside']).default('inside'),
});
export type ArchiveInfo = z.infer<typeof aboutSchema>;

const dumpSchema = z.object({
  rows: z.number(),
  bytes: z.number(),
  sha256: z.string(),
});
/** Size and hash of the COPY text. */
export type TableDump = z.infer<typeof dumpSchema>;

const tableSchema = dumpSchema.extend({ name: z.string(), columns: z.array(z.string()) });

/** The last file of an archive, with everything it must contain. */
export const manifestSchema = aboutSchema.extend({
  tables: z.array(tableSchema),
  /** Unfinished background jobs. */
  jobs: dumpSchema,
  /** Copies of the audit log's seals outside the database; absent without any, and in format 1. */
  seals: dumpSchema.optional(),
  /** Stored objects, listed below `checksums`. */
  files: z.object({
    count: z.number(),
    bytes: z.number(),
    /** Hash of all lists concatenated. */
    sha256: z.string(),
    /** IDs or hashes of objects missing or corrupted in the store. */
    lost: z.array(z.string()),
  }),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Paths within an archive. */
export const entryNames = {
  about: 'about.json',
  manifest: 'manifest.json',
  table: (name: string, part: number): string => `tables/${name}/${formatPartNumber(part)}.copy`,
  jobs: (part: number): string => `jobs/${formatPartNumber(part)}.copy`,
  seals: (part: number): string => `seals/${formatPartNumber(part)}.log`,
  checksums: (part: number): string => `checksums/${formatPartNumber(part)}.sha256`,
} as const;

/** The path of an object in an archive, or next to it: plain files have always been below `files`. */
export function getArchiveEntry(name: string): string {
  return name.startsWith('objects/') ? name.replace(/^objects/, 'files') : name.replace(/^sealed/, 'objects');
}

/** A stored object by its entry; null for another entry. */
export function parseArchiveEntry(entry: string): { readonly id: string; readonly name: string } | null {
  const [folder, shard = '', rest = ''] = entry.split('/');
  if (folder === 'files' && /^[0-9a-f]{62}$/.test(rest))
    return { id: `${shard}${rest}`, name: objectNames.plain(`${shard}${rest}`) };
  if (folder === 'objects' && /^[0-9a-f-]{36}$/.test(rest))
    return { id: rest, name: objectNames.sealed(rest) };
  return null;
}

/** A line in the format of `sha256sum --check`. */
export function formatChecksum({ sha256, entry }: { sha256: string; entry: string }): string {
  return `${sha256}  ${entry}\n`;
}

/** The lines of a list. */
export function readChecksums(list: string): { sha256: string; entry: string }[] {
  return list
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ sha256: line.slice(0, 64), entry: line.slice(66) }));
}

function formatPartNumber(part: number): string {
  return String(part).padStart(6, '0');
}

/** `handover-2026-11-22-043000.tar.gz`, in UTC, so that names sort by time. */
export function createBackupName(now: Date): string {
  const [date = '', time = ''] = now.toISOString().split('T');
  return `handover-${date}-${time.slice(0, 8).replaceAll(':', '')}.tar.gz`;
}

/** Progress as a share of the bytes on disk, which are known in advance. */
export type Progress = {
  /** Counts written bytes and returns the share from 0 to 1. */
  add(bytes: number): number;
  /** A table's text differs in size from the table, so a finished table counts with its size on disk. */
  endTable(name: string): void;
  endFiles(): void;
};

export function createProgress(tables: readonly TableToCopy[], files: { bytes: number }): Progress {
  const sizes = new Map(tables.map(({ name, sizeBytes }) => [name, sizeBytes]));
  const totalBytes = files.bytes + tables.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  let endedBytes = 0;
  let currentBytes = 0;
  return {
    add: (bytes) => {
      currentBytes += bytes;
      return totalBytes === 0 ? 0 : Math.min(1, (endedBytes + currentBytes) / totalBytes);
    },
    endTable: (name) => {
      endedBytes += sizes.get(name) ?? 0;
      currentBytes = 0;
    },
    endFiles: () => {
      endedBytes += files.bytes;
      currentBytes = 0;
    },
  };
}
