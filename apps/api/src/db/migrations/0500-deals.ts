import { sql, type Kysely } from 'kysely';

/** Deals: one buyer on one business, with their notes, tasks, documents, and timeline. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(deals).execute(db);
  await sql.raw(attachments).execute(db);
}

const stages = [
  'inquiry',
  'nda_signed',
  'qualified',
  'cim_released',
  'meetings',
  'loi',
  'due_diligence',
  'definitive',
  'closing',
  'closed',
  'lost',
];
const stageList = stages.map((stage) => `'${stage}'`).join(', ');

const deals = `
  CREATE TABLE deals (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    id uuid NOT NULL,
    business_id uuid NOT NULL,
    buyer_id uuid NOT NULL,
    broker_id uuid,
    stage text NOT NULL CHECK (stage IN (${stageList})),
    stage_rank integer NOT NULL GENERATED ALWAYS AS (array_position(ARRAY[${stageList}], stage)) STORED,
    stage_entered_at timestamptz(3) NOT NULL,
    stage_reason text,
    lost_reason text CHECK (lost_reason IN ('price', 'terms', 'financing', 'due_diligence', 'not_qualified', 'seller_declined',
      'seller_withdrew', 'buyer_withdrew', 'no_response', 'regulatory', 'sold_to_another', 'other')),
    document_level smallint NOT NULL DEFAULT 0 CHECK (document_level BETWEEN 0 AND 3),
    currency text NOT NULL,
    agreed_price_cents bigint CHECK (agreed_price_cents BETWEEN 1 AND 100000000000000),
    expected_close date,
    close_sort date NOT NULL GENERATED ALWAYS AS (coalesce(expected_close, '9999-12-31'::date)) STORED,
    source text,
    seller_decision text CHECK (seller_decision IN ('approved', 'declined')),
    seller_note text,
    seller_decided_by uuid REFERENCES users (id),
    seller_decided_at timestamptz(3),
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    deleted_at timestamptz(3),
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, business_id) REFERENCES businesses (workspace_id, id),
    FOREIGN KEY (workspace_id, buyer_id) REFERENCES customers (workspace_id, id),
    FOREIGN KEY (workspace_id, broker_id) REFERENCES memberships (workspace_id, user_id),
    CHECK ((stage = 'lost') = (lost_reason IS NOT NULL)),
    CHECK (num_nonnulls(seller_decision, seller_decided_by, seller_decided_at) IN (0, 3))
  );
  CREATE INDEX deals_by_stage ON deals (workspace_id, stage, stage_entered_at, id) WHERE deleted_at IS NULL;
  CREATE INDEX deals_by_rank ON deals (workspace_id, stage_rank, id) WHERE deleted_at IS NULL;
  CREATE INDEX deals_by_time_in_stage ON deals (workspace_id, stage_entered_at, id) WHERE deleted_at IS NULL;
  CREATE INDEX deals_by_creation ON deals (workspace_id, created_at, id) WHERE deleted_at IS NULL;
  CREATE INDEX deals_by_close ON deals (workspace_id, close_sort, id) WHERE deleted_at IS NULL;
  CREATE INDEX deals_by_business ON deals (workspace_id, business_id, created_at, id);
  CREATE INDEX deals_by_buyer ON deals (workspace_id, buyer_id, created_at, id);
  CREATE INDEX deals_by_broker ON deals (workspace_id, broker_id, created_at, id) WHERE broker_id IS NOT NULL;
`;

const attachments = `
  ALTER TABLE activities
    ADD COLUMN deal_id uuid,
    DROP CONSTRAINT activities_record,
    ADD CONSTRAINT activities_record CHECK (num_nonnulls(customer_id, business_id, deal_id) > 0),
    ADD FOREIGN KEY (workspace_id, deal_id) REFERENCES deals (workspace_id, id);
  CREATE INDEX activities_by_deal ON activities (workspace_id, deal_id, occurred_at DESC, id DESC) WHERE deal_id IS NOT NULL;

  ALTER TABLE notes
    ADD COLUMN deal_id uuid,
    DROP CONSTRAINT notes_record,
    ADD CONSTRAINT notes_record CHECK (num_nonnulls(customer_id, business_id, deal_id) > 0),
    ADD FOREIGN KEY (workspace_id, deal_id) REFERENCES deals (workspace_id, id);
  CREATE INDEX notes_by_deal ON notes (workspace_id, deal_id, is_pinned, occurred_at, id) WHERE deal_id IS NOT NULL AND deleted_at IS NULL;

  ALTER TABLE tasks
    ADD COLUMN deal_id uuid,
    ADD FOREIGN KEY (workspace_id, deal_id) REFERENCES deals (workspace_id, id);
  CREATE INDEX tasks_by_deal ON tasks (workspace_id, deal_id, due_sort, id) WHERE deal_id IS NOT NULL AND deleted_at IS NULL;

  ALTER TABLE notifications
    ADD COLUMN deal_id uuid,
    ADD FOREIGN KEY (workspace_id, deal_id) REFERENCES deals (workspace_id, id);

  ALTER TABLE document_records
    ADD COLUMN deal_id uuid,
    DROP CONSTRAINT document_records_check,
    ADD CONSTRAINT document_records_record CHECK (num_nonnulls(customer_id, business_id, deal_id) = 1),
    DROP CONSTRAINT document_records_workspace_id_document_id_customer_id_busin_key,
    ADD UNIQUE NULLS NOT DISTINCT (workspace_id, document_id, customer_id, business_id, deal_id),
    ADD FOREIGN KEY (workspace_id, deal_id) REFERENCES deals (workspace_id, id);
  CREATE INDEX document_records_by_deal ON document_records (workspace_id, deal_id) WHERE deal_id IS NOT NULL;
`;
