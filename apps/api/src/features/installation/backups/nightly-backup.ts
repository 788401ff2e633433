import { findPublicWorkspaceId } from '#platform/installation/public-workspace.ts';
import type { Platform } from '#platform/platform.ts';
import { isNightlyDue } from './backups.queries.ts';
import { endSilentBackups, queueBackup } from './backups.service.ts';

/** Starts the backup of this night, once, on whichever server comes first; late when none ran at that time. */
export async function startNightlyBackup({ runner }: Pick<Platform, 'runner'>): Promise<void> {
  await runner.transact(endSilentBackups);
  const workspaceId = await findPublicWorkspaceId(runner.db);
  if (!(await isNightlyDue(runner.db, { workspaceId, now: runner.clock.now() }))) return;
  await runner.transact((work) => queueBackup(work, { madeBy: null, isNightly: true }));
}
