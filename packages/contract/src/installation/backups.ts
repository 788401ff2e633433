import * as z from 'zod/mini';
import { id, timestamp } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

/** An archive of the database and the files, without the secret key. */
export const backup = z.object({
  id,
  status: z.enum(['running', 'done', 'failed']),
  percent: z.int(),
  /** The size of everything that a restore reads; null until the backup is done. */
  sizeBytes: z.nullable(z.int()),
  /** Size of the data that was not in an earlier backup. */
  addedBytes: z.nullable(z.int()),
  /** Files that are not in the backup, because they were missing from the store or had changed. */
  lostFiles: z.int(),
  /** The reason for a failure, as a sentence. */
  error: z.nullable(z.string()),
  /** Null if the backup was scheduled, or its creator was deleted since. */
  madeBy: z.nullable(z.object({ id, displayName: z.string() })),
  isNightly: z.boolean(),
  /** Whether the backup is in the data folder of the responding server. */
  isHere: z.boolean(),
  startedAt: timestamp,
  finishedAt: z.nullable(timestamp),
});
export type Backup = z.infer<typeof backup>;

export const maxRetainedBackups = 60;

export const backupSchedule = z.strictObject({
  /** Runs after 2 a.m. in the time zone of the workspace behind the public pages. */
  isNightly: z.boolean(),
  /** The number of scheduled backups to keep; older ones are deleted. */
  keptCount: z.int().check(z.minimum(1), z.maximum(maxRetainedBackups)),
});
export type BackupSchedule = z.infer<typeof backupSchedule>;

const params = z.strictObject({ id });

export const listBackups = defineEndpoint({
  method: 'GET',
  path: '/installation/backups',
  summary: 'List backups on this server, newest first, and the nightly schedule',
  access: member('SUPERADMIN'),
  status: 200,
  response: z.object({ backups: z.array(backup), schedule: backupSchedule }),
});
export const startBackup = defineEndpoint({
  method: 'POST',
  path: '/installation/backups',
  summary: 'Make a backup in the background; one runs at a time',
  access: member('SUPERADMIN'),
  status: 202,
  response: z.object({ backup }),
});
export const setBackupSchedule = defineEndpoint({
  method: 'PUT',
  path: '/installation/backups/schedule',
  summary: 'Change whether a backup runs each night and how many nightly backups are kept',
  access: member('SUPERADMIN'),
  status: 200,
  body: backupSchedule,
  response: z.object({ schedule: backupSchedule }),
});
export const openBackup = defineEndpoint({
  method: 'POST',
  path: '/installation/backups/{id}/open',
  summary: 'Get a ticket to download one file with the archive and the files next to it',
  access: member('SUPERADMIN'),
  status: 201,
  params,
  response: z.object({ ticket: z.object({ url: z.string(), expiresAt: timestamp }) }),
});
export const deleteBackup = defineEndpoint({
  method: 'DELETE',
  path: '/installation/backups/{id}',
  summary: 'Delete a backup with its archive',
  access: member('SUPERADMIN'),
  status: 204,
  params,
});
