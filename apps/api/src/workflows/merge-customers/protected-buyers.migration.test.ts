import { expect, it } from 'vitest';
import { migrateTo } from '#db/migrate.ts';
import { newId } from '#lib/ids.ts';
import { restoreIntoNewFolder } from '#test/backups/restore-fixture.ts';

it('names the protected buyers that merges moved, and returns those that merges dropped', async () => {
  const place = await restoreIntoNewFolder({ secretKey: 'a key from before protected buyers had ids' });
  try {
    await migrateTo('0980-note-on-veterinarians', place);
    const [workspace, user, merge, survivor, merged] = [newId(), newId(), newId(), newId(), newId()];
    const [moved, shared] = [newId(), newId()];
    const columns = 'workspace_id, business_id, customer_id, introduced_on, created_by, created_at';
    const before = (business: string): string =>
      `(SELECT to_jsonb(row) FROM (VALUES ('${workspace}', '${business}', '${merged}', '2025-05-01', '${user}', now())) AS row (${columns}))`;
    await place.query(`
      INSERT INTO workspaces (id, name, plan, time_zone, currency, staff_access, created_at)
        VALUES ('${workspace}', 'Office', 'Pro', 'UTC', 'USD', '{}', now());
      INSERT INTO users (id, email, email_key, display_name, created_at, updated_at)
        VALUES ('${user}', 'sam@office.test', 'sam@office.test', 'Sam', now(), now());
      INSERT INTO customers (workspace_id, id, name, name_sort, account_type, joining_date, created_at, updated_at)
        VALUES ('${workspace}', '${survivor}', 'A', 'a', 'Individual', '2026-01-01', now(), now());
      INSERT INTO businesses (workspace_id, id, name, name_sort, type, currency, stage, cover_color, created_at, updated_at, stage_entered_at)
        VALUES ('${workspace}', '${shared}', 'B', 'b', 'dental', 'USD', 'lead', '#000000', now(), now(), now());
      SET session_replication_role = replica;
      INSERT INTO merges (workspace_id, id, survivor_id, merged_id, fields, survivor_before, survivor_after, merged_before, contact_points_before, contact_points_after, unrestored_fields, created_by, created_at)
        VALUES ('${workspace}', '${merge}', '${survivor}', '${merged}', '{}', '{}', '{}', '{}', '[]', '[]', '{}', '${user}', now());
      INSERT INTO protected_buyers (${columns}) VALUES
        ('${workspace}', '${moved}', '${survivor}', '2025-05-01', '${user}', now()),
        ('${workspace}', '${shared}', '${survivor}', '2026-05-01', '${user}', now());
      INSERT INTO merge_pieces (workspace_id, merge_id, kind, record_id, is_shared, before) VALUES
        ('${workspace}', '${merge}', 'protected_buyer', '${moved}', false, ${before(moved)}),
        ('${workspace}', '${merge}', 'protected_buyer', '${shared}', true, ${before(shared)});
      SET session_replication_role = DEFAULT;`);
    await migrateTo('0981-protected-buyer-ids', place);
    expect(
      await place.query(`
        SELECT business_id, introduced_on::text, EXISTS (SELECT FROM merge_pieces
          WHERE record_id = protected_buyers.id AND NOT is_shared) AS is_moved
        FROM protected_buyers WHERE customer_id = '${survivor}' ORDER BY introduced_on, business_id`),
    ).toEqual([
      { business_id: moved, introduced_on: '2025-05-01', is_moved: true },
      { business_id: shared, introduced_on: '2025-05-01', is_moved: true },
      { business_id: shared, introduced_on: '2026-05-01', is_moved: false },
    ]);
  } finally {
    await place.remove();
  }
});
