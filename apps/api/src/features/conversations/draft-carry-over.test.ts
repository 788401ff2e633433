import { afterEach, beforeEach, expect, it } from 'vitest';
import { restoreIntoNewFolder, type Elsewhere } from '#test/backups/restore-fixture.ts';
import { migrateTo } from '#db/migrate.ts';
import { newId } from '#lib/ids.ts';

let place: Elsewhere;
beforeEach(async () => {
  place = await restoreIntoNewFolder({ secretKey: 'the secret key of the draft migration test' });
  await migrateTo('0240-search-indexes', place);
});
afterEach(() => place.remove());

it('moves reply drafts to their thread and preserves content and versions', async () => {
  const [workspaceId, customerId, mailboxId, threadId, messageId] = Array.from({ length: 5 }, () => newId());
  const [answering, writing, done] = [newId(), newId(), newId()];
  const draft = (id: string, content: object | null, version: number): string => `
    INSERT INTO users (id, email, email_key, display_name, created_at, updated_at)
      VALUES ('${id}', '${id}@x.test', '${id}@x.test', 'W', now(), now());
    INSERT INTO email_drafts (workspace_id, customer_id, user_id, id, content, version, updated_at)
      VALUES ('${workspaceId}', '${customerId}', '${id}', '${id}',
        ${content === null ? 'NULL' : `'${JSON.stringify(content)}'`}, ${String(version)}, now());`;
  await place.query(`
    SET session_replication_role = replica;
    INSERT INTO threads (workspace_id, id, mailbox_id, subject, last_message_at, created_at)
      VALUES ('${workspaceId}', '${threadId}', '${mailboxId}', 'Price', now(), now());
    INSERT INTO messages (workspace_id, id, mailbox_id, thread_id, direction, status, message_id, message_id_hash, from_address, to_addresses, subject, text, created_at)
      VALUES ('${workspaceId}', '${messageId}', '${mailboxId}', '${threadId}', 'inbound', 'received', '<1@x.test>', '\\x00', 'a@x.test', '{}', 'Price', '', now());
    ${draft(answering, { subject: 'Re: Price', replyTo: { id: messageId } }, 3)}
    ${draft(writing, { subject: 'New', replyTo: null }, 2)}
    ${draft(done, null, 5)}`);
  await migrateTo('0280-drafts-per-thread', place);
  const rows = await place.query(
    `SELECT user_id, thread_id, version, content ->> 'subject' AS subject FROM email_drafts ORDER BY version`,
  );
  expect(rows).toEqual([
    { user_id: writing, thread_id: null, version: 2, subject: 'New' },
    { user_id: answering, thread_id: threadId, version: 3, subject: 'Re: Price' },
    { user_id: done, thread_id: null, version: 5, subject: null },
  ]);
  await expect(
    place.query(`INSERT INTO email_drafts (workspace_id, customer_id, user_id, id, updated_at)
      SELECT workspace_id, customer_id, user_id, gen_random_uuid(), now() FROM email_drafts WHERE thread_id IS NULL`),
  ).rejects.toThrow(/duplicate key/);
});
