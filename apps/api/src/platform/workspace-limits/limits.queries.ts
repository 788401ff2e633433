import type { LimitedKind } from '@handover/contract/settings/workspace-limits.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';

export type LimitRow = { readonly plan: 'Free' | 'Pro'; readonly limit: number };

/**
 * The limit of a workspace, with its row locked until the transaction ends, so that only one of two concurrent requests
 * gets the last free slot. Null, without a lock, if there is no limit.
 */
export async function lockLimit(
  db: Db,
  { workspaceId, kind }: { workspaceId: string; kind: LimitedKind },
): Promise<LimitRow | null> {
  const limit = sql<number>`(installation.plan_limits -> workspaces.plan ->> ${kind}::text)::int`;
  const row = await db
    .selectFrom('workspaces')
    .innerJoin('installation', (join) => join.onTrue())
    .select(['workspaces.plan', limit.as('limit')])
    .where('workspaces.id', '=', workspaceId)
    .where(sql<boolean>`${limit} IS NOT NULL`)
    .forNoKeyUpdate('workspaces')
    .executeTakeFirst();
  return row ?? null;
}

/** The value of an expression that counts. */
export async function countUsed(db: Db, count: RawBuilder<number>): Promise<number> {
  const { rows } = await sql<{ used: number }>`SELECT ${count} AS used`.execute(db);
  return rows[0]?.used ?? 0;
}

/** Active staff plus invited addresses of a workspace. */
export function selectMemberCount(workspaceId: RawBuilder<unknown>, now: Date): RawBuilder<number> {
  return sql<number>`(
    (SELECT count(*) FROM memberships WHERE workspace_id = ${workspaceId} AND role <> 'CLIENT' AND status = 'active')
    + (SELECT count(DISTINCT lower(email)) FROM one_time_links WHERE workspace_id = ${workspaceId} AND kind = 'invite' AND role <> 'CLIENT' AND consumed_at IS NULL AND expires_at > ${now})
  )::int`;
}

export function readPlan(db: Db, workspaceId: string) {
  return db
    .selectFrom('workspaces')
    .innerJoin('installation', (join) => join.onTrue())
    .select(['workspaces.plan', 'installation.plan_limits'])
    .where('workspaces.id', '=', workspaceId)
    .executeTakeFirstOrThrow();
}
