import type { ColumnType } from 'kysely';

/** A jsonb column: read as unknown data, written as JSON text. */
export type Json = ColumnType<unknown, string, string>;
