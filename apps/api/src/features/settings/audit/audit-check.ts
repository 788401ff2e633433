import type { AuditCheck } from '@handover/contract/settings/audit.ts';
import { addMinutes } from '#lib/clock.ts';
import { notFound } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { readSealCopies, getSealFile } from '#platform/audit/seal-copies.ts';
import { verifyAudit } from '#platform/audit/seal.ts';
import type { JobDefinition } from '#platform/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import type { Work } from '#platform/work.ts';
import { endStaleChecks, findLatestCheck, insertCheck, updateCheck, type CheckRow } from './audit.queries.ts';

const queue = 'audit.check';

/** A check older than this was interrupted. */
const maxMinutes = 6 * 60;

type Parts = Pick<Platform, 'runner' | 'config'>;

/** Verifies the chain in the background. There is one chain per installation, so one check serves everyone. */
export function auditJobs({ runner, config }: Parts): JobDefinition[] {
  return [
    {
      queue,
      retryLimit: 2,
      handler: async ({ id }) => {
        if (typeof id === 'string') await check({ runner, config }, id);
      },
    },
  ];
}

/** Starts a check or returns the running one. */
export async function startCheck(work: Work): Promise<CheckRow> {
  await endStaleChecks(work.db, { startedBefore: getStaleTime(work.now), now: work.now });
  const row = await insertCheck(work.db, { id: newId(), now: work.now });
  if (row !== null) {
    await work.enqueue(queue, { id: row.id });
    return row;
  }
  const running = await findLatestCheck(work.db);
  if (running === null) throw notFound('check');
  return running;
}

export function presentCheck(row: CheckRow, now: Date): AuditCheck {
  const isStale = row.status === 'running' && row.started_at < getStaleTime(now);
  return {
    id: row.id,
    status: isStale ? 'failed' : row.status,
    seals: row.seals,
    entries: row.entries,
    firstBadSeal: row.first_bad_seal,
    missingEntries: row.missing_entries,
    copiedSeals: row.copied_seals,
    cutOff:
      row.last_copied_seal === null || row.last_copied_at === null
        ? null
        : { seal: row.last_copied_seal, sealedAt: row.last_copied_at.toISOString() },
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

function getStaleTime(now: Date): Date {
  return addMinutes(now, -maxMinutes);
}

async function check({ runner: { db, clock }, config }: Parts, id: string): Promise<void> {
  try {
    const verdict = await verifyAudit(db, {
      copies: readSealCopies(getSealFile(config.dataDir)),
      onProgress: ({ seals, entries }) => updateCheck(db, { id, seals, entries }),
    });
    await updateCheck(db, {
      id,
      status: verdict.isIntact ? 'intact' : 'broken',
      seals: verdict.seals,
      entries: verdict.entries,
      first_bad_seal: verdict.firstBadSeal,
      missing_entries: verdict.unsealedLost,
      copied_seals: verdict.copiedSeals,
      last_copied_seal: verdict.cutOff?.seq ?? null,
      last_copied_at: verdict.cutOff?.sealedAt ?? null,
      finished_at: clock.now(),
    });
  } catch (error) {
    await updateCheck(db, { id, status: 'failed', finished_at: clock.now() });
    throw error;
  }
}
