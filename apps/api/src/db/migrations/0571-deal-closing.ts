import { sql, type Kysely } from 'kysely';

/** Diligence requests, and what a deal needs to close. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE diligence_requests (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      deal_id uuid NOT NULL,
      number integer NOT NULL CHECK (number > 0),
      title text NOT NULL,
      details text,
      due_on date,
      state text NOT NULL CHECK (state IN ('open', 'answered', 'closed')),
      answer text,
      created_by uuid NOT NULL REFERENCES users (id),
      answered_by uuid REFERENCES users (id),
      answered_at timestamptz(3),
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, id),
      UNIQUE (workspace_id, deal_id, number),
      FOREIGN KEY (workspace_id, deal_id) REFERENCES deals (workspace_id, id),
      CHECK ((answer IS NULL) = (answered_at IS NULL))
    )`.execute(db);
  await sql`
    CREATE TABLE deal_closings (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      deal_id uuid NOT NULL,
      checklist jsonb NOT NULL DEFAULT '{}',
      funds_flow jsonb NOT NULL DEFAULT '[]',
      dates jsonb NOT NULL DEFAULT '{}',
      version integer NOT NULL DEFAULT 1,
      updated_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, deal_id),
      FOREIGN KEY (workspace_id, deal_id) REFERENCES deals (workspace_id, id)
    )`.execute(db);
}
