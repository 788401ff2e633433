import type { StateRule } from '@handover/contract/businesses/state-rules.ts';
import type { Db } from '#db/client.ts';
import { toSourceColumns, stateRuleColumns, toStateRule } from '../settings.public.ts';

type StateRuleKey = { workspaceId: string; state: string };

/** The rules of a state without their version. */
export type StateRuleValues = Pick<
  StateRule,
  'brokerLicense' | 'con' | 'source' | 'asOf' | 'confidence' | 'note'
>;

/** Returns the changed rules, or null if the version is stale. */
export async function setStateRule(
  db: Db,
  { workspaceId, state, version, values }: StateRuleKey & { version: number; values: StateRuleValues },
): Promise<StateRule | null> {
  const { brokerLicense, con } = values;
  const row = await db
    .updateTable('state_rules')
    .set((eb) => ({
      broker_license: brokerLicense,
      con,
      ...toSourceColumns(values),
      version: eb('version', '+', 1),
    }))
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', state)
    .where('version', '=', version)
    .returning(stateRuleColumns)
    .executeTakeFirst();
  return row === undefined ? null : toStateRule(row);
}
