import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { MailTransport } from '#adapters/mail/transport.ts';
import { addMinutes } from '#lib/clock.ts';
import { listJobs } from '#registry.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { runJob } from '#test/run-job.ts';
import { queueSystemMail, systemMailJobs } from './system-mail.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  // Jobs are queued but not run: the tests run them in place of a worker.
  await api.booted.jobs.start(listJobs(api.booted.background));
});
afterAll(() => api.close());
beforeEach(() => {
  delivered.length = 0;
});

const delivered: string[] = [];
const transport: MailTransport = {
  kind: 'smtp',
  isLocal: true,
  open: async () => ({
    deliver: async ({ envelope }) => {
      delivered.push(...envelope.to);
      return { kind: 'sent', response: '250 OK', rejected: [], isTemporary: false };
    },
    close: () => undefined,
  }),
};
const deliverLast = async (): Promise<void> => {
  const { rows } = await sql<{ data: Record<string, unknown> }>`SELECT data FROM pgboss.job
    WHERE name = 'mail.system' ORDER BY data ->> 'id' DESC LIMIT 1`.execute(api.db);
  const [job] = systemMailJobs({ ...api.booted.background, mail: transport });
  await runJob(job, rows[0]?.data ?? {});
};

it('is not delivered once its link or code has expired', async () => {
  const { background } = api.booted;
  const queue = (to: string, expiresAt: Date) =>
    background.runner.transact((work) =>
      queueSystemMail(work, background, { to, subject: 'A code', text: '123456', expiresAt }),
    );
  const now = api.clock.now();
  await queue('early@clients.test', addMinutes(now, 10));
  await deliverLast();
  await queue('late@clients.test', addMinutes(now, -1));
  await deliverLast();
  expect(delivered).toEqual(['early@clients.test']);
});

it('of a password reset expires with its link', async () => {
  const workspaceId = await api.makeWorkspace();
  const { userId } = await api.signIn({ role: 'ADMIN', workspaceId });
  const { email } = await api.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  expect((await api.guest.post('/auth/forgot-password', { email })).status).toBe(202);
  const { expires_at: expiresAt } = await api.db
    .selectFrom('one_time_links')
    .select('expires_at')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  await deliverLast();
  api.clock.set(expiresAt);
  await deliverLast();
  expect(delivered).toEqual([email]);
});
