import { recordActivity } from '#platform/activities.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Platform } from '#platform/platform.ts';
import type { Work } from '#platform/work.ts';
import {
  deleteDocuments,
  listRetentions,
  lockPurgeable,
  type PurgedRow,
  type Retention,
} from './purge.queries.ts';

const batchSize = 100;

/**
 * Permanently deletes documents when their time in the trash is over and nothing preserves them. A failing workspace
 * does not block others, and is retried with the next run.
 */
export async function purgeDocuments({ runner, logger }: Pick<Platform, 'runner' | 'logger'>): Promise<void> {
  for (const retention of await listRetentions(runner.db))
    try {
      while ((await runner.transact((work) => purgeBatch(work, retention))) === batchSize);
    } catch (error) {
      const { workspaceId } = retention;
      logger.warn({ err: error, workspaceId }, 'deleted documents could not be removed for good');
    }
}

async function purgeBatch(work: Work, retention: Retention): Promise<number> {
  const { workspaceId } = retention;
  const rows = await lockPurgeable(work.db, { ...retention, now: work.now, limit: batchSize });
  if (rows.length === 0) return 0;
  for (const row of rows) await recordPurge(work, workspaceId, row);
  await deleteDocuments(work.db, { workspaceId, ids: rows.map(({ id }) => id) });
  work.publish({ workspaceId, noun: 'document', id: workspaceId });
  return rows.length;
}

async function recordPurge(work: Work, workspaceId: string, row: PurgedRow): Promise<void> {
  const { id, name, customer_id: customerId, business_id: businessId, deal_id: dealId } = row;
  await recordAudit(work.db, {
    workspaceId,
    actorId: null,
    action: 'purgeDocument',
    subjectId: id,
    detail: { name },
    ipAddress: null,
    requestId: null,
    now: work.now,
  });
  if (customerId === null && businessId === null && dealId === null) return;
  await recordActivity(work, {
    workspaceId,
    actorId: null,
    customerId,
    businessId,
    dealId,
    type: 'document.purged',
    subject: { kind: 'document', id },
  });
}
