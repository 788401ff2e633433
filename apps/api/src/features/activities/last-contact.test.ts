import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrateTo } from '#db/migrate.ts';
import { newId } from '#lib/ids.ts';
import { restoreIntoNewFolder } from '#test/backups/restore-fixture.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { createImportFixture } from '#test/import-fixture.ts';
import { createMailFixture, createRawMail } from '#test/mail/mail-fixture.ts';
import { createMergeFixture } from '#test/merge-fixture.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
});
afterAll(() => api.close());
beforeEach(async () => {
  api.clock.set(new Date('2026-12-01T10:00:00Z'));
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
});

const findContact = async (id: string, caller = admin): Promise<string | null> =>
  (await caller.get(`/users/${id}`)).body.user.lastContactAt;

describe('the last contact', () => {
  it('is the latest note, call, or meeting, as it is dated and until it is deleted', async () => {
    const id = await api.makeCustomer(workspaceId);
    expect(await findContact(id)).toBeNull();
    const log = async (kind: string, occurredAt: string) =>
      (await admin.post(`/users/${id}/notes`, { kind, body: 'Hello', occurredAt })).body.note;
    const march = await log('meeting', '2026-03-01T10:00:00.000Z');
    expect(await findContact(id)).toBe(march.occurredAt);
    await log('call', '2026-02-01T10:00:00.000Z');
    expect(await findContact(id)).toBe(march.occurredAt);
    const april = await log('note', '2026-04-01T10:00:00.000Z');
    expect(await findContact(id)).toBe(april.occurredAt);
    await admin.delete(`/notes/${april.id}`);
    expect(await findContact(id)).toBe(march.occurredAt);
    await admin.post(`/notes/${april.id}/restore`);
    expect(await findContact(id)).toBe(april.occurredAt);
    await admin.patch(`/notes/${march.id}`, { version: 1, occurredAt: '2026-05-01T10:00:00.000Z' });
    expect(await findContact(id)).toBe('2026-05-01T10:00:00.000Z');
  });

  it('is not changed by edits, tags, tasks, sign-ins, or an import', async () => {
    const fixture = await createImportFixture(api);
    const file = 'Name,Email,City\nAnn Lee,ann@lee.test,Albany\n';
    await fixture.take(file);
    const { body } = await fixture.admin.get('/users');
    const { id } = body.users[0];
    const tag = await fixture.admin.post('/tags', { name: 'New' });
    await fixture.admin.patch(`/users/${id}`, { version: 1, city: 'Troy', tagIds: [tag.body.tag.id] });
    await fixture.admin.post(`/users/${id}/tasks`, { title: 'Call' });
    await api.signIn({ role: 'CLIENT', workspaceId: fixture.workspaceId, customerId: id });
    expect(await findContact(id, fixture.admin)).toBeNull();
    await fixture.admin.post(`/users/${id}/notes`, { body: 'Hello' });
    const noted = await findContact(id, fixture.admin);
    const { id: importId } = await fixture.take(file.replace('Albany', 'Utica'));
    expect(await findContact(id, fixture.admin)).toBe(noted);
    await fixture.admin.post(`/imports/${importId}/undo`);
    await fixture.undo(importId);
    expect(await findContact(id, fixture.admin)).toBe(noted);
  });

  it('is an email received or a message written in the portal', async () => {
    const mail = await createMailFixture(api);
    const { customerId: id } = mail;
    api.clock.set(new Date('2026-12-01T11:00:00Z'));
    await mail.admin.upload(
      mail.inboundPath,
      createRawMail({ From: mail.address, To: 'office@crm.test', Subject: 'Hello' }),
      { headers: { 'content-type': 'message/rfc822' } },
    );
    expect(await findContact(id, mail.admin)).toBe('2026-12-01T11:00:00.000Z');
    const client = await api.signIn({ role: 'CLIENT', workspaceId: mail.workspaceId, customerId: id });
    api.clock.set(new Date('2026-12-01T12:00:00Z'));
    await client.post(`/users/${id}/messages`, { subject: 'Hello', text: 'Hi' });
    expect(await findContact(id, mail.admin)).toBe('2026-12-01T12:00:00.000Z');
  });

  it('is the later of two merged customers, and each has its own again after the undo', async () => {
    const { create, merge, undo, user, admin: merger } = await createMergeFixture(api);
    const [survivor, other] = [await create({ name: 'Ann' }), await create({ name: 'Anne' })];
    const log = (id: string, occurredAt: string) =>
      merger.post(`/users/${id}/notes`, { kind: 'call', body: 'Hello', occurredAt });
    await log(survivor, '2026-03-01T10:00:00.000Z');
    await log(other, '2026-04-01T10:00:00.000Z');
    const mergeId = await merge(survivor, other);
    expect((await user(survivor)).lastContactAt).toBe('2026-04-01T10:00:00.000Z');
    await undo(mergeId);
    expect((await user(survivor)).lastContactAt).toBe('2026-03-01T10:00:00.000Z');
    expect((await user(other)).lastContactAt).toBe('2026-04-01T10:00:00.000Z');
  });
});

