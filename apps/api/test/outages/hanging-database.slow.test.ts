import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, startServerProcess, type ServerProcess } from '@handover/testing/server-process.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listDatabaseProcesses, samplePassword, signIn, waitFor, type Session } from './running-server.ts';

let dataDir: string;
let server: ServerProcess;
let session: Session;

beforeAll(async () => {
  dataDir = await realpath(await mkdtemp(join(tmpdir(), 'handover-hanging-')));
  const env = { SAMPLE_DATA: 'true', SAMPLE_PASSWORD: samplePassword };
  server = await startServerProcess({ dataDir, port: await findFreePort(), env });
  session = await signIn(server.address);
});
afterAll(async () => {
  await signalDatabase('SIGCONT');
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

it('a hanging database is reported within seconds with a clear error, and used again when it responds', async () => {
  const { pid } = server;
  await signalDatabase('SIGSTOP');

  const ready = await session.get('/ready');
  expect(ready).toMatchObject({ status: 503, type: expect.stringContaining('application/problem+json') });
  expect(ready.body.detail).toBe('Not ready: database down.');
  expect((await session.get('/health')).status).toBe(200);

  const note = { body: 'while it hangs' };
  const path = `/users/${session.customerId}/notes`;
  // More concurrent requests than connections; each must be answered before a browser gives up.
  const replies = await Promise.all([
    ...Array.from({ length: 25 }, () => session.get('/users?limit=5')),
    ...Array.from({ length: 5 }, () => session.post(path, note, { 'idempotency-key': 'hanging-note' })),
  ]);
  for (const { status, body } of replies)
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'UNAVAILABLE' });

  await signalDatabase('SIGCONT');
  const again = await waitFor(
    () => session.post(path, note, { 'idempotency-key': 'hanging-note' }),
    ({ status }) => status === 201,
  );
  expect(again.status).toBe(201);
  expect((await session.get('/ready')).status).toBe(200);
  const { body } = await session.get(`${path}?limit=100`);
  expect(body.notes.filter((kept: { body: string }) => kept.body === note.body)).toHaveLength(1);
  expect(server.pid).toBe(pid);
});

async function signalDatabase(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  for (const pid of await listDatabaseProcesses(dataDir)) process.kill(pid, signal);
}
