import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { startReceiver, type Receiver } from '#test/webhook-receiver.ts';
import { runJob } from '#test/run-job.ts';
import { listJobs } from '#registry.ts';
import { addMinutes } from '#lib/clock.ts';
import { deliver, webhookJobs } from './deliver.ts';
import { dispatchEvents, deleteExpiredDeliveries } from './dispatch.ts';

let api: TestApi;
let receiver: Receiver;
let workspaceId: string;
let admin: Caller;
beforeAll(async () => {
  api = await startApi({ env: { OUTGOING_ALLOW: '127.0.0.1' } });
  // Jobs are queued but not run: each test makes the attempts itself.
  await api.booted.jobs.start(listJobs(api.booted.background));
  receiver = await startReceiver();
});
afterAll(async () => {
  await api.close();
  await receiver.close();
});
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  receiver.forget();
});

type Hook = { id: string; version: number };

async function addWebhook(events: readonly string[] = ['customer.created']) {
  const { body } = await admin.post('/webhooks', { url: receiver.url, events });
  return { webhook: body.webhook as Hook, secret: String(body.secret) };
}
const log = async ({ id }: Hook) => (await admin.get(`/webhooks/${id}/deliveries`)).body.deliveries;
const getHook = async ({ id }: Hook) =>
  (await admin.get('/webhooks')).body.webhooks.find((one: Hook) => one.id === id);
/** Runs the job without its delays: the events so far, and one attempt for each message. */
async function runDeliveries(webhook: Hook, at = new Date()) {
  api.clock.set(at);
  await dispatchEvents(api.booted.background.runner);
  const messages = await api.db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .execute();
  for (const { id } of messages) await deliver(api.booted.background, { workspaceId, id });
  api.clock.set(new Date());
  return log(webhook);
}
function getSignature(secret: string, { headers, body }: Receiver['received'][number]): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

