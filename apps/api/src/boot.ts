import { join } from 'node:path';
import { createOutbox } from './adapters/mail/outbox.ts';
import { createSmtpTransport } from './adapters/mail/smtp.ts';
import { createLocalStorage } from './adapters/storage/local.ts';
import { createS3Storage } from './adapters/storage/s3.ts';
import { openDatabase, type DatabaseClient } from './db/client.ts';
import { migrate } from './db/migrate.ts';
import { systemClock, type Clock } from './lib/clock.ts';
import type { Config } from './lib/config.ts';
import { openKeyring } from './lib/keyring.ts';
import type { Logger } from './lib/logger.ts';
import { loadSecretKey } from './platform/installation/secret-key.ts';
import { openInstallation } from './platform/installation/installation.ts';
import { createJobs, type Jobs } from './platform/jobs.ts';
import { createLiveChannel, type LiveChannel } from './platform/live/channel.ts';
import { createLiveHub } from './platform/live/hub.ts';
import type { Platform } from './platform/platform.ts';
import { createRateLimits } from './platform/rate-limits.ts';
import { createWorkRunner } from './platform/work.ts';

export type Booted = {
  readonly platform: Platform;
  readonly jobs: Jobs;
  readonly channel: LiveChannel;
  readonly database: DatabaseClient;
};

type Options = { config: Config; connectionString: string; logger: Logger; clock?: Clock };

/** Migrates the database and puts the platform together. Nothing listens or works yet. */
export async function boot({
  config,
  connectionString,
  logger,
  clock = systemClock,
}: Options): Promise<Booted> {
  await migrate({ connectionString });
  const keyring = openKeyring(await loadSecretKey({ configured: config.secretKey, dataDir: config.dataDir }));
  const database = openDatabase({
    connectionString,
    onError: (error) => logger.warn({ err: error }, 'database connection lost'),
  });
  const { db } = database;
  try {
    await openInstallation(db, { fingerprint: keyring.fingerprint, now: clock.now() });
    const storage =
      config.s3 === undefined
        ? createLocalStorage({ folder: join(config.dataDir, 'files'), fingerprint: keyring.fingerprint })
        : createS3Storage({
            config: config.s3,
            spoolFolder: join(config.dataDir, 'spool'),
            fingerprint: keyring.fingerprint,
          });
    await storage.check();
    const mail =
      config.smtpUrl === undefined ? createOutbox() : createSmtpTransport({ url: config.smtpUrl, logger });
    const live = createLiveHub({ db, logger });
    const channel = createLiveChannel({
      connectionString,
      logger,
      onNotices: live.dispatch,
      onReconnect: live.resync,
    });
    const jobs = createJobs({ connectionString, logger });
    const runner = createWorkRunner({ db, clock, send: channel.send, enqueue: jobs.enqueue });
    const limits = createRateLimits(db, clock);
    return {
      platform: { config, logger, keyring, runner, limits, storage, mail, live },
      jobs,
      channel,
      database,
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
