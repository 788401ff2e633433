import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findTestServer, runStatement } from '@handover/testing/database.ts';
import pg from 'pg';
import { buildApp } from '../../src/app.ts';
import { boot, type Services } from '../../src/boot.ts';
import { allRecords, listJobs } from '#registry.ts';
import { loadConfig, type Config } from '#lib/config.ts';
import { openKeyring } from '#lib/keyring.ts';
import { createLogger } from '#lib/logger.ts';
import { type BackupResult, makeBackup } from '#platform/backup/make-backup.ts';
import { openObjectFolder } from '#platform/backup/object-folder.ts';
import { openSnapshot } from '#platform/backup/snapshot.queries.ts';
import { openObjectStore } from '#adapters/storage/open-object-store.ts';
import { finishRestore } from '#workflows/restore-backup/finish-restore.ts';
import { checkArchive, restoreBackup, type RestoreResult } from '#workflows/restore-backup/restore-backup.ts';
import { createCaller, type Caller } from '../caller.ts';

/** Where a backup is restored: an empty database and an empty data folder. */
export type Elsewhere = {
  readonly connectionString: string;
  readonly dataDir: string;
  readonly config: Config;
  /** Restores like the command; `log` may throw to interrupt it. */
  restore(file: string, log?: (line: string) => void): Promise<RestoreResult>;
  /** Starts the restored installation and passes it to the callback. */
  use<T>(
    act: (started: { booted: Services; guest: Caller; as: (token: string) => Caller }) => Promise<T>,
  ): Promise<T>;
  query<T extends pg.QueryResultRow>(statement: string): Promise<T[]>;
  remove(): Promise<void>;
};

const logger = createLogger('silent');

export async function restoreIntoNewFolder({ secretKey }: { secretKey: string }): Promise<Elsewhere> {
  const serverUrl = String(findTestServer());
  const name = `handover_test_${randomBytes(6).toString('hex')}`;
  await runStatement(serverUrl, `CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const connectionString = url.href;
  const dataDir = await mkdtemp(join(tmpdir(), 'handover-elsewhere-'));
  const config = loadConfig({ DATA_DIR: dataDir, SECRET_KEY: secretKey, SAMPLE_DATA: 'false' });
  return {
    connectionString,
    dataDir,
    config,
    restore: async (file, log = () => undefined) => {
      const archive = await checkArchive(file);
      const target = {
        connectionString,
        config,
        keyring: openKeyring(secretKey),
        now: new Date(),
        records: allRecords,
        log,
      };
      const restored = await restoreBackup(target, archive);
      const { background, jobs, database } = await boot({
        config,
        connectionString,
        logger,
        isRestoring: true,
      });
      try {
        const definitions = listJobs(background);
        await jobs.start(definitions);
        await finishRestore({ connectionString, runner: background.runner, definitions });
      } finally {
        await jobs.stop();
        await database.close();
      }
      return restored;
    },
    use: async (act) => {
      const booted = await boot({ config, connectionString, logger });
      const app = await buildApp(booted.platform, { webFolder: null });
      try {
        const as = (token: string | null): Caller =>
          createCaller(app, { token, userId: '', workspaceId: null });
        return await act({ booted, guest: as(null), as });
      } finally {
        booted.platform.live.endAll();
        await app.close();
        await booted.database.close();
      }
    },
    query: async (statement) => {
      const client = new pg.Client(connectionString);
      await client.connect();
      try {
        return (await client.query(statement)).rows;
      } finally {
        await client.end();
      }
    },
    remove: async () => {
      await runStatement(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A backup as the command makes it: one archive, or an archive with its objects next to it. */
export async function backUp(
  { connectionString, config }: { connectionString: string; config: Config },
  file: string,
  { isAlone = true }: { isAlone?: boolean } = {},
): Promise<BackupResult> {
  const snapshot = await openSnapshot(connectionString, config.dataDir);
  try {
    const objects = await openObjectStore(config, snapshot.keyFingerprint);
    const folder = isAlone ? null : openObjectFolder(dirname(file));
    const source = { snapshot, objects, folder, now: new Date(), onProgress: () => undefined };
    return await makeBackup(source, { file });
  } finally {
    await snapshot.close();
  }
}