it('is filled in from existing notes and emails by the migration', async () => {
  const place = await restoreIntoNewFolder({
    secretKey: 'a key from before contacts were told from changes',
  });
  try {
    await migrateTo('0430-no-webhook-responses', place);
    const [workspace, user, noted, mailed, none] = [newId(), newId(), newId(), newId(), newId()];
    const customer = (id: string): string => `
      INSERT INTO customers (workspace_id, id, name, name_sort, account_type, joining_date, created_at, updated_at)
        VALUES ('${workspace}', '${id}', 'A', 'a', 'Individual', '2026-01-01', now(), now());
      INSERT INTO customer_stats (workspace_id, customer_id, last_activity_at) VALUES ('${workspace}', '${id}', now());`;
    const entry = (id: string, type: string, at: string): string => `
      INSERT INTO activities (workspace_id, id, customer_id, type, subject_kind, subject_id, audience, occurred_at)
        VALUES ('${workspace}', gen_random_uuid(), '${id}', '${type}', 'customer', '${id}', 'staff', '${at}');`;
    const note = (id: string, at: string, deletedAt: string): string => `
      INSERT INTO notes (workspace_id, id, customer_id, author_id, kind, body, occurred_at, created_at, updated_at, deleted_at)
        VALUES ('${workspace}', gen_random_uuid(), '${id}', '${user}', 'note', 'Hello', '${at}', now(), now(), ${deletedAt});`;
    await place.query(`
      INSERT INTO workspaces (id, name, plan, time_zone, currency, staff_access, created_at)
        VALUES ('${workspace}', 'Office', 'Pro', 'UTC', 'USD', '{}', now());
      INSERT INTO users (id, email, email_key, display_name, created_at, updated_at)
        VALUES ('${user}', 'sam@office.test', 'sam@office.test', 'Sam', now(), now());
      ${[noted, mailed, none].map(customer).join('')}
      ${note(noted, '2026-03-01', 'NULL')}${note(noted, '2026-04-01', 'now()')}
      ${entry(mailed, 'email.sent', '2026-02-01')}${entry(mailed, 'customer.updated', '2026-06-01')}
      ${entry(none, 'customer.imported', '2026-06-01')}`);
    await migrateTo('0470-last-contact', place);
    const rows = await place.query(
      "SELECT customer_id AS id, to_char(last_contact_at, 'YYYY-MM-DD') AS day FROM customer_stats WHERE isfinite(last_contact_at)",
    );
    expect(new Map(rows.map(({ id, day }) => [id, day]))).toEqual(
      new Map([
        [noted, '2026-03-01'],
        [mailed, '2026-02-01'],
      ]),
    );
  } finally {
    await place.remove();
  }
});
