import { businessTypes } from '@handover/contract/businesses/business-list.ts';
import { checklistTypes } from '@handover/contract/deals/closing-checklists.ts';
import { stateCodes } from '@handover/contract/businesses/state-rules.ts';
import { valuationMethods } from '@handover/domain/valuation/valuation.ts';
import { afterEach, expect, it } from 'vitest';
import { restoreIntoNewFolder, type Elsewhere } from '#test/backups/restore-fixture.ts';
import { makeWorkspace } from '#test/factories.ts';
import { migrate, migrateTo } from '#db/migrate.ts';
import {
  getMarketSurvey,
  listClosingChecklists,
  listFinancingRules,
  listMultiples,
  listStateRules,
} from '../settings.public.ts';

let elsewhere: Elsewhere;
afterEach(() => elsewhere.remove());

it('a workspace from before the tables has the same defaults as a new one', async () => {
  elsewhere = await restoreIntoNewFolder({ secretKey: 'the key of an installation of an older version' });
  await migrateTo('0240-search-indexes', elsewhere);
  await elsewhere.query(`
    INSERT INTO workspaces (id, name, plan, time_zone, currency, staff_access, created_at)
    VALUES (gen_random_uuid(), 'Old office', 'Free', 'UTC', 'USD', '{}', now())`);
  await migrate(elsewhere);
  const [old] = await elsewhere.query<{ id: string }>('SELECT id FROM workspaces');
  const tables = await elsewhere.use(async ({ booted: { platform } }) => {
    const newId = await makeWorkspace(platform, {});
    const read = async (workspaceId: string) => ({
      multiples: await listMultiples(platform.runner.db, workspaceId),
      checklists: await listClosingChecklists(platform.runner.db, workspaceId),
      survey: await getMarketSurvey(platform.runner.db, workspaceId),
      states: await listStateRules(platform.runner.db, workspaceId),
      rules: (await listFinancingRules(platform.runner.db, workspaceId)).map(({ id: _id, ...rule }) => rule),
    });
    return { old: await read(String(old?.id)), fresh: await read(newId) };
  });
  expect(tables.old.multiples).toHaveLength(businessTypes.length * valuationMethods.length);
  expect(tables.old.rules).toHaveLength(1);
  expect(tables.old.checklists).toHaveLength(checklistTypes.length);
  expect(tables.old.states).toHaveLength(stateCodes.length);
  expect(tables.old).toEqual(tables.fresh);
});
