import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { createMailFixture, createRawMail, type MailFixture } from '#test/mail/mail-fixture.ts';
import { startMailServer, type MailServer } from '#test/mail/mail-server.ts';
import { runJob } from '#test/run-job.ts';
import { createSmtpTransport, readSmtpUrl } from '#adapters/mail/smtp.ts';
import { listJobs } from '#registry.ts';
import { mailJobs } from './delivery.ts';

let server: MailServer;
let api: TestApi;
beforeAll(async () => {
  server = await startMailServer();
  api = await startApi({ env: { SMTP_URL: server.url } });
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterEach(() => api.clock.set(new Date()));
afterAll(async () => {
  await api.close();
  await server.close();
});

type Job = { readonly key: { workspaceId: string; messageId: string }; readonly start_after: Date };

/** Jobs queued for a message, oldest first. */
async function listMessageJobs(messageId: string): Promise<Job[]> {
  const { rows } =
    await sql<Job>`SELECT data AS key, start_after FROM pgboss.job WHERE name = 'mail.deliver' AND data->>'messageId' = ${messageId} ORDER BY created_on, start_after`.execute(
      api.db,
    );
  return rows;
}

/** Runs the newest job of a message, like a worker. */
async function deliver(
  messageId: string,
  platform: Parameters<typeof mailJobs>[0] = api.booted.platform,
): Promise<void> {
  const job = (await listMessageJobs(messageId)).at(-1);
  const [definition] = mailJobs(platform);
  if (job === undefined || definition === undefined) throw new Error('No job is queued');
  await runJob(definition, job.key);
}

type Email = {
  id: string;
  status: string;
  statusDetail: string | null;
  version: number;
  sentAt: string | null;
  threadId: string;
};

async function write(fixture: MailFixture, input: Record<string, unknown> = {}): Promise<Email> {
  return (
    await fixture.staff.post(`/users/${fixture.customerId}/send-email`, {
      subject: 'Your practice',
      text: 'Hello Ann',
      ...input,
    })
  ).body.email;
}

async function read(fixture: MailFixture, id: string): Promise<Email> {
  const { body } = await fixture.staff.get(`/users/${fixture.customerId}/emails`);
  return body.emails.find((email: Email) => email.id === id);
}

async function getTimeline(fixture: MailFixture): Promise<string[]> {
  const { body } = await fixture.staff.get(`/users/${fixture.customerId}/activities?type=emails`);
  return body.activities.map((activity: { type: string }) => activity.type);
}

const listReceived = (fixture: MailFixture): MailServer['received'] =>
  server.received.filter(({ to }) => to.includes(fixture.address));
const getLaterTime = (minutes: number): Date => new Date(api.clock.now().getTime() + minutes * 60_000);

describe('delivering an email', () => {
  it('sends it once, with its headers and attachments', async () => {
    const fixture = await createMailFixture(api);
    const fileId = (await fixture.staff.upload('/files?name=a.txt', 'file bytes')).body.file.id;
    const email = await write(fixture, {
      html: '<p>Hello <b>Ann</b></p>',
      text: undefined,
      bcc: ['cy@x.test'],
      attachments: [fileId],
    });
    await deliver(email.id);
    await deliver(email.id);
    expect(listReceived(fixture)).toHaveLength(1);
    const [mail] = listReceived(fixture);
    expect(mail?.to).toEqual([fixture.address, 'cy@x.test']);
    expect(mail?.raw).toContain(`Message-ID: <${email.id}@crm.test>`);
    expect(mail?.raw).toContain('Hello <b>Ann</b>');
    expect(mail?.raw).toContain(Buffer.from('file bytes').toString('base64'));
    expect(mail?.raw).not.toContain('cy@x.test');
    expect(await read(fixture, email.id)).toMatchObject({
      status: 'sent',
      statusDetail: null,
      sentAt: expect.any(String),
    });
    expect(await getTimeline(fixture)).toEqual(['email.sent', 'email.queued']);
  });

  it('sends it once when two workers run at the same time', async () => {
    const fixture = await createMailFixture(api);
    const email = await write(fixture);
    await Promise.all([deliver(email.id), deliver(email.id), deliver(email.id), deliver(email.id)]);
    expect(listReceived(fixture)).toHaveLength(1);
    expect(await read(fixture, email.id)).toMatchObject({ status: 'sent' });
  });

  it('retries after temporary rejections with growing delays, and fails after a day', async () => {
    const fixture = await createMailFixture(api);
    const email = await write(fixture);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      server.behave('defer');
      await deliver(email.id);
      const now = api.clock.now();
      expect(await read(fixture, email.id)).toMatchObject({
        status: 'queued',
        statusDetail: expect.stringMatching(/451.*Next attempt in /),
      });
      const next = (await listMessageJobs(email.id)).at(-1)?.start_after ?? now;
      waits.push(Math.round((next.getTime() - now.getTime()) / 60_000));
      api.clock.set(next);
    }
    expect(waits).toEqual([1, 5, 15, 60, 240, 240, 240, 240, 360]);
    server.behave('defer');
    await deliver(email.id);
    expect(await read(fixture, email.id)).toMatchObject({
      status: 'failed',
      statusDetail: expect.stringContaining('Delivery failed after 10 attempts'),
    });
    expect(listReceived(fixture)).toEqual([]);
    expect(await getTimeline(fixture)).toEqual(['email.failed', 'email.queued']);
  });

  it('is sent on the next attempt when the server accepts it, and is then the last contact', async () => {
    const fixture = await createMailFixture(api);
    const email = await write(fixture);
    const lastContact = async (): Promise<unknown> =>
      (await fixture.staff.get(`/users/${fixture.customerId}`)).body.user.lastContactAt;
    server.behave('defer');
    await deliver(email.id);
    expect(await lastContact()).toBeNull();
    await deliver(email.id);
    const sent = await read(fixture, email.id);
    expect(sent).toMatchObject({ status: 'sent', statusDetail: null, sentAt: expect.any(String) });
    expect(listReceived(fixture)).toHaveLength(1);
    expect(await lastContact()).toBe(sent.sentAt);
  });

  it('fails on a permanent rejection, and keeps its Message-ID when resent', async () => {
    const fixture = await createMailFixture(api);
    const email = await write(fixture);
    server.behave('refuse');
    await deliver(email.id);
    expect(await read(fixture, email.id)).toMatchObject({
      status: 'failed',
      statusDetail: expect.stringContaining('550'),
    });
    expect(await listMessageJobs(email.id)).toHaveLength(1);
    const failure = async (): Promise<unknown> => {
      const { body } = await fixture.staff.get(`/users/${fixture.customerId}/activities?type=emails`);
      return body.activities.find(({ type }: { type: string }) => type === 'email.failed').delivery;
    };
    expect(await failure()).toEqual({ status: 'failed', cause: expect.stringContaining('550') });
    await fixture.staff.post(`/emails/${email.id}/resend`);
    await deliver(email.id);
    expect(await failure()).toEqual({ status: 'sent', cause: null });
    expect(listReceived(fixture)[0]?.raw).toContain(`Message-ID: <${email.id}@crm.test>`);
    const entries = ['email.sent', 'email.queued', 'email.failed', 'email.queued'];
    expect(await getTimeline(fixture)).toEqual(entries);
  });

  it('is uncertain when the connection breaks after the data, and is not resent automatically', async () => {
    const fixture = await createMailFixture(api);
    const email = await write(fixture);
    const begun = server.attempts;
    server.behave('cut-late');
    await deliver(email.id);
    expect(await read(fixture, email.id)).toMatchObject({
      status: 'uncertain',
      statusDetail: expect.stringContaining('may have been delivered'),
    });
    await deliver(email.id);
    expect(await listMessageJobs(email.id)).toHaveLength(1);
    expect(server.attempts).toBe(begun + 1);
    await fixture.staff.post(`/emails/${email.id}/resend`);
    await deliver(email.id);
    expect(await read(fixture, email.id)).toMatchObject({ status: 'sent' });
    expect(server.attempts).toBe(begun + 2);
  });

  it('stays queued with a reason while the server is unreachable', async () => {
    const fixture = await createMailFixture(api);
    const email = await write(fixture);
    const gone = createSmtpTransport({
      server: readSmtpUrl('smtp://127.0.0.1:1'),
      logger: api.booted.platform.logger,
    });
    await deliver(email.id, { ...api.booted.platform, mail: gone });
    expect(await read(fixture, email.id)).toMatchObject({
      status: 'queued',
      statusDetail: 'The mail server cannot be reached (ECONNREFUSED). Next attempt in 1 minute.',
    });
    await deliver(email.id);
    expect(await read(fixture, email.id)).toMatchObject({ status: 'sent' });
  });

  it('waits for an attachment that the store cannot return', async () => {
    const fixture = await createMailFixture(api);
    const fileId = (await fixture.staff.upload('/files?name=a.txt', 'other bytes')).body.file.id;
    const email = await write(fixture, { attachments: [fileId] });
    const { platform } = api.booted;
    await deliver(email.id, { ...platform, storage: { ...platform.storage, has: async () => false } });
    expect(await read(fixture, email.id)).toMatchObject({
      status: 'queued',
      statusDetail: expect.stringContaining('attachment'),
    });
    await deliver(email.id);
    expect(listReceived(fixture)).toHaveLength(1);
  });
});

describe('a server that stops while sending', () => {
  /** Simulates `kill -9` after the claim, before the result was stored. */
  async function leaveBehind(fixture: MailFixture): Promise<Email> {
    const email = await write(fixture);
    await api.db
      .updateTable('messages')
      .set({ status: 'sending', sending_since: api.clock.now() })
      .where('workspace_id', '=', fixture.workspaceId)
      .where('id', '=', email.id)
      .execute();
    return email;
  }

  it('makes the message uncertain after the lease expires, without resending it', async () => {
    const fixture = await createMailFixture(api);
    const email = await leaveBehind(fixture);
    await deliver(email.id);
    expect(await read(fixture, email.id)).toMatchObject({ status: 'sending' });
    const [, again] = await listMessageJobs(email.id);
    expect(again?.start_after.getTime()).toBeGreaterThan(api.clock.now().getTime());
    expect(again?.start_after.getTime()).toBeLessThanOrEqual(getLaterTime(0.5).getTime());
    api.clock.set(getLaterTime(0.5));
    await deliver(email.id);
    expect(await read(fixture, email.id)).toMatchObject({
      status: 'uncertain',
      statusDetail: expect.stringContaining('stopped while sending'),
    });
    expect(listReceived(fixture)).toEqual([]);
    expect(await getTimeline(fixture)).toEqual(['email.failed', 'email.queued']);
  });

  it('prevents canceling and resending during delivery', async () => {
    const fixture = await createMailFixture(api);
    const email = await leaveBehind(fixture);
    expect((await fixture.staff.post(`/emails/${email.id}/cancel`)).status).toBe(422);
    expect((await fixture.staff.post(`/emails/${email.id}/resend`)).status).toBe(422);
  });

  it('loses nothing if it stops while connecting', async () => {
    const fixture = await createMailFixture(api);
    const email = await write(fixture);
    const { platform } = api.booted;
    const killed = {
      ...platform,
      mail: { ...platform.mail, open: () => Promise.reject(new Error('killed')) },
    };
    await expect(deliver(email.id, killed)).rejects.toThrow('killed');
    expect(await read(fixture, email.id)).toMatchObject({ status: 'queued' });
    await deliver(email.id);
    expect(listReceived(fixture)).toHaveLength(1);
  });
});

describe('a scheduled email', () => {
  it('is sent at its time', async () => {
    const fixture = await createMailFixture(api);
    const scheduledAt = getLaterTime(60);
    const email = await write(fixture, { scheduledAt: scheduledAt.toISOString() });
    expect((await listMessageJobs(email.id))[0]?.start_after).toEqual(scheduledAt);
    await deliver(email.id);
    expect(await read(fixture, email.id)).toMatchObject({ status: 'scheduled' });
    expect((await listMessageJobs(email.id)).at(-1)?.start_after).toEqual(scheduledAt);
    api.clock.set(scheduledAt);
    await deliver(email.id);
    expect(await read(fixture, email.id)).toMatchObject({ status: 'sent' });
  });

  it('is not sent once canceled', async () => {
    const fixture = await createMailFixture(api);
    const scheduledAt = getLaterTime(60);
    const email = await write(fixture, { scheduledAt: scheduledAt.toISOString() });
    await fixture.staff.post(`/emails/${email.id}/cancel`);
    api.clock.set(getLaterTime(61));
    await deliver(email.id);
    expect(await read(fixture, email.id)).toMatchObject({ status: 'canceled' });
    expect(listReceived(fixture)).toEqual([]);
  });
});

describe('delivery restrictions', () => {
  it('do not send mail of a sample workspace to other machines', async () => {
    const fixture = await createMailFixture(api, { isSample: true });
    const { platform } = api.booted;
    const first = await write(fixture);
    await deliver(first.id, { ...platform, mail: { ...platform.mail, isLocal: false } });
    expect(await read(fixture, first.id)).toMatchObject({
      status: 'undelivered',
      statusDetail: expect.stringContaining('not sent to other machines'),
    });
    expect(listReceived(fixture)).toEqual([]);
    await fixture.staff.post(`/emails/${first.id}/resend`);
    await deliver(first.id);
    expect(listReceived(fixture)).toHaveLength(1);
  });
});

describe('the queue', () => {
  it('delivers mail, and adds a reply to the thread', async () => {
    const mailServer = await startMailServer();
    const running = await startApi({ env: { SMTP_URL: mailServer.url } });
    try {
      await running.startJobs();
      const fixture = await createMailFixture(running);
      const email = await write(fixture);
      await vi.waitFor(() => expect(mailServer.received).toHaveLength(1), { timeout: 10_000 });
      await vi.waitFor(async () => expect(await read(fixture, email.id)).toMatchObject({ status: 'sent' }), {
        timeout: 10_000,
      });
      const reply = createRawMail(
        {
          From: `Ann <${fixture.address}>`,
          To: 'office@crm.test',
          Subject: 'Re: Your practice',
          'In-Reply-To': `<${email.id}@crm.test>`,
          References: `<${email.id}@crm.test>`,
        },
        'Yes please',
      );
      const filed = await running.guest.upload(fixture.inboundPath, reply, {
        headers: { 'content-type': 'message/rfc822' },
      });
      expect(filed).toMatchObject({ status: 202, body: { result: 'filed' } });
      const { body } = await fixture.staff.get(`/users/${fixture.customerId}/emails`);
      expect(body.emails).toMatchObject([
        { direction: 'inbound', status: 'received', text: 'Yes please\n', threadId: email.threadId },
        { id: email.id, status: 'sent' },
      ]);
      expect(body.delivery).toBe('smtp');
      expect(await getTimeline(fixture)).toEqual(['email.received', 'email.sent', 'email.queued']);
    } finally {
      await running.close();
      await mailServer.close();
    }
  }, 40_000);

  it('marks messages as undelivered without a mail server, and notifies the sender', async () => {
    const running = await startApi();
    try {
      await running.startJobs();
      const fixture = await createMailFixture(running);
      const email = await write(fixture);
      await vi.waitFor(
        async () =>
          expect(await read(fixture, email.id)).toMatchObject({
            status: 'undelivered',
            statusDetail: 'No mail server is set up.',
          }),
        { timeout: 10_000 },
      );
      expect(await getTimeline(fixture)).toEqual(['email.failed', 'email.queued']);
      const { notifications } = (await fixture.staff.get('/notifications')).body;
      expect(notifications).toMatchObject([
        { type: 'email.failed', subject: { kind: 'message', id: email.id } },
      ]);
    } finally {
      await running.close();
    }
  }, 40_000);
});
