import fs from 'node:fs/promises';
import path from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import pg from 'pg';
import { PgBoss, getConstructionPlans, getMigrationPlans } from 'pg-boss';
import { appRole } from './client.ts';
import { appendOnlyTables } from './schema/database.ts';

const migrationFolder = path.join(import.meta.dirname, 'migrations');

/** The migrations of this version, which are files. They are forward-only, in the order of their names. */
export const migrationNames: readonly string[] = (await fs.readdir(migrationFolder))
  .map((file) => path.parse(file).name)
  .sort();

/**
 * Migrates the database to this version as its owner: tables, job queue schema, app role and grants.
 * Concurrent servers are safe; the first does the work. Throws if a migration fails, which is then rolled
 * back completely, or if a newer version has migrated the database.
 */
export async function migrate({ connectionString }: { connectionString: string }): Promise<void> {
  await withMigrations(connectionString, async (db, connection) => {
    const applied = await listApplied(connection);
    rejectNewerDatabase(applied);
    // Most starts have nothing to migrate, and do not load more than a hundred files.
    if (applied.length < migrationNames.length) await runMigrations(db);
    await installJobQueue(connection, connectionString);
    await grantToApp(connection);
  });
}

/** Migrates an empty database to an older version, tables only. Throws like `migrate`. */
export async function migrateTo(
  last: string,
  { connectionString }: { connectionString: string },
): Promise<void> {
  await withMigrations(connectionString, (db) => runMigrations(db, last));
}

async function withMigrations(
  connectionString: string,
  act: (db: Kysely<unknown>, connection: Kysely<unknown>) => Promise<void>,
): Promise<void> {
  const pool = new pg.Pool({
    connectionString,
    max: 2,
    connectionTimeoutMillis: 10_000,
    application_name: 'handover-migrate',
  });
  pool.on('error', () => undefined);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await db.connection().execute(async (connection) => {
      await sql`SELECT pg_advisory_lock(4711, 1)`.execute(connection);
      try {
        await act(db, connection);
      } finally {
        await sql`SELECT pg_advisory_unlock(4711, 1)`.execute(connection);
      }
    });
  } finally {
    await db.destroy();
  }
}

/** The names of the migrations that the database has, in order. */
async function listApplied(db: Kysely<unknown>): Promise<string[]> {
  const { rows: found } = await sql<{
    exists: boolean;
  }>`SELECT to_regclass('kysely_migration') IS NOT NULL AS exists`.execute(db);
  if (found[0]?.exists !== true) return [];
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db);
  return rows.map(({ name }) => name);
}

function rejectNewerDatabase(applied: readonly string[]): void {
  const newer = applied.findLast((name) => !migrationNames.includes(name));
  if (newer !== undefined)
    throw new Error(
      `A newer version of Handover has written this database (${newer}). Start that version or a later one. Nothing was changed.`,
    );
}

async function runMigrations(db: Kysely<unknown>, last?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: new FileMigrationProvider({ fs, path, migrationFolder }) });
  const { error, results } = await (last === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(last));
  if (error === undefined) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName;
  throw new Error(`Migration ${failed ?? ''} failed`, { cause: error });
}

async function installJobQueue(connection: Kysely<unknown>, connectionString: string): Promise<void> {
  const { rows: found } = await sql<{
    exists: boolean;
  }>`SELECT to_regclass('pgboss.version') IS NOT NULL AS exists`.execute(connection);
  if (found[0]?.exists !== true) {
    await sql.raw(getConstructionPlans('pgboss')).execute(connection);
    return;
  }
  const { rows } = await sql<{ version: number }>`SELECT version FROM pgboss.version`.execute(connection);
  if (!hasMigrationFrom(rows[0]?.version ?? 0)) return;
  const boss = new PgBoss({ connectionString, supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
}

/** The package throws if it has no migration from this version. */
function hasMigrationFrom(version: number): boolean {
  try {
    getMigrationPlans('pgboss', version);
    return true;
  } catch {
    return false;
  }
}

async function grantToApp(connection: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${appRole}') THEN
        CREATE ROLE ${appRole} NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE;
      END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END $$;
    GRANT ${appRole} TO current_user;
    GRANT USAGE ON SCHEMA public, pgboss TO ${appRole};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public, pgboss TO ${appRole};
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public, pgboss TO ${appRole};
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA pgboss TO ${appRole};
    GRANT EXECUTE ON FUNCTION take_back_import_activities(uuid, uuid, uuid[]), analyze_customers(), analyze_imports(), analyze_businesses(), analyze_tables(), move_merged_activities(uuid, uuid) TO ${appRole};
    REVOKE UPDATE, DELETE, TRUNCATE ON ${appendOnlyTables.join(', ')} FROM ${appRole};
    REVOKE INSERT, UPDATE, DELETE ON kysely_migration, kysely_migration_lock FROM ${appRole};
  `)
    .execute(connection);
}
