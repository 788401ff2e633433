import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';

type Values = {
  readonly workspaceId: string;
  readonly fieldId: string;
  /** Only values that name these; all of the field when null. */
  readonly choiceIds: readonly string[] | null;
};

/** How many customers have such a value, the bin included. */
export async function countValues(db: Db, values: Values): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM customers WHERE workspace_id = ${values.workspaceId} AND ${hasValue(values)}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

const customersAtATime = 500;

/** Takes such values from the next customers by id. Returns the last of them, to go on behind; null at the end. */
export async function dropValues(
  db: Db,
  { after, ...values }: Values & { after: string | null },
): Promise<string | null> {
  const { workspaceId, fieldId } = values;
  const next = after === null ? sql`true` : sql`id > ${after}`;
  const { rows } = await sql<{ id: string }>`
    WITH batch AS (
      SELECT id FROM customers WHERE workspace_id = ${workspaceId} AND ${hasValue(values)} AND ${next}
      ORDER BY id LIMIT ${customersAtATime} FOR UPDATE
    ), dropped AS (
      UPDATE customers SET custom = custom - ${fieldId}::text FROM batch
      WHERE customers.workspace_id = ${workspaceId} AND customers.id = batch.id
    )
    SELECT id FROM batch ORDER BY id DESC LIMIT 1`.execute(db);
  return rows[0]?.id ?? null;
}

/** How many customers have a value in each field, and of fields with choices which one. */
export async function countUse(
  db: Db,
  workspaceId: string,
): Promise<{ field_id: string; choice_id: string | null; count: number }[]> {
  const { rows } = await sql<{ field_id: string; choice_id: string | null; count: number }>`
    SELECT fields.id AS field_id, CASE fields.kind WHEN 'choice' THEN entry.value END AS choice_id, count(*)::int AS count
    FROM customers CROSS JOIN LATERAL jsonb_each_text(customers.custom) AS entry
    JOIN custom_fields AS fields ON fields.workspace_id = ${workspaceId} AND fields.id::text = entry.key
    WHERE customers.workspace_id = ${workspaceId} AND customers.custom <> '{}'
    GROUP BY 1, 2`.execute(db);
  return rows;
}

function hasValue({ fieldId, choiceIds }: Values): RawBuilder<unknown> {
  const isFilled = sql`custom ? ${fieldId}::text`;
  return choiceIds === null
    ? isFilled
    : sql`${isFilled} AND custom ->> ${fieldId}::text = ANY(${[...choiceIds]}::text[])`;
}
