import type { ImportMapping } from '@handover/contract/imports.ts';
import type { Db } from '#db/client.ts';

/** The mapping that was last used for files with this header; null when there was none. */
export async function findRememberedMapping(
  db: Db,
  { workspaceId, headerHash }: { workspaceId: string; headerHash: string },
): Promise<unknown> {
  const row = await db
    .selectFrom('import_mappings')
    .select('mapping')
    .where('workspace_id', '=', workspaceId)
    .where('header_hash', '=', headerHash)
    .executeTakeFirst();
  return row?.mapping ?? null;
}

export async function rememberMapping(
  db: Db,
  {
    workspaceId,
    headerHash,
    mapping,
    now,
  }: { workspaceId: string; headerHash: string; mapping: ImportMapping; now: Date },
): Promise<void> {
  await db
    .insertInto('import_mappings')
    .values({
      workspace_id: workspaceId,
      header_hash: headerHash,
      mapping: JSON.stringify(mapping),
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'header_hash']).doUpdateSet((eb) => ({
        mapping: eb.ref('excluded.mapping'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute();
}
