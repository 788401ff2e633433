import { sql, type Kysely } from 'kysely';

/** Legal holds on documents, and how long deleted documents are kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(holds).execute(db);
  await sql.raw(guards).execute(db);
  await sql.raw(retention).execute(db);
}

const holds = `
  CREATE TABLE legal_holds (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    id uuid NOT NULL,
    document_id uuid,
    business_id uuid,
    reason text NOT NULL,
    placed_by uuid NOT NULL REFERENCES users (id),
    placed_at timestamptz(3) NOT NULL,
    lifted_by uuid REFERENCES users (id),
    lifted_at timestamptz(3),
    PRIMARY KEY (workspace_id, id),
    CHECK (num_nonnulls(document_id, business_id) = 1),
    CHECK ((lifted_by IS NULL) = (lifted_at IS NULL)),
    FOREIGN KEY (workspace_id, document_id) REFERENCES documents (workspace_id, id),
    FOREIGN KEY (workspace_id, business_id) REFERENCES businesses (workspace_id, id)
  );
  CREATE UNIQUE INDEX legal_holds_of_document ON legal_holds (workspace_id, document_id) WHERE lifted_at IS NULL AND document_id IS NOT NULL;
  CREATE UNIQUE INDEX legal_holds_of_business ON legal_holds (workspace_id, business_id) WHERE lifted_at IS NULL AND business_id IS NOT NULL;
  CREATE INDEX legal_holds_by_time ON legal_holds (workspace_id, placed_at, id) WHERE lifted_at IS NULL;

  -- The one rule of what a hold covers: the document, or those on the business, on its deals, and in its data room.
  CREATE VIEW held_documents AS
    SELECT holds.workspace_id, holds.document_id, holds.id AS hold_id FROM legal_holds AS holds
      WHERE holds.lifted_at IS NULL AND holds.document_id IS NOT NULL
    UNION
    SELECT holds.workspace_id, linked.document_id, holds.id FROM legal_holds AS holds
      JOIN document_records AS linked ON linked.workspace_id = holds.workspace_id AND linked.business_id = holds.business_id
      WHERE holds.lifted_at IS NULL
    UNION
    SELECT holds.workspace_id, linked.document_id, holds.id FROM legal_holds AS holds
      JOIN deals ON deals.workspace_id = holds.workspace_id AND deals.business_id = holds.business_id
      JOIN document_records AS linked ON linked.workspace_id = holds.workspace_id AND linked.deal_id = deals.id
      WHERE holds.lifted_at IS NULL
    UNION
    SELECT holds.workspace_id, documents.id, holds.id FROM legal_holds AS holds
      JOIN data_rooms AS rooms ON rooms.workspace_id = holds.workspace_id AND rooms.business_id = holds.business_id
      JOIN document_folders AS folders ON folders.workspace_id = holds.workspace_id AND folders.room_id = rooms.id
      JOIN documents ON documents.workspace_id = holds.workspace_id AND documents.folder_id = folders.id
      WHERE holds.lifted_at IS NULL;
`;

/** Whatever removes rows, those of a held document stay: the services say it first, in words. */
const guards = `
  CREATE FUNCTION keep_held_document() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM held_documents WHERE workspace_id = OLD.workspace_id AND document_id = (to_jsonb(OLD) ->> TG_ARGV[0])::uuid) THEN
      RAISE EXCEPTION 'A document on legal hold cannot be removed' USING ERRCODE = 'restrict_violation';
    END IF;
    IF TG_OP = 'DELETE' THEN
      RETURN OLD;
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER keep_held_document BEFORE DELETE ON documents
    FOR EACH ROW EXECUTE FUNCTION keep_held_document('id');
  CREATE TRIGGER keep_held_document BEFORE DELETE OR UPDATE OF number, file_id ON document_versions
    FOR EACH ROW EXECUTE FUNCTION keep_held_document('document_id');

  CREATE FUNCTION keep_legal_hold() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'A legal hold is lifted, not removed' USING ERRCODE = 'restrict_violation';
  END $$;
  CREATE TRIGGER keep_legal_hold BEFORE DELETE ON legal_holds
    FOR EACH ROW WHEN (OLD.lifted_at IS NULL) EXECUTE FUNCTION keep_legal_hold();

  -- Taken off a held business, a document would no longer be held.
  CREATE FUNCTION keep_document_in_hold() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (
      SELECT FROM legal_holds AS holds
      WHERE holds.workspace_id = OLD.workspace_id AND holds.lifted_at IS NULL
        AND holds.business_id = coalesce(OLD.business_id, (SELECT business_id FROM deals WHERE workspace_id = OLD.workspace_id AND id = OLD.deal_id))
        AND NOT EXISTS (SELECT FROM held_documents AS held
          WHERE held.workspace_id = OLD.workspace_id AND held.document_id = OLD.document_id AND held.hold_id = holds.id)) THEN
      RAISE EXCEPTION 'A document on legal hold cannot be taken off its business' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
  END $$;
  CREATE CONSTRAINT TRIGGER keep_document_in_hold AFTER DELETE OR UPDATE OF business_id, deal_id ON document_records
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_document_in_hold();
`;

const retention = `
  ALTER TABLE workspaces
    -- Null keeps deleted documents until somebody restores them, as before.
    ADD COLUMN trash_retention_days integer CHECK (trash_retention_days BETWEEN 1 AND 3650),
    ADD COLUMN closed_deal_retention_years integer NOT NULL DEFAULT 7 CHECK (closed_deal_retention_years BETWEEN 0 AND 100);
  CREATE INDEX documents_in_trash ON documents (workspace_id, deleted_at, id) WHERE deleted_at IS NOT NULL;
`;
