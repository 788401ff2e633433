import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { createMailFixture, rawMail, type MailFixture } from '#test/mail/mail-fixture.ts';
import { startMailServer, type MailServer } from '#test/mail/mail-server.ts';
import { createSmtpTransport } from '#adapters/mail/smtp.ts';
import { readSmtpUrl } from '#adapters/mail/smtp-url.ts';
import { allJobs } from '#registry.ts';
import { mailJobs } from './delivery.ts';

let server: MailServer;
let api: TestApi;
beforeAll(async () => {
  server = await startMailServer();
  api = await startApi({ env: { SMTP_URL: server.url } });
  await api.booted.jobs.start(allJobs(api.booted.platform), { isWorker: false });
});
afterEach(() => api.clock.set(new Date()));
afterAll(async () => {
  await api.close();
  await server.close();
});

type Job = { readonly key: { workspaceId: string; messageId: string }; readonly start_after: Date };

/** What is queued for a message, oldest first. */
async function jobsOf(messageId: string): Promise<Job[]> {
  const { rows } =
    await sql<Job>`SELECT data AS key, start_after FROM pgboss.job WHERE name = 'mail.deliver' AND data->>'messageId' = ${messageId} ORDER BY created_on, start_after`.execute(
      api.db,
    );
  return rows;
}

/** Does what a worker does with the newest job of a message. */
async function work(
  messageId: string,
  platform: Parameters<typeof mailJobs>[0] = api.booted.platform,
): Promise<void> {
  const job = (await jobsOf(messageId)).at(-1);
  const [definition] = mailJobs(platform);
  if (job === undefined || definition === undefined) throw new Error('No job is queued');
  await definition.handler(job.key, { signal: new AbortController().signal });
}

type Email = {
  id: string;
  status: string;
  statusDetail: string | null;
  version: number;
  sentAt: string | null;
  threadId: string;
};

async function write(desk: MailFixture, input: Record<string, unknown> = {}): Promise<Email> {
  return (
    await desk.staff.post(`/users/${desk.customerId}/send-email`, {
      subject: 'Your practice',
      text: 'Hello Ann',
      ...input,
    })
  ).body.email;
}

async function read(desk: MailFixture, id: string): Promise<Email> {
  const { body } = await desk.staff.get(`/users/${desk.customerId}/emails`);
  return body.emails.find((email: Email) => email.id === id);
}

async function timelineOf(desk: MailFixture): Promise<string[]> {
  const { body } = await desk.staff.get(`/users/${desk.customerId}/activities?type=emails`);
  return body.activities.map((activity: { type: string }) => activity.type);
}

const receivedBy = (desk: MailFixture): MailServer['received'] =>
  server.received.filter(({ to }) => to.includes(desk.address));
const later = (minutes: number): Date => new Date(api.clock.now().getTime() + minutes * 60_000);

