import { sql, type Kysely } from 'kysely';

/** Teasers and CIMs of businesses, their versions, the seller's approvals, and who read them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`${profiles}${approvals}${views}${links}`).execute(db);
}

const profiles = `
  CREATE TABLE business_profiles (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    id uuid NOT NULL,
    business_id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('teaser', 'cim')),
    title text NOT NULL,
    -- [{heading, text}]
    sections jsonb NOT NULL,
    released_number integer,
    released_at timestamptz(3),
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, id),
    UNIQUE (workspace_id, business_id, kind),
    FOREIGN KEY (workspace_id, business_id) REFERENCES businesses (workspace_id, id),
    CHECK ((released_number IS NULL) = (released_at IS NULL))
  );

  -- Texts as they were sent to the seller, which never change.
  CREATE TABLE profile_versions (
    workspace_id uuid NOT NULL,
    profile_id uuid NOT NULL,
    number integer NOT NULL,
    title text NOT NULL,
    sections jsonb NOT NULL,
    created_by uuid NOT NULL REFERENCES users (id),
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, profile_id, number),
    FOREIGN KEY (workspace_id, profile_id) REFERENCES business_profiles (workspace_id, id)
  );
  ALTER TABLE business_profiles ADD FOREIGN KEY (workspace_id, id, released_number)
    REFERENCES profile_versions (workspace_id, profile_id, number);
`;

const approvals = `
  CREATE TABLE profile_approvals (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    profile_id uuid NOT NULL,
    number integer NOT NULL,
    status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'declined', 'replaced')),
    requested_by uuid NOT NULL REFERENCES users (id),
    requested_at timestamptz(3) NOT NULL,
    sent_to text,
    deadline timestamptz(3) NOT NULL,
    decided_at timestamptz(3),
    decider_name text,
    decider_user_id uuid REFERENCES users (id),
    -- The link that it was answered by.
    link_id uuid,
    reason text,
    ip_address text,
    user_agent text,
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, profile_id, number) REFERENCES profile_versions (workspace_id, profile_id, number),
    CHECK ((status IN ('approved', 'declined')) = (num_nonnulls(decided_at, decider_name, ip_address) = 3))
  );
  CREATE UNIQUE INDEX profile_approvals_pending ON profile_approvals (workspace_id, profile_id) WHERE status = 'pending';
  CREATE INDEX profile_approvals_by_version ON profile_approvals (workspace_id, profile_id, number, requested_at);
`;

const views = `
  CREATE TABLE profile_views (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    profile_id uuid NOT NULL,
    number integer NOT NULL,
    reader text NOT NULL CHECK (reader IN ('staff', 'seller', 'buyer', 'visitor')),
    user_id uuid REFERENCES users (id),
    deal_id uuid,
    format text NOT NULL CHECK (format IN ('page', 'pdf')),
    ip_address text NOT NULL,
    viewed_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, profile_id, number) REFERENCES profile_versions (workspace_id, profile_id, number),
    FOREIGN KEY (workspace_id, deal_id) REFERENCES deals (workspace_id, id)
  );
  CREATE INDEX profile_views_by_time ON profile_views (workspace_id, profile_id, viewed_at, id);
  CREATE INDEX profile_views_by_deal ON profile_views (workspace_id, deal_id) WHERE deal_id IS NOT NULL;
`;

const links = `
  ALTER TABLE one_time_links
    ADD COLUMN approval_id uuid,
    ADD FOREIGN KEY (workspace_id, approval_id) REFERENCES profile_approvals (workspace_id, id),
    DROP CONSTRAINT one_time_links_kind_check,
    ADD CONSTRAINT one_time_links_kind_check CHECK (kind IN ('reset', 'invite', 'first_admin', 'email', 'rescue', 'registration', 'sign', 'approve'));
  CREATE INDEX one_time_links_by_approval ON one_time_links (workspace_id, approval_id) WHERE approval_id IS NOT NULL;
`;
