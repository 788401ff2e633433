import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Config } from '#lib/config.ts';
import type { OutgoingRules } from './resolve.ts';

/** Columns of `workspaces` that decide which servers its settings may name. */
export const outgoingColumns = [
  'workspaces.is_sample',
  sql<boolean>`EXISTS (SELECT FROM memberships JOIN users ON users.id = memberships.user_id
    WHERE memberships.workspace_id = workspaces.id AND NOT users.is_sample)`.as('has_real_members'),
] as const;

/**
 * The servers that a workspace's settings may use. A sample workspace reaches only this machine, and nothing once a
 * user with a real login belongs to it.
 */
export function getOutgoingRules(
  {
    is_sample: isSample,
    has_real_members: hasRealMembers,
  }: { readonly is_sample: boolean; readonly has_real_members: boolean },
  { outgoingAllow }: Pick<Config, 'outgoingAllow'>,
): OutgoingRules {
  return { allow: outgoingAllow, reach: !isSample ? 'public' : hasRealMembers ? 'nothing' : 'loopback' };
}

export async function findOutgoingRules(
  db: Db,
  { workspaceId, config }: { workspaceId: string; config: Pick<Config, 'outgoingAllow'> },
): Promise<OutgoingRules> {
  const workspace = await db
    .selectFrom('workspaces')
    .select(outgoingColumns)
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return getOutgoingRules(workspace, config);
}
