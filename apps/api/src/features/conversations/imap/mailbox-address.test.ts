import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { createServerInput } from '#test/mail/imap-fixture.ts';
import { startImapServer, type ImapServer } from '#test/mail/imap-server.ts';
import { createMailFixture, type MailFixture } from '#test/mail/mail-fixture.ts';

let api: TestApi;
let server: ImapServer;
let fixture: MailFixture;
beforeAll(async () => {
  api = await startApi({ env: { OUTGOING_ALLOW: '127.0.0.1' } });
  await api.startJobs();
});
afterAll(() => api.close());
beforeEach(async () => {
  server = await startImapServer();
  fixture = await createMailFixture(api);
});
afterEach(() => server.close());

it('is not that of a colleague, under whose address answers would be sent', async () => {
  const { staff, workspaceId } = fixture;
  const connect = (caller: MailFixture['staff'], address: string) =>
    caller.put('/imap-accounts/me', createServerInput(server, { address }));
  const colleague = await api.signIn({ role: 'ADMIN', workspaceId });
  const readLogin = async ({ userId }: MailFixture['staff']) =>
    (await api.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow())
      .email;
  const login = await readLogin(colleague);
  expect((await connect(colleague, 'ceo@brokerage.test')).status).toBe(202);
  for (const address of [login, login.toUpperCase(), 'CEO@brokerage.test'])
    expect(await connect(staff, address)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'address', message: 'This is the address of another member' }] },
    });
  expect((await connect(staff, 'sam@brokerage.test')).status).toBe(202);
  expect((await connect(staff, login)).status).toBe(400);
  expect((await connect(staff, await readLogin(staff))).status).toBe(202);
});
