import { sql, type Kysely } from 'kysely';

/** Backups that were made here, and whether one is made each night. The archives lie in the data folder. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE backups (
      id uuid PRIMARY KEY,
      status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'done', 'failed')),
      percent smallint NOT NULL DEFAULT 0 CHECK (percent BETWEEN 0 AND 100),
      file_name text NOT NULL UNIQUE,
      size_bytes bigint,
      lost_files integer NOT NULL DEFAULT 0,
      error text,
      made_by uuid REFERENCES users (id) ON DELETE SET NULL,
      is_nightly boolean NOT NULL,
      started_at timestamptz(3) NOT NULL,
      seen_at timestamptz(3) NOT NULL,
      finished_at timestamptz(3),
      CHECK ((status = 'running') = (finished_at IS NULL)),
      CHECK ((status = 'done') = (size_bytes IS NOT NULL)),
      CHECK ((status = 'failed') = (error IS NOT NULL))
    );
    CREATE UNIQUE INDEX backups_one_running ON backups ((true)) WHERE status = 'running';
    CREATE INDEX backups_newest ON backups (started_at, id);

    ALTER TABLE installation
      ADD COLUMN backs_up_nightly boolean NOT NULL DEFAULT false,
      ADD COLUMN kept_backups integer NOT NULL DEFAULT 7 CHECK (kept_backups BETWEEN 1 AND 60);
  `)
    .execute(db);
}
