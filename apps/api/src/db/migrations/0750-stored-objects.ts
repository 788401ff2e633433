import { sql, type Kysely } from 'kysely';

/**
 * Encrypted objects of the file store, each with its own key. Composite keys let a file refer only to objects of its own
 * workspace. Files from before have no object until a job has encrypted them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE file_keys (
      id uuid PRIMARY KEY,
      workspace_id uuid REFERENCES workspaces (id),
      sealed_key text NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      rotated_at timestamptz(3),
      retired_at timestamptz(3)
    );
    CREATE UNIQUE INDEX file_keys_current ON file_keys (workspace_id) NULLS NOT DISTINCT WHERE retired_at IS NULL;

    CREATE TABLE stored_objects (
      id uuid PRIMARY KEY,
      workspace_id uuid REFERENCES workspaces (id),
      key_id uuid REFERENCES file_keys (id),
      wrapped_key bytea,
      object_bytes bigint,
      sealed_sha256 bytea,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      UNIQUE (workspace_id, id),
      CHECK (num_nulls(key_id, wrapped_key, object_bytes, sealed_sha256) IN (0, 4)),
      CHECK (workspace_id IS NULL OR key_id IS NOT NULL)
    );
    CREATE INDEX stored_objects_unassigned ON stored_objects (created_at) WHERE key_id IS NULL;
    CREATE INDEX stored_objects_by_key ON stored_objects (key_id, id);

    CREATE TABLE removed_objects (
      name text PRIMARY KEY,
      removed_at timestamptz(3) NOT NULL DEFAULT now()
    );
    CREATE FUNCTION queue_object_removal() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO removed_objects (name) SELECT 'sealed/' || right(id::text, 2) || '/' || id FROM removed
          ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$;
    CREATE TRIGGER stored_objects_removed AFTER DELETE ON stored_objects
      REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION queue_object_removal();

    ALTER TABLE backups ADD COLUMN added_bytes bigint;

    ALTER TABLE files ADD COLUMN object_id uuid,
      ADD FOREIGN KEY (workspace_id, object_id) REFERENCES stored_objects (workspace_id, id);
    CREATE INDEX files_by_object ON files (object_id);
    CREATE INDEX files_unsealed ON files (workspace_id, id) WHERE object_id IS NULL;
    ALTER TABLE photos ADD COLUMN object_id uuid REFERENCES stored_objects (id);
    CREATE INDEX photos_by_object ON photos (object_id);
  `)
    .execute(db);
}
