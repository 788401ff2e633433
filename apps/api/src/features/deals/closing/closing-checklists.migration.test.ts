import { expect, it } from 'vitest';
import { migrateTo } from '#db/migrate.ts';
import { newId } from '#lib/ids.ts';
import { restoreIntoNewFolder } from '#test/backups/restore-fixture.ts';

it('existing deals keep their lines and statuses, the 36-month line included', async () => {
  const place = await restoreIntoNewFolder({ secretKey: 'a key from before checklists were settings' });
  try {
    await migrateTo('0923-state-rules', place);
    const [workspace, buyer] = [newId(), newId()];
    const deals = { hospice: newId(), pharmacy: newId() };
    const deal = (type: keyof typeof deals): string => {
      const business = newId();
      return `
      INSERT INTO businesses (workspace_id, id, name, name_sort, type, stage, stage_entered_at, currency, cover_color, created_at, updated_at)
        VALUES ('${workspace}', '${business}', 'A', 'a', '${type}', 'lead', now(), 'USD', '#000', now(), now());
      INSERT INTO deals (workspace_id, id, business_id, buyer_id, stage, stage_entered_at, currency, created_at, updated_at)
        VALUES ('${workspace}', '${deals[type]}', '${business}', '${buyer}', 'inquiry', now(), 'USD', now(), now());`;
    };
    await place.query(`
      INSERT INTO workspaces (id, name, plan, time_zone, currency, staff_access, created_at)
        VALUES ('${workspace}', 'Office', 'Pro', 'UTC', 'USD', '{}', now());
      INSERT INTO customers (workspace_id, id, name, name_sort, account_type, joining_date, created_at, updated_at)
        VALUES ('${workspace}', '${buyer}', 'A', 'a', 'Individual', '2026-01-01', now(), now());
      ${deal('hospice')}${deal('pharmacy')}
      INSERT INTO deal_closings (workspace_id, deal_id, checklist, version, updated_at)
        VALUES ('${workspace}', '${deals.pharmacy}', '{"dea": {"state": "done"}}', 3, now());`);
    await migrateTo('0924-closing-checklists', place);
    const closingOf = async (type: keyof typeof deals) =>
      (
        await place.query(`
          SELECT business_type, version, checklist, jsonb_path_query_array(items, '$[*].key') AS keys
          FROM deal_closings WHERE deal_id = '${deals[type]}'`)
      )[0];
    const every = ['lease', 'payer_consents', 'credentialing'];
    expect(await closingOf('hospice')).toEqual({
      business_type: 'hospice',
      version: 0,
      checklist: {},
      keys: ['cms_855a', 'state_license', 'accreditation', 'con', 'rule_36_months', 'medicare', ...every],
    });
    expect(await closingOf('pharmacy')).toEqual({
      business_type: 'pharmacy',
      version: 3,
      checklist: { dea: { state: 'done' } },
      keys: ['board', 'dea', 'inventory', 'ncpdp', 'pbm', 'medicaid', ...every],
    });
  } finally {
    await place.remove();
  }
});
