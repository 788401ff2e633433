import { join } from 'node:path';
import { createOutbox } from './adapters/mail/outbox.ts';
import { createSmtpTransport } from './adapters/mail/smtp.ts';
import { readSmtpUrl } from './adapters/mail/smtp-url.ts';
import { createLocalStorage } from './adapters/storage/local.ts';
import { createS3Storage } from './adapters/storage/s3.ts';
import type { Storage } from './adapters/storage/storage.ts';
import { openDatabase, type DatabaseClient, type Db } from './db/client.ts';
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
import { createWorkRunner, type WorkRunner } from './platform/work.ts';

export type Booted = {
  /** For requests, whose statements have to answer within seconds. */
  readonly platform: Platform;
  /** The same for jobs and commands, whose statements may take minutes. */
  readonly background: Platform;
  readonly jobs: Jobs;
  readonly channel: LiveChannel;
  readonly database: Pick<DatabaseClient, 'close'>;
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
  const database = openDatabases({ connectionString, logger });
  const { db } = database;
  try {
    await openInstallation(db, { fingerprint: keyring.fingerprint, now: clock.now() });
    const storage = openStorage(config, keyring.fingerprint);
    await storage.check();
    const mail =
      config.smtpUrl === undefined
        ? createOutbox()
        : createSmtpTransport({ server: readSmtpUrl(config.smtpUrl), logger });
    const live = createLiveHub({ db, logger });
    const channel = createLiveChannel({
      connectionString,
      logger,
      onNotices: live.dispatch,
      onReconnect: live.resync,
    });
    const jobs = createJobs({ connectionString, logger });
    const runnerOn = (handle: Db): WorkRunner =>
      createWorkRunner({ db: handle, clock, send: channel.send, enqueue: jobs.enqueue });
    const limits = createRateLimits(db, clock);
    const platform = { config, logger, keyring, runner: runnerOn(db), limits, storage, mail, live };
    return {
      platform,
      background: { ...platform, runner: runnerOn(database.backgroundDb) },
      jobs,
      channel,
      database,
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** One pool for requests, and one for jobs, whose long statements would keep requests waiting. */
function openDatabases({ connectionString, logger }: Pick<Options, 'connectionString' | 'logger'>) {
  const onError = (error: Error): void => logger.warn({ err: error }, 'database connection lost');
  const requests = openDatabase({ connectionString, onError });
  const background = openDatabase({ connectionString, purpose: 'background', maxConnections: 12, onError });
  return {
    db: requests.db,
    backgroundDb: background.db,
    close: async (): Promise<void> => void (await Promise.all([requests.close(), background.close()])),
  };
}

function openStorage({ s3, dataDir }: Config, fingerprint: string): Storage {
  return s3 === undefined
    ? createLocalStorage({ folder: join(dataDir, 'files'), fingerprint })
    : createS3Storage({ config: s3, spoolFolder: join(dataDir, 'spool'), fingerprint });
}
