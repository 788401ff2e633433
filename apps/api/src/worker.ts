import { resolve } from 'node:path';
import { assertBundlesExist } from './adapters/confined-child.ts';
import { boot } from './boot.ts';
import { listJobs } from './registry.ts';
import { startMailboxSync } from './features/conversations/imap/mailbox-sync.ts';
import { loadConfig } from './lib/config.ts';
import { explainFailure } from './lib/errors.ts';
import { createLogger } from './lib/logger.ts';
import { resumeBulkRuns } from './platform/records/bulk/bulk.job.ts';
import { resumeImports } from './platform/records/import/import.job.ts';
import { stopOnSignal, stopProcess } from './lib/stop-process.ts';

/** Runs background jobs in a separate process, for servers started with WORKER=separate. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  if (config.databaseUrl === undefined)
    throw new Error(
      'A separate worker needs DATABASE_URL: the embedded database belongs to the server that started it.',
    );
  assertBundlesExist();
  const logger = createLogger(config.logLevel);
  const { background, jobs, channel, database } = await boot({
    config: { ...config, dataDir: resolve(config.dataDir) },
    connectionString: config.databaseUrl,
    logger,
  });
  await channel.start();
  await jobs.start(listJobs(background));
  await resumeImports(background);
  await resumeBulkRuns(background);
  await jobs.work(listJobs(background));
  const mailboxes = startMailboxSync(background);
  process.stdout.write('\n  The worker is ready.\n\n');
  stopOnSignal(
    async () => {
      await mailboxes.stop();
      await jobs.stop();
      await channel.stop();
      await database.close();
    },
    { onSignal: (signal) => logger.info({ signal }, 'stopping') },
  );
}

try {
  await main();
} catch (error) {
  process.stderr.write(`\n${explainFailure(error)}\n\n`);
  await stopProcess(async () => undefined, { exitCode: 1 });
}
