import { boot } from './boot.ts';
import { listJobs } from './registry.ts';
import { loadConfig } from './lib/config.ts';
import { createLogger } from './lib/logger.ts';
import { openExistingDatabase } from './open-database.ts';
import type { Platform } from './platform/platform.ts';
import { explainFailure } from './lib/errors.ts';

/** Runs a command on the configured installation. Jobs are left to the server. */
export async function runOnInstallation(
  act: (installation: { platform: Platform; connectionString: string }) => Promise<void>,
): Promise<void> {
  const opened = await openExistingDatabase(loadConfig(process.env));
  try {
    const { connectionString, config } = opened;
    const logger = createLogger('warn');
    const { background: platform, jobs, database } = await boot({ config, connectionString, logger });
    try {
      await jobs.start(listJobs(platform));
      await act({ platform, connectionString });
    } finally {
      await jobs.stop();
      await database.close();
    }
  } finally {
    await opened.close();
  }
}

/** Runs a command; prints an error and sets the exit code on failure. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`\n${explainFailure(error)}\n\n`);
    process.exitCode = 1;
  }
}
