import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { prepareUnawaited } from '#db/statements/prepared-statement.ts';
import { newId } from '#lib/ids.ts';
import type { Work } from '#platform/work.ts';

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

/** Writes one audit entry in the current transaction and queues it for sealing. */
export async function recordAudit(db: Db, entry: AuditEntry): Promise<void> {
  await insertEntry(db, { ...entry, id: newId(), detail: JSON.stringify(entry.detail) });
}

const insertEntry = prepareUnawaited(
  (_db, entry: Omit<AuditEntry, 'detail'> & { id: string; detail: string }) => sql`
    WITH entry AS (
      INSERT INTO audit_entries (id, workspace_id, actor_id, action, subject_id, detail, ip_address, request_id, created_at)
      VALUES (${entry.id}, ${entry.workspaceId}, ${entry.actorId}, ${entry.action}, ${entry.subjectId}, ${entry.detail}, ${entry.ipAddress}, ${entry.requestId}, ${entry.now})
      RETURNING id
    )
    INSERT INTO audit_pending (entry_id) SELECT id FROM entry`,
);

type Upload = {
  readonly action: string;
  readonly subjectId: string | null;
  readonly request: Pick<FastifyRequest, 'ip' | 'id'>;
};

/** Audits an upload, which opens its own transaction. */
export async function recordUpload(
  work: Work,
  { workspaceId, userId }: { workspaceId: string | null; userId: string },
  { action, subjectId, request: { ip: ipAddress, id: requestId } }: Upload,
): Promise<void> {
  const what = { action, subjectId, detail: {}, ipAddress, requestId, now: work.now };
  await recordAudit(work.db, { workspaceId, actorId: userId, ...what });
}
