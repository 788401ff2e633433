import { runStatement } from '../../packages/testing/src/database.ts';
import type { RunningBench } from '../running.ts';
import { get, type Call, type PlainStatement } from './call.ts';
import type { Session } from './http-load.ts';

const dealCount = 10_000;
const stages = [
  'inquiry',
  'nda_signed',
  'qualified',
  'cim_released',
  'meetings',
  'loi',
  'due_diligence',
  'closed',
];

/** Adds deals of the workspace's customers and businesses, in every stage but lost. */
export async function prepareDeals({
  session: { workspaceId, userIds },
  connectionString,
}: RunningBench): Promise<void> {
  const at = `now() - n * interval '1 hour'`;
  await runStatement(
    connectionString,
    `WITH created AS (
      INSERT INTO deals (workspace_id, id, business_id, buyer_id, broker_id, stage, stage_entered_at, currency,
        agreed_price_cents, created_at, updated_at)
      SELECT '${workspaceId}', gen_random_uuid(), businesses.ids[1 + n % array_length(businesses.ids, 1)], buyers.id,
        '${userIds.admin}', (ARRAY['${stages.join(`', '`)}'])[1 + n % ${String(stages.length)}], ${at}, 'USD',
        100000000 + n, ${at}, ${at}
      FROM (SELECT array_agg(id) AS ids FROM businesses WHERE workspace_id = '${workspaceId}' AND deleted_at IS NULL) AS businesses,
        (SELECT id, row_number() OVER () AS n FROM customers
          WHERE workspace_id = '${workspaceId}' AND deleted_at IS NULL LIMIT ${String(dealCount)}) AS buyers
      RETURNING workspace_id, id, business_id, created_at)
    INSERT INTO deal_closings (workspace_id, deal_id, business_type, items, version, updated_at)
      SELECT created.workspace_id, created.id, businesses.type, coalesce(closing_checklists.items, '[]'), 0, created.created_at
      FROM created JOIN businesses ON businesses.workspace_id = created.workspace_id AND businesses.id = created.business_id
      LEFT JOIN closing_checklists ON closing_checklists.workspace_id = created.workspace_id
        AND closing_checklists.type = businesses.type`,
  );
}

/** Pages of the list and the board of thousands of deals. */
export function createDealCalls({ workspaceId }: Session): Call[] {
  const page = (condition: string, order: string): PlainStatement[] => {
    const from = `FROM deals JOIN businesses ON businesses.workspace_id = deals.workspace_id AND businesses.id = deals.business_id
      JOIN customers ON customers.workspace_id = deals.workspace_id AND customers.id = deals.buyer_id
      WHERE deals.workspace_id = $1 AND deals.deleted_at IS NULL AND ${condition}`;
    return [
      {
        text: `SELECT deals.*, businesses.name AS business, customers.name AS buyer ${from} ORDER BY ${order} LIMIT 50 OFFSET 0`,
        values: [workspaceId],
      },
      { text: `SELECT count(*) ${from}`, values: [workspaceId] },
    ];
  };
  return [
    {
      name: 'deals, list page by time in stage, exact total',
      variants: [get('/deals?limit=50&sort=stageEnteredAt')],
      plain: page('true', 'deals.stage_entered_at'),
    },
    {
      name: 'deals, list page of one stage, newest first, exact total',
      variants: [get('/deals?limit=50&stage=loi&sort=-createdAt')],
      plain: page(`deals.stage = 'loi'`, 'deals.created_at DESC'),
    },
    { name: 'deals, board', variants: [get('/deals/board')] },
  ];
}
