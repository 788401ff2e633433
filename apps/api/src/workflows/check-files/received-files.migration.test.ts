import { afterEach, beforeEach, expect, it } from 'vitest';
import { restoreIntoNewFolder, type Elsewhere } from '#test/backups/restore-fixture.ts';
import { migrateTo } from '#db/migrate.ts';
import { newId } from '#lib/ids.ts';

const workspaceId = newId();
const [mailboxId, threadId] = [newId(), newId()];
const listQueued = () => place.query('SELECT file_id, priority FROM unread_files ORDER BY file_id');

let place: Elsewhere;
beforeEach(async () => {
  place = await restoreIntoNewFolder({ secretKey: 'a key of files from before all were checked' });
  await migrateTo('0975-cheaper-search-entries', place);
  await place.query(`
    INSERT INTO workspaces (id, name, plan, time_zone, currency, staff_access, is_sample, created_at)
      VALUES ('${workspaceId}', 'Real', 'Pro', 'UTC', 'USD', '{}', false, now());
    INSERT INTO mailboxes (workspace_id, id, address, name, created_at)
      VALUES ('${workspaceId}', '${mailboxId}', 'office@real.test', 'Office', now());
    INSERT INTO threads (workspace_id, id, mailbox_id, subject, last_message_at, created_at)
      VALUES ('${workspaceId}', '${threadId}', '${mailboxId}', 'Files', now(), now())`);
});
afterEach(() => place.remove());

const addFile = async (name: string, contentType = 'application/pdf'): Promise<string> => {
  const id = newId();
  await place.query(`
    INSERT INTO files (workspace_id, id, sha256, size_bytes, content_type, name, purpose, created_at)
      VALUES ('${workspaceId}', '${id}', repeat('0', 64), 1, '${contentType}', '${name}', 'attachment', now())`);
  return id;
};
const attach = async (direction: 'inbound' | 'outbound', fileId: string): Promise<void> => {
  const id = newId();
  await place.query(`
    INSERT INTO messages (workspace_id, id, mailbox_id, thread_id, direction, status, message_id, message_id_hash,
        from_address, to_addresses, subject, text, created_at)
      VALUES ('${workspaceId}', '${id}', '${mailboxId}', '${threadId}', '${direction}',
        '${direction === 'inbound' ? 'received' : 'sent'}', '<${id}@real.test>', decode(md5('${id}') || md5('${id}'), 'hex'),
        'ann@clients.test', '{}', 'Files', 'Hello', now());
    INSERT INTO message_attachments (workspace_id, message_id, file_id, position)
      VALUES ('${workspaceId}', '${id}', '${fileId}', 0)`);
};
const addText = (fileId: string, state: 'none' | 'ready') =>
  place.query(`INSERT INTO file_texts (workspace_id, file_id, state, page_count, is_cut)
    VALUES ('${workspaceId}', '${fileId}', '${state}', 0, false)`);

it('the files of earlier received emails are checked after all others, once', async () => {
  const [received, checked, sent] = [await addFile('a.pdf'), await addFile('b.pdf'), await addFile('c.pdf')];
  await attach('inbound', received);
  await attach('inbound', checked);
  await attach('outbound', sent);
  await addText(checked, 'ready');
  await migrateTo('0976-received-files', place);
  expect(await listQueued()).toEqual([{ file_id: received, priority: -1000 }]);
  const later = await addFile('d.pdf');
  await attach('inbound', later);
  expect(await listQueued()).toContainEqual({ file_id: later, priority: 0 });
});

it('text that was stored as binary is checked again', async () => {
  const [text, binary] = [
    await addFile('patients.csv', 'application/octet-stream'),
    await addFile('backup.bin', 'application/octet-stream'),
  ];
  for (const fileId of [text, binary]) {
    await attach('inbound', fileId);
    await addText(fileId, 'none');
  }
  await migrateTo('0981-protected-buyer-ids', place);
  expect(await listQueued()).toEqual([]);
  await migrateTo('0982-mistaken-text-files', place);
  expect(await listQueued()).toEqual([{ file_id: text, priority: -1000 }]);
  expect(await place.query('SELECT file_id FROM file_texts')).toEqual([{ file_id: binary }]);
});
