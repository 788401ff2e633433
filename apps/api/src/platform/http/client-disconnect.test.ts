import { request as httpRequest } from 'node:http';
import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createLogger } from '#lib/logger.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { withOwnerConnection } from '#test/import-fixture.ts';
import { countWaiting } from '#test/with-lock.ts';
import { registerProblemHandler } from './problems.ts';

let api: TestApi;
let address: URL;
beforeAll(async () => {
  api = await startApi();
  address = new URL(await api.app.listen({ port: 0, host: '127.0.0.1' }));
});
afterAll(() => api.close());

it('a write by a client that has hung up is audited with the address it came from', async () => {
  const workspaceId = await api.makeWorkspace();
  const staff = await api.signIn({ role: 'STAFF', workspaceId });
  const outgoing = httpRequest({
    port: address.port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/tasks',
    headers: {
      authorization: `Bearer ${String(staff.token)}`,
      'x-workspace': workspaceId,
      'content-type': 'application/json',
    },
  });
  outgoing.on('error', () => undefined);
  await withOwnerConnection(api, async (owner) => {
    await owner.query('BEGIN');
    await owner.query('LOCK TABLE tasks IN ACCESS EXCLUSIVE MODE');
    outgoing.end(JSON.stringify({ title: 'Hung up' }));
    await expect.poll(() => countWaiting(owner)).toBeGreaterThan(0);
    outgoing.destroy();
    await expect.poll(() => countConnections()).toBe(0);
    await owner.query('COMMIT');
  });
  const addresses = () =>
    withOwnerConnection(api, async (owner) => {
      const { rows } = await owner.query('SELECT ip_address FROM audit_entries WHERE workspace_id = $1', [
        workspaceId,
      ]);
      return rows;
    });
  await expect.poll(addresses).toEqual([{ ip_address: '127.0.0.1' }]);
});

it('a live stream is not opened for a client that hung up during sign-in', async () => {
  const workspaceId = await api.makeWorkspace();
  const staff = await api.signIn({ role: 'STAFF', workspaceId });
  const { live, requestLimits } = api.booted.platform;
  const identified = vi.spyOn(requestLimits, 'countRequest');
  const subscribe = vi.spyOn(live, 'subscribe');
  const outgoing = httpRequest({
    port: address.port,
    host: '127.0.0.1',
    path: '/api/events',
    headers: { authorization: `Bearer ${String(staff.token)}`, 'x-workspace': workspaceId },
  });
  outgoing.on('error', () => undefined);
  await withOwnerConnection(api, async (owner) => {
    await owner.query('BEGIN');
    await owner.query('LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE');
    outgoing.end();
    await expect.poll(() => countWaiting(owner)).toBeGreaterThan(0);
    outgoing.destroy();
    await expect.poll(() => countConnections()).toBe(0);
    await owner.query('COMMIT');
  });
  await expect.poll(() => identified.mock.calls.length).toBe(1);
  await staff.get('/auth/profile');
  expect(subscribe).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

function countConnections(): Promise<number> {
  return new Promise((resolve) => api.app.server.getConnections((_error, count) => resolve(count)));
}

it('a body that its client breaks off is not logged as an error', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(JSON.parse(chunk.toString()));
      done();
    },
  });
  const app = Fastify({ logger: { level: 'info', stream: log } });
  registerProblemHandler(app);
  app.post('/', () => ({}));
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  app.server.on('request', ({ socket }) => socket.once('data', () => outgoing.destroy()));
  const outgoing = httpRequest({
    port,
    host: '127.0.0.1',
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': '1000' },
  });
  outgoing.on('error', () => undefined);
  outgoing.flushHeaders();
  app.server.once('request', () => outgoing.write('{"half":'));
  await expect.poll(() => lines.some(({ msg }) => msg === 'the client hung up')).toBe(true);
  expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  await app.close();
});

it('a thrown value that is not an Error is logged as text', () => {
  const { err } = createLogger('silent')[pino.symbols.serializersSym as never] as Record<
    string,
    (error: unknown) => { message: string }
  >;
  expect(err?.({ message: 'queue stopped', queue: 'x' }).message).toBe('queue stopped');
  expect(err?.({ queue: 'x', id: 1 }).message).toBe('An object with queue, id');
});
