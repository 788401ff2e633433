import { openDealStages } from '@handover/contract/deals/deal-stages.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Statement } from '#db/statements/prepared-statement.ts';
import type { Caller } from '../caller.ts';
import { startApi, type TestApi } from '../harness.ts';
import { recordStatements } from '../statement-recorder.ts';
import { explain, formatPlan, vacuum, type Plan } from './explain.ts';

const deals = 10_000;

let api: TestApi;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  const workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  await sql`
    INSERT INTO customers (workspace_id, id, name, name_sort, company_sort, account_type, joining_date, created_at, updated_at)
    SELECT ${workspaceId}::uuid, gen_random_uuid(), 'Buyer ' || n, 'buyer ' || n, '', 'Individual', '2026-01-01', now(), now()
    FROM generate_series(1, 2000) AS n`.execute(api.db);
  await sql`
    INSERT INTO businesses (workspace_id, id, name, name_sort, type, currency, asking_price_cents, stage, stage_entered_at, cover_color, created_at, updated_at)
    SELECT ${workspaceId}::uuid, gen_random_uuid(), 'Practice ' || n, 'practice ' || n, 'dental', 'USD', 100000 * n, 'on_market', now(), 'teal', now(), now()
    FROM generate_series(1, 500) AS n`.execute(api.db);
  await sql`
    INSERT INTO deals (workspace_id, id, business_id, buyer_id, broker_id, stage, stage_entered_at, currency, created_at, updated_at)
    SELECT ${workspaceId}::uuid, gen_random_uuid(), businesses.ids[1 + n % 500], customers.ids[1 + n % 2000], ${admin.userId},
      (${[...openDealStages]}::text[])[1 + n % ${openDealStages.length}], now() - n * interval '1 minute', 'USD', now(), now()
    FROM generate_series(1, ${deals}::int) AS n,
      (SELECT array_agg(id) AS ids FROM businesses WHERE workspace_id = ${workspaceId}) AS businesses,
      (SELECT array_agg(id) AS ids FROM customers WHERE workspace_id = ${workspaceId}) AS customers`.execute(
    api.db,
  );
  await vacuum(api.connectionString);
}, 120_000);
afterAll(() => api.close());

describe('what a board of 10,000 deals costs the database', () => {
  it('counts and adds up all columns in one statement that reads each table once', async () => {
    const taken = await getStatements(() => admin.get('/deals/board?isOpen=true'));
    expect(taken).toHaveLength(1);
    const [plan] = await explain(api.connectionString, taken);
    expect(plan && formatPlan(plan)).not.toContain('Nested Loop');
    expect(plan?.buffers).toBeLessThanOrEqual(900);
  });

  it('reads the cards of a column, those moved last first, in the order of an index', async () => {
    const first = await admin.get('/deals?stage=loi&sort=-stageEnteredAt&limit=20');
    for (const cursor of ['', `&cursor=${encodeURIComponent(first.body.nextCursor)}`]) {
      const [page] = await explainPlans(`/deals?stage=loi&sort=-stageEnteredAt&limit=20${cursor}`, /limit/i);
      expect(page && formatPlan(page)).toContain('using deals_by_stage');
      expect(page?.buffers).toBeLessThanOrEqual(400);
    }
  });
});

async function explainPlans(path: string, text: RegExp): Promise<Plan[]> {
  const taken = await getStatements(() => admin.get(path));
  return explain(
    api.connectionString,
    taken.filter((statement) => text.test(statement.text)),
  );
}

/** The statements of a call, without the sign-in. */
async function getStatements(call: () => Promise<{ status: number }>): Promise<Statement[]> {
  await admin.get('/users/none');
  const taken: Statement[] = [];
  const stop = recordStatements((statement) => taken.push(statement));
  try {
    await admin.get('/users/none');
    const [signIn] = taken.splice(0);
    const { status } = await call();
    expect(status).toBeLessThan(300);
    return taken.filter(({ text }) => text !== signIn?.text);
  } finally {
    stop();
  }
}
