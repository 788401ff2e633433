import { createOutbox, type MailTransport } from './adapters/mail/transport.ts';
import { createSmtpTransport, readSmtpUrl } from './adapters/mail/smtp.ts';
import { createDnsLookup, type DnsLookup } from './adapters/mail/verify-sender.ts';
import { createClamav } from './adapters/malware/clamav.ts';
import { openObjectStore } from './adapters/storage/open-object-store.ts';
import { openDatabase, type DatabaseClient, type Db } from './db/client.ts';
import { openAppLogin } from './db/app-login.ts';
import { migrate } from './db/migrate.ts';
import { rejectIncompleteRestore } from './db/restore-mark.queries.ts';
import { systemClock, type Clock } from './lib/clock.ts';
import type { Config } from './lib/config.ts';
import { openKeyring, type Keyring } from './lib/keyring.ts';
import type { Logger } from './lib/logger.ts';
import type { Storage } from './adapters/storage/storage.ts';
import { recordScanner } from './platform/files/screening/blocked-files.queries.ts';
import { createSealedStorage } from './platform/files/store/sealed-storage.ts';
import { openSnapshot } from './platform/backup/snapshot.queries.ts';
import { findSecretKey, loadSecretKey } from './platform/installation/secret-key.ts';
import { createInstallation, rejectOtherKey } from './platform/installation/installation.ts';
import { createJobs, type Jobs } from './platform/jobs.ts';
import { createLiveChannel, type LiveChannel } from './platform/live/channel.ts';
import { createAudience } from './platform/live/audience.ts';
import { createLiveHub } from './platform/live/hub.ts';
import { createPages } from './platform/pages/pages.ts';
import type { Platform } from './platform/platform.ts';
import { createRecords } from './platform/records/record.ts';
import { createRateLimits } from './platform/rate-limits.ts';
import { createRequestLimits } from './platform/http/request-limits.ts';
import { createWorkRunner, type WorkRunner } from './platform/work.ts';
import { allRecords, otherLive } from './registry.ts';

export type Services = {
  /** For requests, with statement timeouts of seconds. */
  readonly platform: Platform;
  /** For jobs and commands, with statement timeouts of minutes. */
  readonly background: Platform;
  readonly jobs: Jobs;
  readonly channel: LiveChannel;
  readonly database: Pick<DatabaseClient, 'close'>;
};

type Options = {
  config: Config;
  /** Connects as the owner of the database. */
  connectionString: string;
  logger: Logger;
  clock?: Clock;
  dns?: DnsLookup;
  /** Set by the restore itself, because the database is marked as unfinished until the restore ends. */
  isRestoring?: boolean;
};

/** Migrates the database and creates the platform. Does not start listening or working. */
export async function boot({
  config,
  connectionString: owner,
  logger,
  clock = systemClock,
  dns = createDnsLookup(),
  isRestoring = false,
}: Options): Promise<Services> {
  if (!isRestoring) await rejectIncompleteRestore(owner);
  const keyring = await prepareDatabase({ config, owner, logger, clock });
  const connectionString = await openAppLogin({ connectionString: owner, keyring, logger });
  const database = openDatabases({ connectionString, logger });
  const { db } = database;
  try {
    const { backgroundStorage, ...stores } = await openStores(config, { keyring, database });
    const mail = openMail(config, logger);
    const records = createRecords(allRecords);
    const live = createLiveHub({ db, logger, audience: createAudience(records.all, otherLive) });
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
    const requestLimits = createRequestLimits({ db, clock, requestsPerMinute: config.requestsPerMinute });
    const parts = { config, logger, keyring, limits, requestLimits, ...stores, mail, dns, live, records };
    const pages = createPages({ ...parts, clock });
    const snapshots = { openSnapshot: () => openSnapshot(connectionString, config.dataDir) };
    const platform = { ...parts, ...snapshots, pages, runner: runnerOn(db) };
    return {
      platform,
      background: {
        ...platform,
        storage: backgroundStorage,
        runner: runnerOn(database.backgroundDb),
      },
      jobs,
      channel,
      database,
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The file store, for requests and for background work, with the object store and the scanner that it uses. */
async function openStores(
  config: Config,
  { keyring, database }: { keyring: Keyring; database: { readonly db: Db; readonly backgroundDb: Db } },
): Promise<Pick<Platform, 'objects' | 'scanner' | 'storage'> & { backgroundStorage: Storage }> {
  const objects = await openObjectStore(config, keyring.fingerprint);
  await objects.check();
  const scanner = config.clamavUrl === undefined ? null : createClamav(config.clamavUrl);
  if (scanner !== null) await recordScanner(database.db);
  const storageOn = (db: Db): Storage => createSealedStorage({ objects, db, keyring });
  const backgroundStorage = storageOn(database.backgroundDb);
  return { objects, scanner, storage: storageOn(database.db), backgroundStorage };
}

function openMail({ smtpUrl }: Config, logger: Logger): MailTransport {
  return smtpUrl === undefined
    ? createOutbox()
    : createSmtpTransport({ server: readSmtpUrl(smtpUrl), logger });
}

/**
 * Migrates the database and returns the keyring of the secret key, which is created at the first start. A database
 * created with another key is rejected before anything in it changes.
 */
async function prepareDatabase({
  config: { secretKey: configured, dataDir },
  owner: connectionString,
  logger,
  clock,
}: {
  config: Config;
  owner: string;
  logger: Logger;
  clock: Clock;
}): Promise<Keyring> {
  const found = await findSecretKey({ configured, dataDir });
  await rejectOtherKey(connectionString, found === null ? null : openKeyring(found).fingerprint);
  await migrate({ connectionString });
  const keyring = openKeyring(await loadSecretKey({ configured, dataDir }));
  const { db, close } = openDatabases({ connectionString, logger });
  try {
    await createInstallation(db, { fingerprint: keyring.fingerprint, now: clock.now() });
  } finally {
    await close();
  }
  // Another server may have created it at the same time.
  await rejectOtherKey(connectionString, keyring.fingerprint);
  return keyring;
}

/** Separate pools, so that long statements of jobs do not delay requests. */
function openDatabases({ connectionString, logger }: Pick<Options, 'connectionString' | 'logger'>) {
  let isClosing = false;
  const onError = (error: Error): void => {
    // The server may end a connection before its closing message arrives.
    if (!isClosing) logger.warn({ err: error }, 'database connection lost');
  };
  const requests = openDatabase({ connectionString, onError });
  const background = openDatabase({ connectionString, purpose: 'background', onError });
  return {
    db: requests.db,
    backgroundDb: background.db,
    close: async (): Promise<void> => {
      isClosing = true;
      await Promise.all([requests.close(), background.close()]);
    },
  };
}
