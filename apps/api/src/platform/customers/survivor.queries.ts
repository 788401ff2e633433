import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** The customer that this one has become part of, through however many merges; null when it is none. */
export async function findMergeTargetId(
  db: Db,
  { workspaceId, customerId }: { workspaceId: string; customerId: string },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE chain AS (
      SELECT id, merged_into FROM customers WHERE workspace_id = ${workspaceId} AND id = ${customerId} AND merged_into IS NOT NULL
      UNION SELECT customers.id, customers.merged_into FROM chain
        JOIN customers ON customers.workspace_id = ${workspaceId} AND customers.id = chain.merged_into)
    SELECT id FROM chain WHERE merged_into IS NULL`.execute(db);
  return rows[0]?.id ?? null;
}