describe('a webhook', () => {
  it('is notified of its events, signed with the time, by id and never by name', async () => {
    const { webhook, secret } = await addWebhook();
    const { id } = (await admin.post('/users', { name: 'Secret Name' })).body.user;
    await admin.post(`/users/${String(id)}/notes`, { body: 'Not asked for' });
    expect(await runDeliveries(webhook)).toMatchObject([
      {
        type: 'customer.created',
        status: 'delivered',
        attempts: 1,
        responseStatus: 200,
      },
    ]);
    const [message] = receiver.received;
    if (message === undefined) throw new Error('Nothing came');
    expect(receiver.received).toHaveLength(1);
    expect(message.headers['webhook-signature']).toBe(getSignature(secret, message));
    const age = Date.now() / 1000 - Number(message.headers['webhook-timestamp']);
    expect(Math.abs(age)).toBeLessThan(60);
    expect(JSON.parse(message.body)).toMatchObject({
      type: 'customer.created',
      data: { workspaceId, customerId: id, subject: { kind: 'customer', id }, actorId: admin.userId },
    });
    expect(message.body).not.toContain('Secret Name');
  });

  it('receives nothing from other workspaces or while it is off', async () => {
    const { webhook } = await addWebhook();
    const stranger = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    await stranger.post('/users', { name: 'Elsewhere' });
    await admin.patch(`/webhooks/${webhook.id}`, { version: 1, isEnabled: false });
    await admin.post('/users', { name: 'Unheard' });
    expect(await runDeliveries(webhook)).toEqual([]);
    expect((await stranger.get(`/webhooks/${webhook.id}/deliveries`)).status).toBe(404);
    expect((await stranger.post(`/webhooks/${webhook.id}/test`)).status).toBe(404);
  });

  it('shows its secret once, stores it sealed, and writes it in no log', async () => {
    const { webhook, secret } = await addWebhook();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    const row = await api.db
      .selectFrom('webhooks')
      .select('sealed_secret')
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    await admin.post('/users', { name: 'Ann' });
    const deliveries = await runDeliveries(webhook);
    const audit = await admin.get('/audit');
    for (const text of [
      (await admin.get('/webhooks')).text,
      row.sealed_secret,
      JSON.stringify(deliveries),
      audit.text,
    ])
      expect(text).not.toContain(secret.replace('whsec_', ''));
  });

  it('is signed with the old secret too for a day after a rotation', async () => {
    const { webhook, secret } = await addWebhook();
    const fresh = String((await admin.post(`/webhooks/${webhook.id}/secret`)).body.secret);
    await admin.post(`/webhooks/${webhook.id}/test`);
    await runDeliveries(webhook);
    const signatures = () => {
      const message = receiver.received.at(-1);
      if (message === undefined) throw new Error('Nothing came');
      return [
        message.headers['webhook-signature'],
        getSignature(fresh, message),
        getSignature(secret, message),
      ];
    };
    const [sent, withFresh, withOld] = signatures();
    expect(sent).toBe(`${String(withFresh)} ${String(withOld)}`);
    await admin.post(`/webhooks/${webhook.id}/test`);
    await runDeliveries(webhook, addMinutes(new Date(), 25 * 60));
    expect(signatures()[0]).toBe(signatures()[1]);
  });

  it.each([
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::ffff:10.0.0.1]/',
    'http://0x0a000001/',
    'http://[::1]/',
    'https://user:pass@example.com/',
    'ftp://example.com/',
  ])('to %s is refused', async (url) => {
    const answer = await admin.post('/webhooks', { url, events: ['customer.created'] });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'url' }] } });
    const { webhook } = await addWebhook();
    expect((await admin.patch(`/webhooks/${webhook.id}`, { version: 1, url })).status).toBe(400);
  });

  it('is not sent to an address that now resolves to a private network', async () => {
    const { webhook } = await addWebhook();
    await api.db
      .updateTable('webhooks')
      .set({ url: 'http://10.0.0.1/' })
      .where('workspace_id', '=', workspaceId)
      .execute();
    await admin.post(`/webhooks/${webhook.id}/test`);
    expect((await runDeliveries(webhook))[0]).toMatchObject({
      status: 'queued',
      error: expect.stringContaining('private or reserved'),
    });
  });

  it('follows no redirect into the network', async () => {
    const { webhook } = await addWebhook();
    receiver.answer(302, '');
    await admin.post(`/webhooks/${webhook.id}/test`);
    expect((await runDeliveries(webhook))[0]).toMatchObject({
      status: 'queued',
      error: expect.stringContaining('redirect'),
    });
  });

  it('of a sample workspace reaches this machine only', async () => {
    workspaceId = await api.makeWorkspace({ isSample: true });
    admin = await api.signIn({ role: 'ADMIN', workspaceId, isSample: true });
    const answer = await admin.post('/webhooks', { url: 'https://1.1.1.1/', events: ['customer.created'] });
    expect(answer.body.errors[0].message).toMatch(/only to this machine/);
    expect((await admin.post('/webhooks', { url: receiver.url, events: ['customer.created'] })).status).toBe(
      201,
    );
  });

  it('of a sample workspace reaches nothing after a real person has joined', async () => {
    workspaceId = await api.makeWorkspace({ isSample: true });
    admin = await api.signIn({ role: 'ADMIN', workspaceId, isSample: true });
    const { webhook } = await addWebhook();
    const person = await api.signIn({ role: 'ADMIN', workspaceId });
    const events = ['customer.created'];
    const answer = await person.post('/webhooks', { url: receiver.url, events });
    expect(answer.body.errors[0].message).toMatch(/real members/);
    await admin.post('/users', { name: 'Ann' });
    expect((await runDeliveries(webhook))[0]).toMatchObject({
      status: 'queued',
      error: expect.stringContaining('real members'),
    });
  });
});

