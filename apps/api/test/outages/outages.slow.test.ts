import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort, startServerProcess, type ServerProcess } from '@handover/testing/server-process.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findEmbeddedPostgres } from '#db/embedded/data-folder-lock.ts';
import { toConnectionString } from '#db/embedded/endpoint.ts';
import { openDatabase } from '#db/client.ts';
import { deliverQueue } from '#features/conversations/outgoing/delivery-outcome.ts';
import { createLogger } from '#lib/logger.ts';
import { createJobs } from '#platform/jobs.ts';
import { startMailServer } from '../mail/mail-server.ts';
import {
  listDatabaseProcesses,
  samplePassword,
  signIn,
  waitFor,
  type Reply,
  type Session,
} from './running-server.ts';

let dataDir: string;
let port: number;
let mailPort: number;
let server: ServerProcess;
let session: Session;

const start = (): Promise<ServerProcess> =>
  startServerProcess({
    dataDir,
    port,
    env: {
      SAMPLE_DATA: 'true',
      SAMPLE_PASSWORD: samplePassword,
      SMTP_URL: `smtp://127.0.0.1:${String(mailPort)}`,
    },
  });

beforeAll(async () => {
  dataDir = await realpath(await mkdtemp(join(tmpdir(), 'handover-outages-')));
  port = await findFreePort();
  mailPort = await findFreePort();
  server = await start();
  session = await signIn(server.address);
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const listNotes = async (): Promise<string[]> => {
  const { body } = await session.get(`/users/${session.customerId}/notes?limit=100`);
  return body.notes.map((note: { body: string }) => note.body);
};

describe('the database is killed', () => {
  it('requests during the outage get a clear error, and it recovers by itself', async () => {
    const { pid } = server;
    await server.killDatabase();
    const replies: Reply[] = [];
    const deadline = performance.now() + 30_000;
    const visit = async (visitor: number): Promise<void> => {
      for (let turn = 0; performance.now() < deadline; turn += 1) {
        const text = `visit-${String(visitor)}`;
        const [read, write, live] = await Promise.all([
          session.get('/users?limit=5'),
          session.post(
            `/users/${session.customerId}/notes`,
            { body: text },
            { 'idempotency-key': `outage-${text}` },
          ),
          session.get('/health'),
        ]);
        replies.push(read, write);
        expect(live.status).toBe(200);
        if (read.status === 200 && write.status === 201 && turn > 0) return;
        await pause(50);
      }
    };
    await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(visit));
    const refused = replies.filter(({ status }) => status >= 400);
    expect(refused.length).toBeGreaterThan(0);
    for (const { status, type, body } of refused) {
      expect({ status, code: body.code }).toEqual({ status: 503, code: 'UNAVAILABLE' });
      expect(type).toContain('application/problem+json');
      expect(body.detail).toContain('The database is not responding');
    }
    expect((await session.get('/ready')).status).toBe(200);
    const visits = (await listNotes()).filter((body) => body.startsWith('visit-'));
    expect(visits.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((visitor) => `visit-${String(visitor)}`));
    expect(server.pid).toBe(pid);
  });
});

describe('the server is killed', () => {
  it('acknowledged writes and sessions survive the restart', async () => {
    const answer = await session.post(`/users/${session.customerId}/notes`, { body: 'before the crash' });
    expect(answer.status).toBe(201);
    await server.kill();
    server = await start();
    expect(await listNotes()).toContain('before the crash');
  });
});

describe('the server is stopped', () => {
  it('ends at once with 0 although a stream is open, and leaves no process behind', async () => {
    const stream = await fetch(`${server.address}/api/events`, { headers: session.headers });
    expect(stream.status).toBe(200);
    const stopped = await Promise.race([server.stop(), pause(8_000, 'still running', { ref: false })]);
    expect(stopped).toBe(0);
    await stream.body?.cancel().catch(() => undefined);
    expect(await listDatabaseProcesses(dataDir)).toEqual([]);
    server = await start();
    expect((await session.get('/users?limit=1')).status).toBe(200);
  });
});

describe('the server is stopped during an upload', () => {
  it('accepts no more connections, stores the upload, closes its connection, and ends with 0', async () => {
    const { port: serverPort } = new URL(server.address);
    const outgoing = httpRequest({
      agent: new Agent({ keepAlive: true }),
      port: serverPort,
      host: '127.0.0.1',
      method: 'POST',
      path: '/api/files?name=a.txt',
      headers: { ...session.headers, 'content-type': 'application/octet-stream', expect: '100-continue' },
    });
    outgoing.flushHeaders();
    await once(outgoing, 'continue');
    outgoing.write('first half, ');
    const stopped = server.stop();
    const isRefused = async () => (await fetch(`${server.address}/api/health`).catch(() => null)) === null;
    expect(await waitFor(isRefused, Boolean)).toBe(true);
    outgoing.end('second half');
    const [response] = await once(outgoing, 'response');
    expect(response.statusCode).toBe(201);
    expect(response.headers.connection).toBe('close');
    response.resume();
    expect(await stopped).toBe(0);
    server = await start();
  });
});

describe('the mail server is down', () => {
  it('mail stays queued with the reason, and is sent when the mail server is back', async () => {
    const sent = await session.post(`/users/${session.customerId}/send-email`, {
      subject: 'Through the outage',
      text: 'Hello',
    });
    expect(sent.status).toBe(202);
    const { id } = sent.body.email;
    const read = async () => {
      const { body } = await session.get(`/users/${session.customerId}/emails?limit=100`);
      return body.emails.find((email: { id: string }) => email.id === id);
    };
    const waiting = await waitFor(read, (email) => email.statusDetail !== null);
    expect(waiting).toMatchObject({
      status: 'queued',
      statusDetail: expect.stringMatching(/^The mail server cannot be reached .*Next attempt in 1 minute\.$/),
    });
    expect((await session.get('/users?limit=1')).status).toBe(200);
    const mailServer = await startMailServer({ port: mailPort });
    try {
      await advanceNextAttempt(id);
      expect(await waitFor(read, (email) => email.status === 'sent')).toMatchObject({ status: 'sent' });
      expect(mailServer.received).toHaveLength(1);
      expect(mailServer.received[0]?.raw).toContain('Subject: Through the outage');
    } finally {
      await mailServer.close();
    }
  });
});

/** Queues the job again to run immediately, because the first retry comes only after a minute. */
async function advanceNextAttempt(messageId: string): Promise<void> {
  const connection = await findEmbeddedPostgres(dataDir);
  if (connection === undefined) throw new Error('No database runs');
  const connectionString = toConnectionString(connection);
  const logger = createLogger('silent');
  const { db, close } = openDatabase({ connectionString, onError: () => undefined });
  const jobs = createJobs({ connectionString, logger });
  try {
    await jobs.start([]);
    const data = { workspaceId: session.headers['x-workspace'], messageId };
    await jobs.enqueue(db, { queue: deliverQueue, data, options: {} });
  } finally {
    await jobs.stop();
    await close();
  }
}
