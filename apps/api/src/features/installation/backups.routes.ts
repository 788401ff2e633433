import * as contract from '@handover/contract/installation/backups.ts';
import { roleLevels } from '@handover/contract/auth/roles.ts';
import { AppError, notFound } from '#lib/errors.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { sendDownload } from '#platform/files/download.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { issueTicket, type TicketAction, type TicketUse } from '#platform/tickets.ts';
import { downloadName, openBackupFile } from './backups.service.ts';
import { listBackupRows, updateSchedule } from './backups.queries.ts';
import {
  deleteBackup,
  getArchive,
  getBackup,
  presentBackup,
  presentSchedule,
  queueBackup,
} from './backups.service.ts';

const downloadAction = 'backup.download';

/** Backups, for installation administrators. */
export function backupRoutes(routes: Routes, { config }: Pick<Platform, 'config'>): void {
  routes.add(contract.listBackups, async ({ work }) => {
    const rows = await listBackupRows(work.db);
    return {
      backups: await Promise.all(rows.map((row) => presentBackup(row, config, work.now))),
      schedule: await presentSchedule(work),
    };
  });

  routes.add(contract.startBackup, async ({ actor, work }) => {
    const id = await queueBackup(work, { madeBy: actor.userId, isNightly: false });
    if (id === null) throw new AppError('CONFLICT', 'A backup is already running.');
    return { backup: await presentBackup(await getBackup(work, id), config, work.now) };
  });

  routes.add(contract.setBackupSchedule, async ({ body: { isNightly, keptCount }, work }) => {
    await updateSchedule(work.db, { backs_up_nightly: isNightly, kept_backups: keptCount });
    work.audit({ isNightly, keptCount });
    return { schedule: await presentSchedule(work) };
  });

  routes.add(contract.openBackup, async ({ actor, params: { id }, work }) => {
    await getArchive(work, config, id);
    return { ticket: await issueTicket(work, actor, { action: downloadAction, subject: { id } }) };
  });

  routes.add(contract.deleteBackup, async ({ params: { id }, work }) => {
    await deleteBackup(work, config, id);
  });
}

/** The download ticket of a backup; valid while its holder administers the installation. */
export function backupTicketActions({ config }: Pick<Platform, 'config'>): Record<string, TicketAction> {
  return {
    [downloadAction]: async (use) => {
      const { member, subject, work, reply } = use;
      if (member.level < roleLevels.SUPERADMIN || typeof subject['id'] !== 'string') throw notFound('backup');
      const row = await getArchive(work, config, subject['id']);
      await logDownload(use, row.id);
      const { bytes, sizeBytes } = await openBackupFile(config, row.file_name);
      void reply.header('content-length', sizeBytes);
      const name = downloadName(row.file_name);
      sendDownload(reply, { name, contentType: 'application/x-tar', bytes });
    },
  };
}

/** Recorded before the first byte is sent. */
async function logDownload({ member, work, request }: TicketUse, backupId: string): Promise<void> {
  await recordAudit(work.db, {
    workspaceId: null,
    actorId: member.userId,
    action: 'downloadBackup',
    subjectId: backupId,
    detail: {},
    ipAddress: request.ip,
    requestId: request.id,
    now: work.now,
  });
}
