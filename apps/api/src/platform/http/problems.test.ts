import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { withOwnerConnection } from '#test/import-fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('a full disk gets a clear error, nothing of the write remains, and the same request passes later', async () => {
  const workspaceId = await api.makeWorkspace();
  const staff = await api.signIn({ role: 'STAFF', workspaceId });
  const customerId = await api.makeCustomer(workspaceId);
  const add = () =>
    staff.post(
      `/users/${customerId}/notes`,
      { body: 'on a full disk' },
      { headers: { 'idempotency-key': 'full-disk' } },
    );
  const notes = async () => (await staff.get(`/users/${customerId}/notes`)).body.total;

  // Raises the error as PostgreSQL does, from the last statements of the transaction.
  await withOwnerConnection(api, (owner) =>
    owner.query(`
      CREATE FUNCTION raise_disk_full() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
      CREATE CONSTRAINT TRIGGER disk_full AFTER INSERT ON activities INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION raise_disk_full()`),
  );
  expect(await add()).toMatchObject({
    status: 503,
    body: { code: 'UNAVAILABLE', detail: expect.stringContaining('disk is full') },
  });
  expect(await notes()).toBe(0);

  await withOwnerConnection(api, (owner) => owner.query('DROP FUNCTION raise_disk_full CASCADE'));
  expect((await add()).status).toBe(201);
  expect(await notes()).toBe(1);
});
