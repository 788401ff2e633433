import {
  defaultOwnershipRules,
  type MatchingSettings,
  type WorkspaceOwnershipRule,
} from '@handover/contract/buyers/buyer-matching-settings.ts';
import type { Db } from '#db/client.ts';
import { newId } from '#lib/ids.ts';

/** The matching assumptions of a workspace; ordered by type, the rule for all other states first. */
export async function getMatchingSettings(db: Db, workspaceId: string): Promise<MatchingSettings> {
  const settings = await db
    .selectFrom('matching_settings')
    .select(['working_capital_months', 'version'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  const rules = await db
    .selectFrom('ownership_rules')
    .select(['type', 'state', 'requirement', 'source', 'as_of', 'confidence', 'note'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('type')
    .orderBy('state', (order) => order.asc().nullsFirst())
    .execute();
  return {
    workingCapitalMonths: settings.working_capital_months,
    ownershipRules: rules.map(({ as_of: asOf, ...rule }) => ({ ...rule, asOf })),
    version: settings.version,
  };
}

/** Gives a new workspace the default matching settings. */
export async function insertMatchingSettings(db: Db, workspaceId: string): Promise<void> {
  await db.insertInto('matching_settings').values({ workspace_id: workspaceId }).execute();
  await insertRules(db, { workspaceId, rules: defaultOwnershipRules });
}

/** Replaces the settings and their rules; false if the version is stale. */
export async function replaceMatchingSettings(
  db: Db,
  { workspaceId, settings }: { workspaceId: string; settings: MatchingSettings },
): Promise<boolean> {
  const row = await db
    .updateTable('matching_settings')
    .set((eb) => ({
      working_capital_months: settings.workingCapitalMonths,
      version: eb('version', '+', 1),
    }))
    .where('workspace_id', '=', workspaceId)
    .where('version', '=', settings.version)
    .returning('version')
    .executeTakeFirst();
  if (row === undefined) return false;
  await db.deleteFrom('ownership_rules').where('workspace_id', '=', workspaceId).execute();
  await insertRules(db, { workspaceId, rules: settings.ownershipRules });
  return true;
}

async function insertRules(
  db: Db,
  { workspaceId, rules }: { workspaceId: string; rules: readonly WorkspaceOwnershipRule[] },
): Promise<void> {
  if (rules.length === 0) return;
  await db
    .insertInto('ownership_rules')
    .values(
      rules.map(({ asOf, ...rule }) => ({
        workspace_id: workspaceId,
        id: newId(),
        ...rule,
        as_of: asOf,
      })),
    )
    .execute();
}
