import { z } from 'zod';

/** Raised when an older program could no longer read what this one writes. */
export const backupFormat = 1;

/** The first file of an archive: what it is, before anything else is read. */
export const aboutSchema = z.object({
  product: z.literal('handover'),
  format: z.number(),
  madeAt: z.iso.datetime(),
  /** Of the product. */
  version: z.string(),
  /** Names of the migrations that made the tables. */
  migrations: z.array(z.string()).min(1),
  /** Of the secret key, which is not in the archive. */
  keyFingerprint: z.string(),
});
export type About = z.infer<typeof aboutSchema>;

const dumpSchema = z.object({
  rows: z.number(),
  bytes: z.number(),
  sha256: z.string(),
});
/** What a table came to, as the text that COPY writes. */
export type Dump = z.infer<typeof dumpSchema>;

const tableSchema = dumpSchema.extend({ name: z.string(), columns: z.array(z.string()) });

/** The last file of an archive: all that has to be in it. */
export const manifestSchema = aboutSchema.extend({
  tables: z.array(tableSchema),
  /** Background jobs that had not ended. */
  jobs: dumpSchema,
  /** Each is named by its SHA-256 and stands with it in one of the lists below `checksums`. */
  files: z.object({
    count: z.number(),
    bytes: z.number(),
    /** Of all lists, one after the other. */
    sha256: z.string(),
    /** Hashes of files that the store had lost, or whose bytes had changed there. */
    lost: z.array(z.string()),
  }),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Where things stand in an archive. */
export const places = {
  about: 'about.json',
  manifest: 'manifest.json',
  table: (name: string, part: number): string => `tables/${name}/${numbered(part)}.copy`,
  jobs: (part: number): string => `jobs/${numbered(part)}.copy`,
  file: (sha256: string): string => `files/${sha256.slice(0, 2)}/${sha256.slice(2)}`,
  checksums: (part: number): string => `checksums/${numbered(part)}.sha256`,
} as const;

/** A line as `sha256sum --check` takes it. */
export function checksumLine(sha256: string): string {
  return `${sha256}  ${places.file(sha256)}\n`;
}

function numbered(part: number): string {
  return String(part).padStart(6, '0');
}
