import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { newId } from '../../lib/ids.ts';

export type AuditEntry = {
  readonly workspaceId: string | null;
  readonly actorId: string | null;
  readonly action: string;
  readonly subjectId: string | null;
  readonly detail: Record<string, unknown>;
  readonly ipAddress: string | null;
  readonly requestId: string | null;
  readonly now: Date;
};

/** Writes one audit entry and queues it for sealing; part of the transaction it tells of. */
export async function recordAudit(db: Db, entry: AuditEntry): Promise<void> {
  await sql`
    WITH entry AS (
      INSERT INTO audit_entries (id, workspace_id, actor_id, action, subject_id, detail, ip_address, request_id, created_at)
      VALUES (${newId()}, ${entry.workspaceId}, ${entry.actorId}, ${entry.action}, ${entry.subjectId}, ${JSON.stringify(entry.detail)}, ${entry.ipAddress}, ${entry.requestId}, ${entry.now})
      RETURNING id
    )
    INSERT INTO audit_pending (entry_id) SELECT id FROM entry`.execute(db);
}
