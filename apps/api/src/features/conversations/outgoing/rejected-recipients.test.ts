import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSmtpTransport, readSmtpUrl } from '#adapters/mail/smtp.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { createMailFixture, type MailFixture } from '#test/mail/mail-fixture.ts';
import { startMailServer, type MailServer } from '#test/mail/mail-server.ts';
import { runJob } from '#test/run-job.ts';
import { listJobs } from '#registry.ts';
import { mailJobs } from './delivery.ts';

const copy = 'bo@x.test';

let api: TestApi;
let fixture: MailFixture;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
  fixture = await createMailFixture(api);
});
afterAll(() => api.close());

async function write(): Promise<string> {
  const input = { subject: 'Offer', text: 'Hello', cc: [copy] };
  return (await fixture.staff.post(`/users/${fixture.customerId}/send-email`, input)).body.email.id;
}

async function attempt(server: MailServer, messageId: string): Promise<void> {
  const { platform } = api.booted;
  const mail = createSmtpTransport({ server: readSmtpUrl(server.url), logger: platform.logger });
  const [definition] = mailJobs({ ...platform, mail });
  const key = { workspaceId: fixture.workspaceId, messageId };
  await runJob(definition, key);
}

async function read(id: string) {
  const { body } = await fixture.staff.get(`/users/${fixture.customerId}/emails`);
  return body.emails.find((email: { id: string }) => email.id === id);
}

const getLastContact = async () =>
  (await fixture.staff.get(`/users/${fixture.customerId}`)).body.user.lastContactAt;
const listNotices = async () =>
  (await fixture.staff.get('/notifications')).body.notifications.map(({ title }: { title: string }) => title);

it('fails if the main recipient is rejected, and is resent only to that one', async () => {
  const strict = await startMailServer({ unknown: [fixture.address] });
  const id = await write();
  await attempt(strict, id);
  expect(strict.received).toMatchObject([{ to: [copy] }]);
  expect(await read(id)).toMatchObject({
    status: 'failed',
    statusDetail: `The mail server rejected some recipients. Not delivered to ${fixture.address}; the other recipients have received it.`,
  });
  expect(await getLastContact()).toBeNull();
  expect(await listNotices()).toEqual(['Your email to Ann Abbott was not delivered']);
  await strict.close();
  const repaired = await startMailServer();
  expect((await fixture.staff.post(`/emails/${id}/resend`)).status).toBe(202);
  await attempt(repaired, id);
  expect(repaired.received).toMatchObject([{ to: [fixture.address] }]);
  expect(await read(id)).toMatchObject({ status: 'sent', statusDetail: null });
  expect(await getLastContact()).not.toBeNull();
  await repaired.close();
});

it('gives no notice of an email that everybody has received', async () => {
  const before = await listNotices();
  const server = await startMailServer();
  const id = await write();
  await attempt(server, id);
  expect(await read(id)).toMatchObject({ status: 'sent', statusDetail: null });
  expect(await listNotices()).toEqual(before);
  await server.close();
});

it('names rejected copies', async () => {
  const strict = await startMailServer({ unknown: [copy] });
  const id = await write();
  await attempt(strict, id);
  expect(await read(id)).toMatchObject({ status: 'sent', statusDetail: expect.stringContaining(copy) });
  await strict.close();
});

it('is sent again only to those who were rejected for a while', async () => {
  const busy = await startMailServer({ busy: [fixture.address] });
  const id = await write();
  await attempt(busy, id);
  expect(await read(id)).toMatchObject({
    status: 'queued',
    statusDetail: expect.stringContaining(`Not delivered to ${fixture.address}`),
  });
  await attempt(busy, id);
  expect(busy.received.map(({ to }) => to)).toEqual([[copy], [fixture.address]]);
  expect(await read(id)).toMatchObject({ status: 'sent', statusDetail: null });
  await busy.close();
});

it('can be canceled for those who have not received it', async () => {
  const busy = await startMailServer({ busy: [fixture.address] });
  const id = await write();
  await attempt(busy, id);
  expect((await fixture.staff.post(`/emails/${id}/cancel`)).status).toBe(200);
  await attempt(busy, id);
  expect(busy.received).toMatchObject([{ to: [copy] }]);
  expect(await read(id)).toMatchObject({
    status: 'canceled',
    statusDetail: `Canceled. Not delivered to ${fixture.address}; the other recipients have received it.`,
  });
  await busy.close();
});

describe('an email to several people that one of them has received', () => {
  const attorney = 'attorney@x.test';

  async function writeToBoth(): Promise<string> {
    const created = await fixture.staff.post('/businesses', { name: 'Bright Dental', type: 'dental' });
    const input = { subject: 'Offer', text: 'Hello', to: [fixture.address, attorney] };
    const { body } = await fixture.staff.post(`/businesses/${created.body.business.id}/send-email`, input);
    return body.email.id;
  }

  async function deliverToFirst(): Promise<{ id: string; busy: MailServer }> {
    const busy = await startMailServer({ busy: [attorney] });
    const id = await writeToBoth();
    await attempt(busy, id);
    expect(await read(id)).toMatchObject({ status: 'queued' });
    return { id, busy };
  }

  it('notifies its author if the others are rejected', async () => {
    const strict = await startMailServer({ unknown: [attorney] });
    const id = await writeToBoth();
    await attempt(strict, id);
    expect(await read(id)).toMatchObject({ status: 'sent' });
    expect(await listNotices()).toContain('Your email to Ann Abbott was not delivered to everyone');
    await strict.close();
  });

  it('remains sent after it is canceled for the others', async () => {
    const { id, busy } = await deliverToFirst();
    expect((await fixture.staff.post(`/emails/${id}/cancel`)).status).toBe(200);
    expect(await read(id)).toMatchObject({
      status: 'sent',
      statusDetail: `Canceled. Not delivered to ${attorney}; the other recipients have received it.`,
    });
    await busy.close();
  });

  it('remains sent if the customer is banned before the others receive it', async () => {
    const { id, busy } = await deliverToFirst();
    const path = `/users/${fixture.customerId}`;
    const { version } = (await fixture.staff.get(path)).body.user;
    const ban = await fixture.admin.post(`${path}/ban`, { version, reason: 'Fraud' });
    expect(ban.status).toBe(200);
    await attempt(busy, id);
    expect(await read(id)).toMatchObject({
      status: 'sent',
      statusDetail: expect.stringMatching(/^Not sent: the customer was banned.*Not delivered to attorney/),
    });
    expect(busy.received).toHaveLength(1);
    await busy.close();
  });
});
