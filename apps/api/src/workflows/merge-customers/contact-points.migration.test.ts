import { expect, it } from 'vitest';
import { migrateTo } from '#db/migrate.ts';
import { newId } from '#lib/ids.ts';
import { restoreIntoNewFolder } from '#test/backups/restore-fixture.ts';

it('keeps further email addresses, of customers and in merges that can still be undone', async () => {
  const place = await restoreIntoNewFolder({ secretKey: 'a key from before customers had several phones' });
  try {
    await migrateTo('0470-last-contact', place);
    const [workspace, user, survivor, merged] = [newId(), newId(), newId(), newId()];
    const customer = (id: string): string => `
      INSERT INTO customers (workspace_id, id, name, name_sort, account_type, joining_date, created_at, updated_at)
        VALUES ('${workspace}', '${id}', 'A', 'a', 'Individual', '2026-01-01', now(), now());`;
    const row = {
      workspace_id: workspace,
      customer_id: survivor,
      position: 0,
      email: 'A@x.test',
      email_key: 'a@x.test',
    };
    await place.query(`
      INSERT INTO workspaces (id, name, plan, time_zone, currency, staff_access, created_at)
        VALUES ('${workspace}', 'Office', 'Pro', 'UTC', 'USD', '{}', now());
      INSERT INTO users (id, email, email_key, display_name, created_at, updated_at)
        VALUES ('${user}', 'sam@office.test', 'sam@office.test', 'Sam', now(), now());
      ${customer(survivor)}${customer(merged)}
      INSERT INTO customer_emails (workspace_id, customer_id, position, email, email_key)
        VALUES ('${workspace}', '${survivor}', 0, 'A@x.test', 'a@x.test');
      INSERT INTO merges (workspace_id, id, survivor_id, merged_id, fields, survivor_before, survivor_after, merged_before, emails_before, emails_after, unrestored_fields, created_by, created_at)
        VALUES ('${workspace}', gen_random_uuid(), '${survivor}', '${merged}', '{}', '{}', '{}', '{}', '[]', '${JSON.stringify([row])}', '{extraEmails}', '${user}', now());`);
    await migrateTo('0471-contact-points', place);
    expect(await place.query('SELECT kind, label, value, value_key FROM customer_contact_points')).toEqual([
      { kind: 'email', label: '', value: 'A@x.test', value_key: 'a@x.test' },
    ]);
    expect(
      await place.query(`
        SELECT contact_points_before AS before, unrestored_fields AS fields, after.kind, after.label, after.value, after.value_key
        FROM merges, jsonb_populate_recordset(NULL::customer_contact_points, contact_points_after) AS after`),
    ).toEqual([
      {
        before: [],
        fields: ['contactPoints'],
        kind: 'email',
        label: '',
        value: 'A@x.test',
        value_key: 'a@x.test',
      },
    ]);
  } finally {
    await place.remove();
  }
});
