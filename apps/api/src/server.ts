import { existsSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { assertBundlesExist } from './adapters/confined-child.ts';
import { buildApp } from './app.ts';
import { boot, type Services } from './boot.ts';
import { listMaintenanceTasks } from './maintenance-tasks.ts';
import { listJobs } from './registry.ts';
import { prepareFirstStart } from './first-start.ts';
import { startMailboxSync } from './features/conversations/imap/mailbox-sync.ts';
import { loadConfig, type Config } from './lib/config.ts';
import { createLogger, type Logger } from './lib/logger.ts';
import { openConfiguredDatabase } from './open-database.ts';
import { startMaintenance } from './platform/maintenance.ts';
import { resumeBulkRuns } from './platform/records/bulk/bulk.job.ts';
import { resumeImports } from './platform/records/import/import.job.ts';
import { explainFailure } from './lib/errors.ts';
import { stopOnSignal, stopProcess } from './lib/stop-process.ts';

const webFolder = resolve(import.meta.dirname, '../../web/dist');
const drainMs = 8_000;

type Stop = () => Promise<void>;

/** Starts everything in order and stops it in reverse, also when a later part fails. */
async function main(): Promise<void> {
  const stops: Stop[] = [];
  try {
    const config = loadConfig(process.env);
    const logger = createLogger(config.logLevel);
    await start({ config, logger, stops });
    stopOnSignal(() => stopAll(stops), {
      onSignal: (signal) => logger.info({ signal }, 'stopping'),
    });
  } catch (error) {
    process.stderr.write(`\n${explainFailure(error)}\n\n`);
    await stopProcess(() => stopAll(stops), { exitCode: 1 });
  }
}

async function start({
  config: given,
  logger,
  stops,
}: {
  config: Config;
  logger: Logger;
  stops: Stop[];
}): Promise<void> {
  assertBundlesExist();
  const opened = await openConfiguredDatabase(given);
  stops.push(() => opened.close());
  const { config, connectionString } = opened;
  const booted = await boot({ config, connectionString, logger });
  stops.push(() => booted.database.close());
  const { platform, background, jobs, channel } = booted;
  await channel.start();
  stops.push(() => channel.stop());
  await jobs.start(listJobs(background));
  stops.push(() => jobs.stop());
  await resumeImports(background);
  await resumeBulkRuns(background);
  // Printed before the server listens: these lines are created only once, and must not be lost if the port is taken.
  const notes = await prepareFirstStart(booted);
  if (notes.length > 0) process.stdout.write(`\n${notes.map((line) => `  ${line}\n`).join('')}`);
  const app = await buildApp(platform, {
    webFolder: existsSync(resolve(webFolder, 'index.html')) ? webFolder : null,
  });
  stops.push(() => closeApp(app, booted));
  await app.listen({ port: config.port, host: config.host });
  // A server that cannot get its port starts no background work.
  if (config.worker === 'inline') {
    await jobs.work(listJobs(background));
    const mailboxes = startMailboxSync(background);
    stops.push(() => mailboxes.stop());
  }
  const housekeeping = startMaintenance({
    runner: background.runner,
    logger,
    dataDir: config.dataDir,
    chores: [...listMaintenanceTasks(background), { everyMs: 1_000, act: platform.requestLimits.share }],
  });
  stops.push(() => housekeeping.stop());
  process.stdout.write(`\n  Handover is ready at ${config.publicUrl}\n\n`);
  // Written now, because a killed server has no time to write it for the next start.
  flushCompileCache();
}

/**
 * Accepts no more connections and lets requests finish, for a few seconds. Streams end first, because they are requests
 * that never finish.
 */
async function closeApp(app: FastifyInstance, { platform }: Services): Promise<void> {
  platform.live.endAll();
  const timeout = new Promise<void>((done) => setTimeout(done, drainMs).unref());
  await Promise.race([app.close(), timeout]);
  app.server.closeAllConnections();
}

async function stopAll(stops: Stop[]): Promise<void> {
  for (const stop of stops.toReversed()) {
    await stop().catch((error: unknown) =>
      process.stderr.write(`While stopping: ${error instanceof Error ? error.message : String(error)}\n`),
    );
  }
}

await main();
