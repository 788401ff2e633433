import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** What templates of mail may tell about a customer, whose access was checked. */
export type MailFacts = {
  readonly id: string;
  readonly name: string;
  readonly account_type: 'Individual' | 'Corporate';
  readonly company: string | null;
  readonly email: string | null;
  readonly broker_name: string | null;
  readonly broker_email: string | null;
  readonly broker_phone: string | null;
  readonly workspace_name: string;
};

/** The facts of several customers, by id. */
export async function findMailFacts(
  db: Db,
  { workspaceId, customerIds }: { workspaceId: string; customerIds: readonly string[] },
): Promise<Map<string, MailFacts>> {
  const { rows } = await sql<MailFacts>`
    SELECT c.id, c.name, c.account_type, c.company,
      coalesce(c.email, (SELECT e.email FROM customer_emails e WHERE e.workspace_id = c.workspace_id AND e.customer_id = c.id ORDER BY e.position LIMIT 1)) AS email,
      u.display_name AS broker_name, u.email AS broker_email, u.phone AS broker_phone, w.name AS workspace_name
    FROM customers c JOIN workspaces w ON w.id = c.workspace_id LEFT JOIN users u ON u.id = c.broker_id
    WHERE c.workspace_id = ${workspaceId} AND c.id = ANY(${customerIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
