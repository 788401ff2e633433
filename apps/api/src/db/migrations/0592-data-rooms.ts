import { sql, type Kysely } from 'kysely';

/** Data rooms of businesses: folders with levels, requests to the owner, and who opened what. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE data_rooms (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      business_id uuid NOT NULL,
      state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'frozen')),
      created_by uuid NOT NULL REFERENCES users (id),
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      version integer NOT NULL DEFAULT 1,
      PRIMARY KEY (workspace_id, id),
      UNIQUE (workspace_id, business_id),
      FOREIGN KEY (workspace_id, business_id) REFERENCES businesses (workspace_id, id)
    );

    ALTER TABLE document_folders
      ADD COLUMN room_id uuid,
      ADD COLUMN number text,
      ADD COLUMN level smallint CHECK (level BETWEEN 0 AND 3),
      ADD CHECK ((room_id IS NULL) = (level IS NULL)),
      ADD FOREIGN KEY (workspace_id, room_id) REFERENCES data_rooms (workspace_id, id);
    CREATE INDEX document_folders_of_room ON document_folders (workspace_id, room_id) WHERE room_id IS NOT NULL;
    DROP INDEX document_folders_by_name;
    CREATE UNIQUE INDEX document_folders_by_name ON document_folders (workspace_id, room_id, parent_id, lower(name)) NULLS NOT DISTINCT;

    CREATE TABLE room_requests (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      room_id uuid NOT NULL,
      folder_id uuid NOT NULL,
      position integer NOT NULL,
      title text NOT NULL,
      state text NOT NULL DEFAULT 'required' CHECK (state IN ('required', 'requested', 'uploaded', 'refused', 'verified', 'not_applicable')),
      due_on date,
      expires_on date,
      refusal text,
      verified_by uuid REFERENCES users (id),
      verified_at timestamptz(3),
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, id),
      CHECK ((state = 'verified') = (num_nonnulls(verified_by, verified_at) = 2)),
      CHECK ((state = 'refused') = (refusal IS NOT NULL)),
      FOREIGN KEY (workspace_id, room_id) REFERENCES data_rooms (workspace_id, id),
      FOREIGN KEY (workspace_id, folder_id) REFERENCES document_folders (workspace_id, id)
    );
    CREATE INDEX room_requests_of_room ON room_requests (workspace_id, room_id, position, id);

    -- A document answers at most one request.
    ALTER TABLE documents
      ADD COLUMN request_id uuid,
      ADD FOREIGN KEY (workspace_id, request_id) REFERENCES room_requests (workspace_id, id);
    CREATE INDEX documents_of_request ON documents (workspace_id, request_id) WHERE request_id IS NOT NULL;

    -- What clients opened, written before the bytes are sent.
    CREATE TABLE document_views (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      document_id uuid NOT NULL,
      number integer NOT NULL,
      room_id uuid,
      user_id uuid NOT NULL REFERENCES users (id),
      ip_address text,
      viewed_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, id),
      FOREIGN KEY (workspace_id, document_id) REFERENCES documents (workspace_id, id),
      FOREIGN KEY (workspace_id, room_id) REFERENCES data_rooms (workspace_id, id)
    );
    CREATE INDEX document_views_of_room ON document_views (workspace_id, room_id, viewed_at, id) WHERE room_id IS NOT NULL;

    -- When a client last looked at a room, and the time before: what came between is new.
    CREATE TABLE room_visits (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      room_id uuid NOT NULL,
      user_id uuid NOT NULL REFERENCES users (id),
      visited_at timestamptz(3) NOT NULL,
      visited_before timestamptz(3),
      PRIMARY KEY (workspace_id, room_id, user_id),
      FOREIGN KEY (workspace_id, room_id) REFERENCES data_rooms (workspace_id, id)
    );
  `)
    .execute(db);
}