describe('a delivery that fails', () => {
  it('is tried ten times within three days, each time later, under one id', async () => {
    const { webhook } = await addWebhook();
    receiver.answer(500, 'Out of order', 20);
    await admin.post('/users', { name: 'Ann' });
    let now = new Date();
    const waits: number[] = [];
    for (;;) {
      const [delivery] = await runDeliveries(webhook, now);
      if (delivery.nextAttemptAt === null) break;
      waits.push(Math.round((Date.parse(delivery.nextAttemptAt) - now.getTime()) / 6_000) / 10);
      now = new Date(delivery.nextAttemptAt);
    }
    expect(waits).toEqual([0.1, 5, 30, 120, 300, 600, 840, 1200, 1440]);
    expect((await log(webhook))[0]).toMatchObject({
      status: 'failed',
      attempts: 10,
      responseStatus: 500,
    });
    expect(JSON.stringify(await log(webhook))).not.toContain('Out of order');
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await getHook(webhook)).toMatchObject({
      isEnabled: false,
      disabledReason: expect.stringMatching(/three days/),
    });
    expect((await admin.get('/notifications')).body.notifications[0].title).toMatch(/turned off/);
  });

  it('can be resent manually, but not while it is queued or its webhook is off', async () => {
    const { webhook } = await addWebhook();
    receiver.answer(500, 'no');
    await admin.post('/users', { name: 'Ann' });
    const [failed] = await runDeliveries(webhook);
    const again = () => admin.post(`/webhook-deliveries/${String(failed.id)}/redeliver`);
    expect((await again()).status).toBe(422);
    expect((await runDeliveries(webhook))[0]).toMatchObject({ status: 'delivered', attempts: 2 });
    expect((await again()).body.delivery).toMatchObject({ status: 'queued', messageId: failed.messageId });
    expect((await runDeliveries(webhook))[0]).toMatchObject({ status: 'delivered', attempts: 3 });
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
      failed.messageId,
      failed.messageId,
      failed.messageId,
    ]);
    const { version } = await getHook(webhook);
    await admin.patch(`/webhooks/${webhook.id}`, { version, isEnabled: false });
    expect((await again()).status).toBe(422);
  });

  it('turns the webhook off immediately if the receiver responds 410', async () => {
    const { webhook } = await addWebhook();
    receiver.answer(410, '');
    await admin.post(`/webhooks/${webhook.id}/test`);
    await runDeliveries(webhook);
    expect(await getHook(webhook)).toMatchObject({
      isEnabled: false,
      disabledReason: expect.stringMatching(/410/),
    });
    const on = await admin.patch(`/webhooks/${webhook.id}`, { version: 1, isEnabled: true });
    expect(on.body.webhook).toMatchObject({ isEnabled: true, disabledReason: null, failingSince: null });
  });

  it('does not end a webhook that received another one while it waited, or was changed then', async () => {
    const { webhook } = await addWebhook();
    const change = (values: { failing_since: Date | null; version?: number }) =>
      api.db
        .updateTable('webhooks')
        .set(values)
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', webhook.id)
        .execute();
    const longAgo = addMinutes(new Date(), -4 * 24 * 60);
    const failMeanwhile = async (act: () => Promise<unknown>) => {
      await change({ failing_since: longAgo });
      receiver.answer(500, '');
      receiver.beforeAnswer(async () => void (await act()));
      await admin.post(`/webhooks/${webhook.id}/test`);
      await runDeliveries(webhook);
      return getHook(webhook);
    };
    const afterSuccess = await failMeanwhile(() => change({ failing_since: null }));
    expect(afterSuccess).toMatchObject({ isEnabled: true, failingSince: expect.any(String) });
    expect(Date.parse(afterSuccess.failingSince)).toBeGreaterThan(longAgo.getTime());
    const afterChange = await failMeanwhile(() => change({ failing_since: null, version: 2 }));
    expect(afterChange).toMatchObject({ isEnabled: true, failingSince: null });
  });

  it('shows a failing webhook until one arrives', async () => {
    const { webhook } = await addWebhook();
    receiver.answer(500, '');
    await admin.post(`/webhooks/${webhook.id}/test`);
    await runDeliveries(webhook);
    expect((await getHook(webhook)).failingSince).not.toBeNull();
    await runDeliveries(webhook);
    expect((await getHook(webhook)).failingSince).toBeNull();
  });
});

it('delivers by the job, keeps the log filtered and for a month', async () => {
  const { webhook } = await addWebhook();
  await admin.post(`/webhooks/${webhook.id}/test`);
  const [{ id }] = await log(webhook);
  for (const job of webhookJobs(api.booted.background)) await runJob(job, { workspaceId, id });
  const filtered = (status: string) => admin.get(`/webhooks/${webhook.id}/deliveries?status=${status}`);
  expect((await filtered('delivered')).body.total).toBe(1);
  expect((await filtered('failed')).body.total).toBe(0);
  api.clock.set(addMinutes(new Date(), 31 * 24 * 60));
  await deleteExpiredDeliveries(api.booted.background.runner);
  api.clock.set(new Date());
  expect(await log(webhook)).toEqual([]);
});

it('is changed by one person at a time, and removed with its log', async () => {
  const { webhook } = await addWebhook();
  await admin.patch(`/webhooks/${webhook.id}`, { version: 1, events: ['task.created'] });
  expect((await admin.patch(`/webhooks/${webhook.id}`, { version: 1, isEnabled: false })).status).toBe(409);
  await admin.post(`/webhooks/${webhook.id}/test`);
  expect((await admin.delete(`/webhooks/${webhook.id}`)).status).toBe(204);
  expect((await admin.get(`/webhooks/${webhook.id}/deliveries`)).status).toBe(404);
});
