import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@handover/testing/database.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { boot } from './boot.ts';
import { withSingleConnection } from '#db/one-connection.ts';
import { loadConfig, type Config } from '#lib/config.ts';
import { createLogger } from '#lib/logger.ts';
import { openExistingDatabase } from './open-database.ts';

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'handover-boot-'));
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function createConfig(env: NodeJS.ProcessEnv): Config {
  return loadConfig({ SECRET_KEY: 'k'.repeat(32), DATA_DIR: folder, ...env });
}

const start = async (secret: string): Promise<void> => {
  const booted = await boot({
    config: createConfig({ SECRET_KEY: secret, DATABASE_URL: database.connectionString }),
    connectionString: database.connectionString,
    logger: createLogger('silent'),
  });
  await booted.database.close();
};

const run = (statement: string): Promise<unknown[]> =>
  withSingleConnection(database.connectionString, async (client) => (await client.query(statement)).rows);

const lastMigration = `SELECT name FROM kysely_migration ORDER BY name DESC LIMIT 1`;

describe('a server that is rejected by its database', () => {
  it('does not migrate a database of another secret key', async () => {
    await start('a'.repeat(32));
    // As if this database were one version behind.
    await run(`DELETE FROM kysely_migration WHERE name = (${lastMigration})`);
    const before = await run(lastMigration);
    await expect(start('b'.repeat(32))).rejects.toThrow(/does not match this database/);
    expect(await run(lastMigration)).toEqual(before);
  });

  it('reports that a newer version wrote it', async () => {
    await start('a'.repeat(32));
    await run(`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-later', '2030-01-01')`);
    await expect(start('a'.repeat(32))).rejects.toThrow(
      'A newer version of Handover has written this database (9999-later). Start that version or a later one. Nothing was changed.',
    );
  });
});

describe('a command', () => {
  it('does not create an installation in a mistyped folder', async () => {
    const dataDir = join(folder, 'mistyped');
    await expect(openExistingDatabase(createConfig({ DATA_DIR: dataDir }))).rejects.toThrow(
      `There is no installation of Handover in ${dataDir}. Set DATA_DIR or DATABASE_URL.`,
    );
    expect(existsSync(dataDir)).toBe(false);
  });

  it('treats a database without an installation as no installation', async () => {
    const config = createConfig({ DATABASE_URL: database.connectionString });
    await expect(openExistingDatabase(config)).rejects.toThrow(
      /no installation .* the database in DATABASE_URL/,
    );
    await start('a'.repeat(32));
    const opened = await openExistingDatabase(config);
    expect(opened.connectionString).toBe(database.connectionString);
    await opened.close();
  });
});
