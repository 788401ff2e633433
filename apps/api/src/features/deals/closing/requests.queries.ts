import type { RequestState } from '@handover/contract/deals/diligence-requests.ts';
import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { DiligenceRequestsTable } from '#db/schema/deals.ts';
import { updateVersion } from '#db/statements/update-version.ts';

type OfDeal = { readonly workspaceId: string; readonly dealId: string };
type Key = { readonly workspaceId: string; readonly requestId: string };

function selectRequests(db: Db, workspaceId: string) {
  return db
    .selectFrom('diligence_requests')
    .innerJoin('users as author', 'author.id', 'diligence_requests.created_by')
    .leftJoin('users as responder', 'responder.id', 'diligence_requests.answered_by')
    .selectAll('diligence_requests')
    .select(['author.display_name as author_name', 'responder.display_name as responder_name'])
    .where('diligence_requests.workspace_id', '=', workspaceId);
}

/** The requests of a deal with checked access. */
export function listRequestRows(db: Db, { workspaceId, dealId }: OfDeal) {
  return selectRequests(db, workspaceId)
    .where('diligence_requests.deal_id', '=', dealId)
    .orderBy('diligence_requests.number')
    .execute();
}

export type RequestRow = Awaited<ReturnType<typeof listRequestRows>>[number];

/** A request by its id; access to its deal is the caller's to check. */
export async function findRequestRow(db: Db, { workspaceId, requestId }: Key): Promise<RequestRow | null> {
  const row = await selectRequests(db, workspaceId)
    .where('diligence_requests.id', '=', requestId)
    .executeTakeFirst();
  return row ?? null;
}

export async function countRequests(
  db: Db,
  { workspaceId, dealId, states }: OfDeal & { readonly states: readonly RequestState[] },
): Promise<number> {
  const { count } = await db
    .selectFrom('diligence_requests')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('deal_id', '=', dealId)
    .where('state', 'in', states)
    .executeTakeFirstOrThrow();
  return count;
}

/** Adds a request with the next number of its deal; the deal's row is locked by the caller's write. */
export async function insertRequest(
  db: Db,
  row: Omit<Insertable<DiligenceRequestsTable>, 'number'>,
): Promise<void> {
  const { workspace_id: workspaceId, deal_id: dealId } = row;
  await db
    .insertInto('diligence_requests')
    .values({
      ...row,
      number: sql<number>`(SELECT coalesce(max(number), 0) + 1 FROM diligence_requests WHERE workspace_id = ${workspaceId} AND deal_id = ${dealId})`,
    })
    .execute();
}

/** False if the version is stale. */
export function updateRequestRow(
  db: Db,
  {
    workspaceId,
    requestId,
    version,
    change,
    now,
  }: Key & {
    readonly version: number;
    readonly change: Updateable<DiligenceRequestsTable>;
    readonly now: Date;
  },
): Promise<boolean> {
  return updateVersion(db, 'diligence_requests', {
    workspaceId,
    id: requestId,
    version,
    change: { ...change, updated_at: now },
  });
}
