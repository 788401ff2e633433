import type { UpdateObject } from 'kysely';
import type { Db } from '../client.ts';
import type { Database } from '../schema/database.ts';

/** Tables of a workspace with versioned rows, so that no one overwrites unseen changes. */
type VersionedTable = {
  [T in keyof Database]: Database[T] extends { workspace_id: unknown; id: unknown; version: unknown }
    ? T
    : never;
}[keyof Database];

/**
 * Updates a row and increments its version. Returns false, with nothing changed, if `version` is outdated. Moving a
 * record to the trash also changes its version.
 */
export async function updateVersion<T extends VersionedTable>(
  db: Db,
  table: T,
  {
    workspaceId,
    id,
    version,
    change,
  }: {
    readonly workspaceId: string;
    readonly id: string;
    readonly version: number;
    readonly change: UpdateObject<Database, T>;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable<VersionedTable>(table)
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
