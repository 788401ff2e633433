import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { backUp, restoreIntoNewFolder, type Elsewhere } from '#test/backups/restore-fixture.ts';
import { appRole } from '#db/client.ts';
import { migrateTo, migrationNames } from '#db/migrate.ts';
import { openKeyring } from '#lib/keyring.ts';

const secretKey = 'a key that two versions have in turn';
const previous = String(migrationNames.at(-2));

let older: Elsewhere;
let newer: Elsewhere;
let folder: string;
let file: string;

vi.setConfig({ testTimeout: 60_000 });

/** An installation as the migration before the newest left it, with a workspace in it. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'handover-versions-'));
  file = join(folder, 'archive.tar.gz');
  older = await restoreIntoNewFolder({ secretKey });
  newer = await restoreIntoNewFolder({ secretKey });
  await migrateTo(previous, older);
  await older.query(`
    CREATE SCHEMA pgboss;
    CREATE TABLE pgboss.job (id uuid, name text, data jsonb, state text, start_after timestamptz, singleton_key text, created_on timestamptz);
    GRANT USAGE ON SCHEMA public, pgboss TO ${appRole};
    GRANT SELECT ON ALL TABLES IN SCHEMA public, pgboss TO ${appRole};
    INSERT INTO installation (name, tagline, key_fingerprint, created_at)
      VALUES ('Harbor', 'Sold with care', '${openKeyring(secretKey).fingerprint}', now());
    INSERT INTO workspaces (id, name, plan, time_zone, currency, staff_access, created_at)
      VALUES (gen_random_uuid(), 'Old office', 'Free', 'UTC', 'USD', '{users,"with, comma",NULL}', now())`);
  await backUp(older, file);
});
afterEach(async () => {
  await older.remove();
  await newer.remove();
  await rm(folder, { recursive: true, force: true });
});

it('brings a backup of the version before to this one', async () => {
  await newer.restore(file);
  expect(await newer.query('SELECT name FROM kysely_migration ORDER BY name')).toEqual(
    migrationNames.map((name) => ({ name })),
  );
  expect(await newer.query('SELECT name, staff_access FROM workspaces')).toEqual([
    { name: 'Old office', staff_access: ['users', 'with, comma', null] },
  ]);
  await newer.use(async ({ guest }) =>
    expect((await guest.get('/installation')).body.installation.name).toBe('Harbor'),
  );
});

it('refuses a backup of an unknown database version', async () => {
  const tar = gunzipSync(await readFile(file));
  const at = tar.indexOf(previous);
  tar.write('9', at);
  await writeFile(file, gzipSync(tar));
  await expect(newer.restore(file)).rejects.toThrow(/another version of Handover/);
  expect(await newer.query(`SELECT 1 FROM pg_class WHERE relname = 'kysely_migration'`)).toEqual([]);
});