describe('delivering an e-mail', () => {
  it('hands it to the server once, with its headers and attachments', async () => {
    const desk = await createMailFixture(api);
    const fileId = (await desk.staff.upload('/files?name=a.txt', 'file bytes')).body.file.id;
    const email = await write(desk, {
      html: '<p>Hello <b>Ann</b></p>',
      text: undefined,
      bcc: ['cy@x.test'],
      attachments: [fileId],
    });
    await work(email.id);
    await work(email.id);
    expect(receivedBy(desk)).toHaveLength(1);
    const [mail] = receivedBy(desk);
    expect(mail?.to).toEqual([desk.address, 'cy@x.test']);
    expect(mail?.raw).toContain(`Message-ID: <${email.id}@crm.test>`);
    expect(mail?.raw).toContain('Hello <b>Ann</b>');
    expect(mail?.raw).toContain(Buffer.from('file bytes').toString('base64'));
    expect(mail?.raw).not.toContain('cy@x.test');
    expect(await read(desk, email.id)).toMatchObject({
      status: 'sent',
      statusDetail: null,
      sentAt: expect.any(String),
    });
    expect(await timelineOf(desk)).toEqual(['email.sent', 'email.queued']);
  });

  it('hands it over once when two workers have it at the same moment', async () => {
    const desk = await createMailFixture(api);
    const email = await write(desk);
    await Promise.all([work(email.id), work(email.id), work(email.id), work(email.id)]);
    expect(receivedBy(desk)).toHaveLength(1);
    expect(await read(desk, email.id)).toMatchObject({ status: 'sent' });
  });

  it('tries again after a temporary refusal, later each time, and gives up after a day', async () => {
    const desk = await createMailFixture(api);
    const email = await write(desk);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      server.behave('defer');
      await work(email.id);
      const now = api.clock.now();
      expect(await read(desk, email.id)).toMatchObject({
        status: 'queued',
        statusDetail: expect.stringMatching(/451.*Next attempt in /),
      });
      const next = (await jobsOf(email.id)).at(-1)?.start_after ?? now;
      waits.push(Math.round((next.getTime() - now.getTime()) / 60_000));
      api.clock.set(next);
    }
    expect(waits).toEqual([1, 5, 15, 60, 240, 240, 240, 240, 360]);
    server.behave('defer');
    await work(email.id);
    expect(await read(desk, email.id)).toMatchObject({
      status: 'failed',
      statusDetail: expect.stringContaining('Given up after 10 attempts'),
    });
    expect(receivedBy(desk)).toEqual([]);
    expect(await timelineOf(desk)).toEqual(['email.failed', 'email.queued']);
  });

  it('is sent on the next attempt when the server takes it then', async () => {
    const desk = await createMailFixture(api);
    const email = await write(desk);
    server.behave('defer');
    await work(email.id);
    await work(email.id);
    expect(await read(desk, email.id)).toMatchObject({ status: 'sent', statusDetail: null });
    expect(receivedBy(desk)).toHaveLength(1);
  });

  it('fails at once on a permanent refusal, and keeps its Message-ID when a person sends it again', async () => {
    const desk = await createMailFixture(api);
    const email = await write(desk);
    server.behave('refuse');
    await work(email.id);
    expect(await read(desk, email.id)).toMatchObject({
      status: 'failed',
      statusDetail: expect.stringContaining('550'),
    });
    expect(await jobsOf(email.id)).toHaveLength(1);
    await desk.staff.post(`/emails/${email.id}/resend`);
    await work(email.id);
    expect(receivedBy(desk)[0]?.raw).toContain(`Message-ID: <${email.id}@crm.test>`);
    expect(await timelineOf(desk)).toEqual(['email.sent', 'email.queued', 'email.failed', 'email.queued']);
  });

  it('is uncertain when the connection breaks after the data, and only a person sends it again', async () => {
    const desk = await createMailFixture(api);
    const email = await write(desk);
    const begun = server.attempts;
    server.behave('cut-late');
    await work(email.id);
    expect(await read(desk, email.id)).toMatchObject({
      status: 'uncertain',
      statusDetail: expect.stringContaining('may have arrived'),
    });
    await work(email.id);
    expect(await jobsOf(email.id)).toHaveLength(1);
    expect(server.attempts).toBe(begun + 1);
    await desk.staff.post(`/emails/${email.id}/resend`);
    await work(email.id);
    expect(await read(desk, email.id)).toMatchObject({ status: 'sent' });
    expect(server.attempts).toBe(begun + 2);
  });

  it('stays queued while the server is not there, and says so', async () => {
    const desk = await createMailFixture(api);
    const email = await write(desk);
    const gone = createSmtpTransport({
      server: readSmtpUrl('smtp://127.0.0.1:1'),
      logger: api.booted.platform.logger,
    });
    await work(email.id, { ...api.booted.platform, mail: gone });
    expect(await read(desk, email.id)).toMatchObject({
      status: 'queued',
      statusDetail: 'The mail server cannot be reached (ECONNREFUSED). Next attempt in a minute.',
    });
    await work(email.id);
    expect(await read(desk, email.id)).toMatchObject({ status: 'sent' });
  });

  it('waits for an attachment that the store does not give', async () => {
    const desk = await createMailFixture(api);
    const fileId = (await desk.staff.upload('/files?name=a.txt', 'other bytes')).body.file.id;
    const email = await write(desk, { attachments: [fileId] });
    const { platform } = api.booted;
    await work(email.id, { ...platform, storage: { ...platform.storage, has: async () => false } });
    expect(await read(desk, email.id)).toMatchObject({
      status: 'queued',
      statusDetail: expect.stringContaining('attachment'),
    });
    await work(email.id);
    expect(receivedBy(desk)).toHaveLength(1);
  });

  it('names the recipients that the server did not take', async () => {
    const strict = await startMailServer({ unknown: ['bo@x.test'] });
    const desk = await createMailFixture(api);
    const email = await write(desk, { cc: ['bo@x.test'] });
    const mail = createSmtpTransport({ server: readSmtpUrl(strict.url), logger: api.booted.platform.logger });
    await work(email.id, { ...api.booted.platform, mail });
    expect(await read(desk, email.id)).toMatchObject({
      status: 'sent',
      statusDetail: expect.stringContaining('bo@x.test'),
    });
    await strict.close();
  });
});

