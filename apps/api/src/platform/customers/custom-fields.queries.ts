import type { CustomField } from '@handover/contract/custom-fields.ts';
import type { Db } from '#db/client.ts';

/** The fields of a workspace in their order, archived ones too. Locked, they stay as they are until the values are written. */
export async function listCustomFields(
  db: Db,
  { workspaceId, isLocking = false }: { workspaceId: string; isLocking?: boolean },
): Promise<CustomField[]> {
  const query = db
    .selectFrom('custom_fields')
    .select(['id', 'name', 'kind', 'choices', 'archived_at', 'version'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('position')
    .orderBy('id');
  const rows = await (isLocking ? query.forShare() : query).execute();
  return rows.map(({ archived_at, ...field }) => ({ ...field, isArchived: archived_at !== null }));
}

/** Those that take values. */
export async function listActiveFields(
  db: Db,
  key: { workspaceId: string; isLocking?: boolean },
): Promise<CustomField[]> {
  return (await listCustomFields(db, key)).filter(({ isArchived }) => !isArchived);
}
