import type { TableToCopy } from './snapshot.queries.ts';

/** How far a backup is, as a share of the bytes on disk, which is known before. */
export type Progress = {
  /** Counts bytes that were written; returns the share from 0 to 1. */
  add(bytes: number): number;
  /** The text of a table is smaller or larger than the table: at its end it counts as what it was said to be. */
  endTable(name: string): void;
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
  };
}