describe('a server that stops while sending', () => {
  /** As after `kill -9`: the message was claimed, and nobody wrote down what became of it. */
  async function leaveBehind(desk: MailFixture): Promise<Email> {
    const email = await write(desk);
    await api.db
      .updateTable('messages')
      .set({ status: 'sending', sending_since: api.clock.now() })
      .where('workspace_id', '=', desk.workspaceId)
      .where('id', '=', email.id)
      .execute();
    return email;
  }

  it('leaves a message that becomes uncertain when its time is over, and is not sent again', async () => {
    const desk = await createMailFixture(api);
    const email = await leaveBehind(desk);
    await work(email.id);
    expect(await read(desk, email.id)).toMatchObject({ status: 'sending' });
    const [, again] = await jobsOf(email.id);
    expect(again?.start_after.getTime()).toBeGreaterThan(later(14).getTime());
    api.clock.set(later(16));
    await work(email.id);
    expect(await read(desk, email.id)).toMatchObject({
      status: 'uncertain',
      statusDetail: expect.stringContaining('stopped while sending'),
    });
    expect(receivedBy(desk)).toEqual([]);
    expect(await timelineOf(desk)).toEqual(['email.failed', 'email.queued']);
  });

  it('cannot be canceled or sent again meanwhile', async () => {
    const desk = await createMailFixture(api);
    const email = await leaveBehind(desk);
    expect((await desk.staff.post(`/emails/${email.id}/cancel`)).status).toBe(422);
    expect((await desk.staff.post(`/emails/${email.id}/resend`)).status).toBe(422);
  });

  it('loses nothing when it stops while connecting', async () => {
    const desk = await createMailFixture(api);
    const email = await write(desk);
    const { platform } = api.booted;
    const killed = {
      ...platform,
      mail: { ...platform.mail, open: () => Promise.reject(new Error('killed')) },
    };
    await expect(work(email.id, killed)).rejects.toThrow('killed');
    expect(await read(desk, email.id)).toMatchObject({ status: 'queued' });
    await work(email.id);
    expect(receivedBy(desk)).toHaveLength(1);
  });
});

describe('a scheduled e-mail', () => {
  it('leaves at its time and not before', async () => {
    const desk = await createMailFixture(api);
    const scheduledAt = later(60);
    const email = await write(desk, { scheduledAt: scheduledAt.toISOString() });
    expect((await jobsOf(email.id))[0]?.start_after).toEqual(scheduledAt);
    await work(email.id);
    expect(await read(desk, email.id)).toMatchObject({ status: 'scheduled' });
    expect((await jobsOf(email.id)).at(-1)?.start_after).toEqual(scheduledAt);
    api.clock.set(scheduledAt);
    await work(email.id);
    expect(await read(desk, email.id)).toMatchObject({ status: 'sent' });
  });

  it('does not leave once canceled', async () => {
    const desk = await createMailFixture(api);
    const scheduledAt = later(60);
    const email = await write(desk, { scheduledAt: scheduledAt.toISOString() });
    await desk.staff.post(`/emails/${email.id}/cancel`);
    api.clock.set(later(61));
    await work(email.id);
    expect(await read(desk, email.id)).toMatchObject({ status: 'canceled' });
    expect(receivedBy(desk)).toEqual([]);
  });
});

describe('where mail may go', () => {
  it('keeps mail of a sample workspace on this machine', async () => {
    const desk = await createMailFixture(api, { isSample: true });
    const { platform } = api.booted;
    const first = await write(desk);
    await work(first.id, { ...platform, mail: { ...platform.mail, isLocal: false } });
    expect(await read(desk, first.id)).toMatchObject({
      status: 'undelivered',
      statusDetail: expect.stringContaining('does not leave this machine'),
    });
    expect(receivedBy(desk)).toEqual([]);
    await desk.staff.post(`/emails/${first.id}/resend`);
    await work(first.id);
    expect(receivedBy(desk)).toHaveLength(1);
  });
});

describe('the queue', () => {
  it('delivers by itself, and a reply comes back into the thread, newest first', async () => {
    const mailServer = await startMailServer();
    const running = await startApi({ env: { SMTP_URL: mailServer.url } });
    try {
      await running.startJobs();
      const desk = await createMailFixture(running);
      const email = await write(desk);
      await vi.waitFor(() => expect(mailServer.received).toHaveLength(1), { timeout: 10_000 });
      await vi.waitFor(async () => expect(await read(desk, email.id)).toMatchObject({ status: 'sent' }), {
        timeout: 10_000,
      });
      const reply = rawMail(
        {
          From: `Ann <${desk.address}>`,
          To: 'office@crm.test',
          Subject: 'Re: Your practice',
          'In-Reply-To': `<${email.id}@crm.test>`,
          References: `<${email.id}@crm.test>`,
        },
        'Yes please',
      );
      const filed = await running.guest.upload(desk.inboundPath, reply, {
        headers: { 'content-type': 'message/rfc822' },
      });
      expect(filed).toMatchObject({ status: 202, body: { result: 'filed' } });
      const { body } = await desk.staff.get(`/users/${desk.customerId}/emails`);
      expect(body.emails).toMatchObject([
        { direction: 'inbound', status: 'received', text: 'Yes please\n', threadId: email.threadId },
        { id: email.id, status: 'sent' },
      ]);
      expect(body.delivery).toBe('smtp');
      expect(await timelineOf(desk)).toEqual(['email.received', 'email.sent', 'email.queued']);
    } finally {
      await running.close();
      await mailServer.close();
    }
  }, 40_000);

  it('says of every message that no mail server is configured', async () => {
    const running = await startApi();
    try {
      await running.startJobs();
      const desk = await createMailFixture(running);
      const email = await write(desk);
      await vi.waitFor(
        async () =>
          expect(await read(desk, email.id)).toMatchObject({
            status: 'undelivered',
            statusDetail: 'Not delivered: no mail server configured.',
          }),
        { timeout: 10_000 },
      );
      expect(await timelineOf(desk)).toEqual(['email.failed', 'email.queued']);
    } finally {
      await running.close();
    }
  }, 40_000);
});
