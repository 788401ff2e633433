import { afterEach, beforeEach, expect, it } from 'vitest';
import { restoreIntoNewFolder, type Elsewhere } from '#test/backups/restore-fixture.ts';
import { migrateTo } from '#db/migrate.ts';
import { newId } from '#lib/ids.ts';

let place: Elsewhere;
beforeEach(async () => {
  place = await restoreIntoNewFolder({ secretKey: 'a key of plans from before there was a catalog' });
  await migrateTo('0250-running-the-installation', place);
});
afterEach(() => place.remove());

it('creates a private plan without a price for each name that customers have, merging spellings', async () => {
  const [real, sample] = [newId(), newId()];
  const workspace = (id: string, name: string, isSample: boolean): string => `
    INSERT INTO workspaces (id, name, plan, time_zone, currency, staff_access, is_sample, created_at)
      VALUES ('${id}', '${name}', 'Pro', 'UTC', 'CAD', '{}', ${String(isSample)}, now());`;
  const customer = (workspaceId: string, planName: string | null): string => `
    INSERT INTO customers (workspace_id, id, name, name_sort, company_sort, account_type, is_verified, plan_name, joining_date, created_at, updated_at)
      VALUES ('${workspaceId}', gen_random_uuid(), 'A', 'a', '', 'Individual', false, ${planName === null ? 'NULL' : `'${planName}'`}, '2026-01-01', now(), now());`;
  await place.query(`
    ${workspace(real, 'Real', false)}
    ${workspace(sample, 'Sample', true)}
    ${['Gold', 'Gold', 'gold', 'Basic', null].map((name) => customer(real, name)).join('')}
    ${['Basic', 'Exit'].map((name) => customer(sample, name)).join('')}`);
  await migrateTo('0260-client-plans', place);
  const plan = { price_cents: null, currency: 'CAD', is_public: false, is_sample: false };
  expect(
    await place.query(
      'SELECT name, price_cents, currency, is_public, is_sample, position FROM client_plans ORDER BY position',
    ),
  ).toEqual([
    { ...plan, name: 'Gold', position: 0 },
    { ...plan, name: 'Basic', position: 1 },
    { ...plan, name: 'Exit', position: 2, is_sample: true },
  ]);
  expect(
    await place.query(
      'SELECT id FROM customers WHERE plan_name IS NOT NULL AND plan_name NOT IN (SELECT name FROM client_plans)',
    ),
  ).toEqual([]);
});
