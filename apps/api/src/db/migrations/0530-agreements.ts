import { starterTemplate } from '@handover/contract/agreements/agreement-templates.ts';
import { sql, type Kysely } from 'kysely';

/** NDAs: their texts, what was sent and signed, and the key with which PDFs are signed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`${templates}${agreements}${signingKeys}${links}`).execute(db);
  const { name, title, text, validMonths } = starterTemplate;
  await sql`
    WITH template AS (
      INSERT INTO agreement_templates (workspace_id, id, name, valid_months, created_at, updated_at)
      SELECT id, gen_random_uuid(), ${name}, ${validMonths}, now(), now() FROM workspaces
      RETURNING workspace_id, id
    )
    INSERT INTO agreement_texts (workspace_id, template_id, number, title, text, created_at)
    SELECT workspace_id, id, 1, ${title}, ${text}, now() FROM template`.execute(db);
}

const templates = `
  CREATE TABLE agreement_templates (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    id uuid NOT NULL,
    name text NOT NULL,
    text_number integer NOT NULL DEFAULT 1,
    valid_months smallint CHECK (valid_months BETWEEN 1 AND 240),
    is_reviewed boolean NOT NULL DEFAULT false,
    archived_at timestamptz(3),
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, id)
  );
  -- The versions of a template's text, which never change.
  CREATE TABLE agreement_texts (
    workspace_id uuid NOT NULL,
    template_id uuid NOT NULL,
    number integer NOT NULL,
    title text NOT NULL,
    text text NOT NULL,
    created_by uuid REFERENCES users (id),
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, template_id, number),
    FOREIGN KEY (workspace_id, template_id) REFERENCES agreement_templates (workspace_id, id)
  );
`;

const agreements = `
  CREATE TABLE agreements (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    id uuid NOT NULL,
    customer_id uuid NOT NULL,
    deal_id uuid,
    template_id uuid NOT NULL,
    text_number integer NOT NULL,
    title text NOT NULL,
    -- As sent, with the fields filled.
    text text NOT NULL,
    text_sha256 bytea NOT NULL CHECK (length(text_sha256) = 32),
    status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'signed', 'declined', 'revoked')),
    valid_months smallint,
    sent_by uuid NOT NULL REFERENCES users (id),
    sent_at timestamptz(3) NOT NULL,
    sent_to text,
    deadline timestamptz(3) NOT NULL,
    opened_at timestamptz(3),
    closed_at timestamptz(3),
    decline_reason text,
    signer_name text,
    signer_user_id uuid REFERENCES users (id),
    signature_kind text CHECK (signature_kind IN ('typed', 'drawn')),
    signature_drawing jsonb,
    identity_method text CHECK (identity_method IN ('account', 'emailed_link', 'given_link')),
    -- The link that it was signed by.
    link_id uuid,
    consent text,
    ip_address text,
    user_agent text,
    request_id text,
    expires_on date,
    expires_sort date NOT NULL GENERATED ALWAYS AS (coalesce(expires_on, '9999-12-31'::date)) STORED,
    -- When the broker was notified that it expires.
    expiry_notified_at timestamptz(3),
    file_id uuid,
    created_at timestamptz(3) NOT NULL,
    deleted_at timestamptz(3),
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, customer_id) REFERENCES customers (workspace_id, id),
    FOREIGN KEY (workspace_id, deal_id) REFERENCES deals (workspace_id, id),
    FOREIGN KEY (workspace_id, template_id, text_number) REFERENCES agreement_texts (workspace_id, template_id, number),
    FOREIGN KEY (workspace_id, file_id) REFERENCES files (workspace_id, id),
    CHECK ((status = 'pending') = (closed_at IS NULL)),
    CHECK ((status = 'signed') = (num_nonnulls(signer_name, signature_kind, identity_method, consent) = 4)),
    CHECK (status = 'signed' OR num_nonnulls(expires_on, file_id) = 0)
  );
  CREATE INDEX agreements_by_sending ON agreements (workspace_id, sent_at, id) WHERE deleted_at IS NULL;
  CREATE INDEX agreements_by_expiry ON agreements (workspace_id, expires_sort, id) WHERE deleted_at IS NULL;
  CREATE INDEX agreements_by_customer ON agreements (workspace_id, customer_id, sent_at, id);
  CREATE INDEX agreements_by_deal ON agreements (workspace_id, deal_id) WHERE deal_id IS NOT NULL;
  CREATE INDEX agreements_without_pdf ON agreements (workspace_id, id) WHERE status = 'signed' AND file_id IS NULL;

  CREATE TABLE agreement_businesses (
    workspace_id uuid NOT NULL,
    agreement_id uuid NOT NULL,
    business_id uuid NOT NULL,
    PRIMARY KEY (workspace_id, agreement_id, business_id),
    FOREIGN KEY (workspace_id, agreement_id) REFERENCES agreements (workspace_id, id) ON DELETE CASCADE,
    FOREIGN KEY (workspace_id, business_id) REFERENCES businesses (workspace_id, id)
  );
  CREATE INDEX agreement_businesses_by_business ON agreement_businesses (workspace_id, business_id);
`;

const signingKeys = `
  CREATE TABLE signing_keys (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    certificate bytea NOT NULL,
    private_key text NOT NULL,
    created_at timestamptz(3) NOT NULL
  );
`;

const links = `
  ALTER TABLE one_time_links
    ADD COLUMN agreement_id uuid,
    ADD FOREIGN KEY (workspace_id, agreement_id) REFERENCES agreements (workspace_id, id),
    DROP CONSTRAINT one_time_links_kind_check,
    ADD CONSTRAINT one_time_links_kind_check CHECK (kind IN ('reset', 'invite', 'first_admin', 'email', 'rescue', 'registration', 'sign'));
  CREATE INDEX one_time_links_by_agreement ON one_time_links (workspace_id, agreement_id) WHERE agreement_id IS NOT NULL;
`;
