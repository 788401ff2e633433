import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Database } from '#db/schema/database.ts';

/** A table with the column `custom`. */
type Table = keyof Database;

type Values = {
  readonly table: Table;
  readonly workspaceId: string;
  readonly fieldId: string;
  /** Only these choices; null for all values of the field. */
  readonly choiceIds: readonly string[] | null;
};

/** How many records have such a value, including those in the trash. */
export async function countValues(db: Db, values: Values): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM ${sql.table(values.table)} WHERE workspace_id = ${values.workspaceId} AND ${hasValue(values)}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

const batchRows = 500;

/** Removes such values from the next records by id. Returns the id of the last one, to continue after; null at the end. */
export async function dropValues(
  db: Db,
  { after, ...values }: Values & { after: string | null },
): Promise<string | null> {
  const { workspaceId, fieldId } = values;
  const table = sql.table(values.table);
  const next = after === null ? sql`true` : sql`id > ${after}`;
  const { rows } = await sql<{ id: string }>`
    WITH batch AS (
      SELECT id FROM ${table} WHERE workspace_id = ${workspaceId} AND ${hasValue(values)} AND ${next}
      ORDER BY id LIMIT ${batchRows} FOR UPDATE
    ), dropped AS (
      UPDATE ${table} AS record SET custom = custom - ${fieldId}::text FROM batch
      WHERE record.workspace_id = ${workspaceId} AND record.id = batch.id
    )
    SELECT id FROM batch ORDER BY id DESC LIMIT 1`.execute(db);
  return rows[0]?.id ?? null;
}

/** How many records have a value in each field, by choice for fields with choices. */
export async function countUse(
  db: Db,
  { workspaceId, table }: { workspaceId: string; table: Table },
): Promise<{ field_id: string; choice_id: string | null; count: number }[]> {
  const { rows } = await sql<{ field_id: string; choice_id: string | null; count: number }>`
    SELECT fields.id AS field_id, CASE fields.kind WHEN 'choice' THEN entry.value END AS choice_id, count(*)::int AS count
    FROM ${sql.table(table)} AS record CROSS JOIN LATERAL jsonb_each_text(record.custom) AS entry
    JOIN custom_fields AS fields ON fields.workspace_id = ${workspaceId} AND fields.id::text = entry.key
    WHERE record.workspace_id = ${workspaceId} AND record.custom <> '{}'
    GROUP BY 1, 2`.execute(db);
  return rows;
}

function hasValue({ fieldId, choiceIds }: Values): RawBuilder<unknown> {
  const isFilled = sql`custom ? ${fieldId}::text`;
  return choiceIds === null
    ? isFilled
    : sql`${isFilled} AND custom ->> ${fieldId}::text = ANY(${[...choiceIds]}::text[])`;
}
