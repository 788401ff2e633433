import type { CustomChoice, CustomField, CustomFieldKind } from '@handover/contract/records/custom-fields.ts';
import type { RecordType } from '@handover/contract/records/records.ts';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { updateVersion } from '#db/statements/update-version.ts';

type FieldsKey = { readonly workspaceId: string; readonly recordType: RecordType };

/**
 * The fields of a record type in order, including archived fields. If locked, they cannot change before the values are
 * written.
 */
export async function listCustomFields(
  db: Db,
  { workspaceId, recordType, isLocking = false }: FieldsKey & { isLocking?: boolean },
): Promise<CustomField[]> {
  const query = selectFields(db, workspaceId)
    .where('record_type', '=', recordType)
    .orderBy('position')
    .orderBy('id');
  return (await (isLocking ? query.forShare() : query).execute()).map(presentField);
}

/** One field of any record type. */
export async function findCustomField(
  db: Db,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<CustomField | undefined> {
  const row = await selectFields(db, workspaceId).where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : presentField(row);
}

function selectFields(db: Db, workspaceId: string) {
  return db
    .selectFrom('custom_fields')
    .select(['id', 'record_type', 'name', 'kind', 'choices', 'archived_at', 'version'])
    .where('workspace_id', '=', workspaceId);
}

function presentField({
  record_type: recordType,
  archived_at,
  ...field
}: Awaited<ReturnType<ReturnType<typeof selectFields>['execute']>>[number]): CustomField {
  return { ...field, recordType, isArchived: archived_at !== null };
}

/** Fields that accept values. */
export async function listActiveFields(
  db: Db,
  key: FieldsKey & { isLocking?: boolean },
): Promise<CustomField[]> {
  return (await listCustomFields(db, key)).filter(({ isArchived }) => !isArchived);
}

type Key = { readonly workspaceId: string; readonly id: string };

/**
 * Locks the fields of a workspace until the transaction ends, so that only one request at a time changes their number
 * and order.
 */
export async function lockFields(db: Db, workspaceId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4713, hashtext(${workspaceId}))`.execute(db);
}

/** Whether another field of the record type has this name. */
export async function isNameTaken(
  db: Db,
  { workspaceId, recordType, nameKey, exceptId }: FieldsKey & { nameKey: string; exceptId: string | null },
): Promise<boolean> {
  const row = await db
    .selectFrom('custom_fields')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('record_type', '=', recordType)
    .where('name_key', '=', nameKey)
    .where(sql<boolean>`id IS DISTINCT FROM ${exceptId}::uuid`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds a field after the others. */
export async function insertField(
  db: Db,
  {
    workspaceId,
    recordType,
    choices,
    ...field
  }: Key & {
    recordType: RecordType;
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
      record_type: recordType,
      name: field.name,
      name_key: field.nameKey,
      kind: field.kind,
      choices: JSON.stringify(choices),
      position: sql<number>`(SELECT coalesce(max(position) + 1, 0) FROM custom_fields WHERE workspace_id = ${workspaceId} AND record_type = ${recordType})`,
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
export function updateFieldRow(
  db: Db,
  { workspaceId, id, version, now, ...field }: Key & FieldChange & { version: number; now: Date },
): Promise<boolean> {
  return updateVersion(db, 'custom_fields', {
    workspaceId,
    id,
    version,
    change: {
      name: field.name,
      name_key: field.nameKey,
      choices: JSON.stringify(field.choices),
      archived_at: field.isArchived ? sql<Date>`coalesce(archived_at, ${now})` : null,
    },
  });
}

export async function setPositions(
  db: Db,
  { workspaceId, ids }: { workspaceId: string; ids: readonly string[] },
): Promise<void> {
  await sql`
    UPDATE custom_fields SET position = ordered.position
    FROM unnest(${[...ids]}::uuid[]) WITH ORDINALITY AS ordered (id, position)
    WHERE custom_fields.workspace_id = ${workspaceId} AND custom_fields.id = ordered.id`.execute(db);
}

export async function deleteFieldRow(db: Db, { workspaceId, id }: Key): Promise<void> {
  await db.deleteFrom('custom_fields').where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
}
