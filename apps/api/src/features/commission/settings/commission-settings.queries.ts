import {
  defaultFeeTables,
  defaultStageWeights,
  type CommissionSettings,
} from '@handover/contract/commission/commission-settings.ts';
import type { Db } from '#db/client.ts';

/** The settings of a workspace; the defaults until it changes them. */
export async function getCommissionSettings(db: Db, workspaceId: string): Promise<CommissionSettings> {
  const row = await db
    .selectFrom('commission_settings')
    .select(['fee_tables as feeTables', 'stage_weights as stageWeights', 'version'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row ?? { feeTables: [...defaultFeeTables], stageWeights: defaultStageWeights, version: 1 };
}

/** False if the version is stale. */
export async function replaceCommissionSettings(
  db: Db,
  { workspaceId, settings }: { workspaceId: string; settings: CommissionSettings },
): Promise<boolean> {
  const values = {
    fee_tables: JSON.stringify(settings.feeTables),
    stage_weights: JSON.stringify(settings.stageWeights),
    version: settings.version + 1,
  };
  const row =
    settings.version === 1
      ? await db
          .insertInto('commission_settings')
          .values({ workspace_id: workspaceId, ...values })
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
          .executeTakeFirst()
      : await db
          .updateTable('commission_settings')
          .set(values)
          .where('workspace_id', '=', workspaceId)
          .where('version', '=', settings.version)
          .returning('version')
          .executeTakeFirst();
  return row !== undefined;
}
