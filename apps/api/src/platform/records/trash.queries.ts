import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Database } from '#db/schema/database.ts';

type Move = {
  readonly table: keyof Database;
  readonly workspaceId: string;
  readonly id: string;
  /** Null restores the record. */
  readonly deletedAt: Date | null;
  readonly now: Date;
  /** An additional condition on the row. */
  readonly condition?: RawBuilder<boolean>;
};

/** Moves a record to the trash or back, with a new version; false if it is there already. */
export async function setDeletedAt(
  db: Db,
  { table, workspaceId, id, deletedAt, now, condition = sql<boolean>`true` }: Move,
): Promise<boolean> {
  const isElsewhere = deletedAt === null ? sql`deleted_at IS NOT NULL` : sql`deleted_at IS NULL`;
  const { rows } = await sql`
    UPDATE ${sql.table(table)} SET deleted_at = ${deletedAt}, version = version + 1, updated_at = ${now}
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND ${isElsewhere} AND ${condition}
    RETURNING id`.execute(db);
  return rows.length > 0;
}
