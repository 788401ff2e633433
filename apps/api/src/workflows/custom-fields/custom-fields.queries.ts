import type { CustomChoice, CustomFieldKind } from '@handover/contract/custom-fields.ts';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

type Key = { readonly workspaceId: string; readonly id: string };

/** Holds the fields of a workspace until the transaction ends, so that their number and order are decided by one at a time. */
export async function lockFields(db: Db, workspaceId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4713, hashtext(${workspaceId}))`.execute(db);
}

/** In which the workspace's amounts are. */
export async function getCurrency(db: Db, workspaceId: string): Promise<string> {
  const { currency } = await db
    .selectFrom('workspaces')
    .select('currency')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return currency;
}

export async function findFieldNamed(
  db: Db,
  { workspaceId, nameKey, exceptId }: { workspaceId: string; nameKey: string; exceptId: string | null },
): Promise<boolean> {
  const row = await db
    .selectFrom('custom_fields')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('name_key', '=', nameKey)
    .where(sql<boolean>`id IS DISTINCT FROM ${exceptId}::uuid`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds a field behind the others. */
export async function insertField(
  db: Db,
  {
    workspaceId,
    choices,
    ...field
  }: Key & {
    name: string;
    nameKey: string;
    kind: CustomFieldKind;
    choices: readonly CustomChoice[];
    now: Date;
  },
): Promise<void> {
  await db
    .insertInto('custom_fields')
    .values({
      workspace_id: workspaceId,
      id: field.id,
      name: field.name,
      name_key: field.nameKey,
      kind: field.kind,
      choices: JSON.stringify(choices),
      position: sql<number>`(SELECT coalesce(max(position) + 1, 0) FROM custom_fields WHERE workspace_id = ${workspaceId})`,
      archived_at: null,
      created_at: field.now,
    })
    .execute();
}

export type FieldChange = {
  readonly name: string;
  readonly nameKey: string;
  readonly choices: readonly CustomChoice[];
  readonly isArchived: boolean;
};

/** Changes a field and its version; false when the version was not the current one. */
export async function updateFieldRow(
  db: Db,
  { workspaceId, id, version, now, ...change }: Key & FieldChange & { version: number; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('custom_fields')
    .set((eb) => ({
      name: change.name,
      name_key: change.nameKey,
      choices: JSON.stringify(change.choices),
      archived_at: change.isArchived ? sql<Date>`coalesce(archived_at, ${now})` : null,
      version: eb('version', '+', 1),
    }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function setPositions(
  db: Db,
  { workspaceId, ids }: { workspaceId: string; ids: readonly string[] },
): Promise<void> {
  await sql`
    UPDATE custom_fields SET position = wanted.position
    FROM unnest(${[...ids]}::uuid[]) WITH ORDINALITY AS wanted (id, position)
    WHERE custom_fields.workspace_id = ${workspaceId} AND custom_fields.id = wanted.id`.execute(db);
}

export async function deleteFieldRow(db: Db, { workspaceId, id }: Key): Promise<void> {
  await db.deleteFrom('custom_fields').where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
}
