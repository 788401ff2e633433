import type { WorkspaceState } from '@handover/contract/installation/installation-workspaces.ts';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Position } from '#lib/pagination.ts';
import { customerQuota } from '#features/customers/customers.public.ts';
import { peopleQuota } from '#platform/workspace-limits/quota.ts';

export type WorkspaceFilter = { readonly q: string | undefined; readonly state: WorkspaceState };
type Key = { readonly workspaceId: string };

const sortName = sql<string>`lower(workspaces.name) COLLATE "C"`;

/** Workspaces by name, with their counts. */
export function listWorkspaceRows(
  db: Db,
  { after, limit, now, ...filter }: WorkspaceFilter & { after: Position | null; limit: number; now: Date },
) {
  let page = selectMatching(selectRows(db), filter);
  if (after !== null)
    page = page.where(sql<boolean>`(${sortName}, workspaces.id) > (${after[0]}, ${after[1]}::uuid)`);
  return selectCounts(db, { rows: page.orderBy('sort_name').orderBy('workspaces.id').limit(limit), now })
    .orderBy('page.sort_name')
    .orderBy('page.id')
    .execute();
}

export type ManagedRow = Awaited<ReturnType<typeof listWorkspaceRows>>[number];

export async function countWorkspaces(db: Db, filter: WorkspaceFilter): Promise<number> {
  const { count } = await selectMatching(selectRows(db), filter)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function findWorkspace(
  db: Db,
  { workspaceId, now }: Key & { now: Date },
): Promise<ManagedRow | null> {
  const rows = selectRows(db).where('workspaces.id', '=', workspaceId);
  return (await selectCounts(db, { rows, now }).executeTakeFirst()) ?? null;
}

export type ManagedChange = { name?: string; plan?: 'Free' | 'Pro'; archived_at?: Date | null };

/** Returns false if the version is stale. */
export async function changeWorkspaceRow(
  db: Db,
  { workspaceId, version, change }: Key & { version: number; change: ManagedChange },
): Promise<boolean> {
  const row = await db
    .updateTable('workspaces')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', workspaceId)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function listSuperadminIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('is_superadmin', '=', true)
    .where('status', '=', 'active')
    .execute();
  return rows.map(({ id }) => id);
}

function selectRows(db: Db) {
  return db
    .selectFrom('workspaces')
    .select([
      'workspaces.id',
      'workspaces.name',
      'workspaces.logo_key',
      'workspaces.plan',
      'workspaces.time_zone',
      'workspaces.currency',
      'workspaces.archived_at',
      'workspaces.version',
      'workspaces.created_at',
      sortName.as('sort_name'),
    ]);
}

type Rows = ReturnType<typeof selectRows>;

function selectMatching(rows: Rows, { q, state }: WorkspaceFilter): Rows {
  const inState = rows.where('workspaces.archived_at', state === 'active' ? 'is' : 'is not', null);
  return q === undefined || q === ''
    ? inState
    : inState.where(sql<boolean>`strpos(lower(workspaces.name), lower(${q})) > 0`);
}

/** Counts only for the rows of the page. */
function selectCounts(db: Db, { rows, now }: { rows: Rows; now: Date }) {
  const id = sql.ref('page.id');
  return db
    .selectFrom(rows.as('page'))
    .selectAll('page')
    .select([peopleQuota.count(id, now).as('people'), customerQuota.count(id, now).as('customers')]);
}
