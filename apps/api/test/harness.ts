import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@handover/testing/database.ts';
import type { FastifyInstance } from 'fastify';
import { Client } from 'pg';
import { buildApp } from '../src/app.ts';
import { boot, type Services } from '../src/boot.ts';
import type { Db } from '#db/client.ts';
import { listJobs } from '#registry.ts';
import type { Clock } from '#lib/clock.ts';
import { loadConfig } from '#lib/config.ts';
import { createLogger } from '#lib/logger.ts';
import { createCaller, type Caller } from './caller.ts';
import { refuseSelfComparisons } from './statement-recorder.ts';
import { createZone } from './mail/signed-mail.ts';
import {
  makeCustomer,
  makeMember,
  makePlan,
  makeWorkspace,
  type CustomerParts,
  type MemberParts,
  type WorkspaceParts,
} from './factories.ts';

export type TestApi = {
  readonly app: FastifyInstance;
  readonly booted: Services;
  readonly db: Db;
  readonly connectionString: string;
  readonly dataDir: string;
  /** The real time until it is set; then it does not advance. */
  readonly clock: Clock & { set(instant: Date): void };
  /** TXT records of the only DNS that the app sees, by name. */
  readonly dnsRecords: Map<string, string>;
  /** A new workspace; each test creates its own. */
  makeWorkspace(parts?: WorkspaceParts): Promise<string>;
  /** A signed-in user; without `workspaceId`, a user without a workspace. */
  signIn(parts: MemberParts): Promise<Caller>;
  /** A customer record, written directly to the database. */
  makeCustomer(workspaceId: string, parts?: CustomerParts): Promise<string>;
  /** A plan of the installation's catalog, by name, unless it exists. */
  makePlan(name: string): Promise<void>;
  /** A caller without a session. */
  readonly guest: Caller;
  /** Starts the background jobs. */
  startJobs(): Promise<void>;
  close(): Promise<void>;
};

type Options = {
  readonly env?: Record<string, string>;
  /** As if the text of each new file were read immediately and nothing found, so that clients may open it. */
  readonly areFilesChecked?: boolean;
};

/** The real app on its own database, in this process. `env` adds to the configuration. */
export async function startApi({ env = {}, areFilesChecked = false }: Options = {}): Promise<TestApi> {
  refuseSelfComparisons();
  const database = await createTestDatabase();
  if (areFilesChecked) await checkNewFiles(database.connectionString);
  const dataDir = await mkdtemp(join(tmpdir(), 'handover-api-'));
  const config = loadConfig({
    DATA_DIR: dataDir,
    // One key for all, so that they share one login to the test server.
    SECRET_KEY: 'the secret key of all test installations',
    LOG_LEVEL: 'silent',
    SAMPLE_DATA: 'false',
    PUBLIC_URL: 'http://localhost:3000',
    ...env,
  });
  const clock = createClock();
  const zone = createZone();
  const booted = await boot({
    config,
    connectionString: database.connectionString,
    logger: createLogger(config.logLevel),
    clock,
    dns: zone.lookup,
  });
  await booted.channel.start();
  const app = await buildApp(booted.platform, { webFolder: null });
  await app.ready();
  const { db } = booted.platform.runner;
  return {
    app,
    booted,
    db,
    connectionString: database.connectionString,
    dataDir,
    clock,
    dnsRecords: zone.txt,
    makeWorkspace: (parts = {}) => makeWorkspace(booted.platform, parts),
    signIn: async (parts) => createCaller(app, await makeMember(booted.platform, parts)),
    makeCustomer: (workspaceId, parts = {}) => makeCustomer(booted.platform, workspaceId, parts),
    makePlan: (name) => makePlan(booted.platform, name),
    guest: createCaller(app, { token: null, userId: '', workspaceId: null }),
    startJobs: async () => {
      await booted.jobs.start(listJobs(booted.background));
      await booted.jobs.work(listJobs(booted.background));
    },
    close: async () => {
      booted.platform.live.endAll();
      await app.close();
      await booted.jobs.stop();
      await booted.channel.stop();
      await booted.database.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function createClock(): TestApi['clock'] {
  let current: Date | null = null;
  return {
    now: () => current ?? new Date(),
    set: (instant) => {
      current = instant;
    },
  };
}

async function checkNewFiles(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(`
    CREATE FUNCTION check_new_file() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      INSERT INTO file_texts (workspace_id, file_id, state, page_count, is_cut)
        VALUES (NEW.workspace_id, NEW.id, 'none', 0, false);
      RETURN NULL;
    END $$;
    CREATE TRIGGER check_new_file AFTER INSERT ON files FOR EACH ROW EXECUTE FUNCTION check_new_file()`);
  await client.end();
}
