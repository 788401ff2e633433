import type { ColumnType } from 'kysely';

/** A jsonb column: read as parsed data of unknown shape, written as JSON text. */
export type Json = ColumnType<unknown, string, string>;
