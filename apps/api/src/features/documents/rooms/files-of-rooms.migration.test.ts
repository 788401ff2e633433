import { expect, it } from 'vitest';
import { migrateTo } from '#db/migrate.ts';
import { newId } from '#lib/ids.ts';
import { restoreIntoNewFolder } from '#test/backups/restore-fixture.ts';

it('files what is in a data room with its business, once', async () => {
  const place = await restoreIntoNewFolder({ secretKey: 'a key from before files stayed with their rooms' });
  try {
    await migrateTo('1030-known-source', place);
    const [workspace, business, room, folder] = [newId(), newId(), newId(), newId()];
    const [library, removed, filed] = [newId(), newId(), newId()];
    await place.query(`
      INSERT INTO workspaces (id, name, plan, time_zone, currency, staff_access, created_at)
        VALUES ('${workspace}', 'Office', 'Pro', 'UTC', 'USD', '{}', now());
      INSERT INTO businesses (workspace_id, id, name, name_sort, type, currency, stage, cover_color, created_at, updated_at, stage_entered_at)
        VALUES ('${workspace}', '${business}', 'A', 'a', 'dental', 'USD', 'lead', '#000000', now(), now(), now());
      SET session_replication_role = replica;
      INSERT INTO data_rooms (workspace_id, id, business_id, created_by, created_at, updated_at)
        VALUES ('${workspace}', '${room}', '${business}', '${newId()}', now(), now());
      INSERT INTO document_folders (workspace_id, id, room_id, level, name, created_by, created_at, updated_at)
        VALUES ('${workspace}', '${folder}', '${room}', 1, 'Leases', '${newId()}', now(), now());
      INSERT INTO documents (workspace_id, id, name, file_id, folder_id, audience, created_by, created_at, updated_at, available_at) VALUES
        ('${workspace}', '${library}', 'a.pdf', '${newId()}', NULL, 'staff', '${newId()}', now(), now(), now()),
        ('${workspace}', '${removed}', 'b.pdf', '${newId()}', '${folder}', 'staff', '${newId()}', now(), now(), now()),
        ('${workspace}', '${filed}', 'c.pdf', '${newId()}', '${folder}', 'staff', '${newId()}', now(), now(), now());
      INSERT INTO document_records (workspace_id, id, document_id, business_id)
        VALUES ('${workspace}', '${newId()}', '${filed}', '${business}');
      SET session_replication_role = DEFAULT;`);
    await migrateTo('1031-files-of-rooms', place);
    expect(
      await place.query(
        `SELECT document_id, business_id FROM document_records WHERE workspace_id = '${workspace}' ORDER BY document_id`,
      ),
    ).toEqual([
      { document_id: removed, business_id: business },
      { document_id: filed, business_id: business },
    ]);
  } finally {
    await place.remove();
  }
});
