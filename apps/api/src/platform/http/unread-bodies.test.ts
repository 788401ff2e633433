import { Agent, request as httpRequest } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let address: URL;
let staff: Caller;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
  address = new URL(await api.app.listen({ port: 0, host: '127.0.0.1' }));
});
beforeEach(async () => {
  staff = await api.signIn({ role: 'STAFF', workspaceId: await api.makeWorkspace() });
});
afterAll(() => api.close());

const mb = 1024 * 1024;
const createHeaders = (token = staff.token): Record<string, string> => ({
  authorization: `Bearer ${String(token)}`,
  'x-workspace': String(staff.workspaceId),
  'content-type': 'application/octet-stream',
});

const oldWorkbook = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(3 * mb)]);
const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(3 * mb, 'x')]);
const withNul = Buffer.concat([Buffer.from('Name,Email\nAnn,\u0000'), Buffer.alloc(3 * mb, 'x,y\n')]);
const good = Buffer.from('Name,Email\nAnn,ann@example.com\n');

type Sent = { path?: string; body: Buffer; isChunked?: boolean; token?: string };
type Received = { status: number; detail: unknown; port: number | undefined };

/** Sends with Node's own client. */
function send(
  agent: Agent,
  { path = '/imports?name=a.csv', body, isChunked = false, token }: Sent,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      {
        agent,
        port: address.port,
        host: '127.0.0.1',
        method: 'POST',
        path: `/api${path}`,
        headers: { ...createHeaders(token), ...(isChunked ? {} : { 'content-length': body.length }) },
      },
      (response) => {
        const { localPort: port } = outgoing.socket ?? {};
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, detail: JSON.parse(text).detail, port }),
        );
      },
    );
    outgoing.on('error', reject);
    for (let at = 0; at < body.length; at += mb) outgoing.write(body.subarray(at, at + mb));
    outgoing.end();
  });
}

describe('a refused upload', () => {
  it.each([
    ['an old workbook', oldWorkbook, false],
    ['a PDF', pdf, false],
    ['NUL characters', withNul, false],
    ['a PDF of unknown length', pdf, true],
  ])(
    '%s is answered, and its connection serves the next request (http.Agent)',
    async (_, body, isChunked) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const refused = await send(agent, { body, isChunked });
      expect(refused).toMatchObject({ status: 422, detail: expect.any(String) });
      const next = await send(agent, { body: good });
      agent.destroy();
      expect(next).toMatchObject({ status: 201, port: refused.port });
    },
  );

  it('is answered without a session too', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const refused = await send(agent, { body: pdf, token: 'none' });
    const next = await send(agent, { body: good });
    agent.destroy();
    expect([refused.status, next.status, next.port]).toEqual([401, 201, refused.port]);
  });

  it('on a full disk is answered, and its connection serves the next request', async () => {
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    vi.spyOn(api.booted.platform.storage, 'write').mockRejectedValueOnce(full);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const body = Buffer.concat([good, Buffer.alloc(3 * mb, 'x,y\n')]);
    const refused = await send(agent, { body });
    const next = await send(agent, { body: good });
    agent.destroy();
    expect([refused.status, next.status, next.port]).toEqual([503, 201, refused.port]);
  });

  it.each([
    ['an old workbook', oldWorkbook],
    ['a PDF', pdf],
    ['NUL characters', withNul],
  ])('%s is answered, and the next request works (fetch)', async (_, body) => {
    const post = (bytes: Buffer<ArrayBuffer>) =>
      fetch(new URL('/api/imports?name=a.csv', address), {
        method: 'POST',
        headers: createHeaders(),
        body: bytes,
      });
    const refused = await post(body);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ code: 'RULE_BROKEN' });
    expect((await post(good)).status).toBe(201);
  });

  it('of more than 32 MB is answered at once, and its connection is closed', async () => {
    const answer = await new Promise<{ status: number; connection: string | undefined }>(
      (resolve, reject) => {
        const outgoing = httpRequest(
          {
            port: address.port,
            host: '127.0.0.1',
            method: 'POST',
            path: '/api/imports?name=a.csv',
            headers: { ...createHeaders(), 'content-length': 100 * mb },
          },
          (response) => {
            response.resume();
            response.on('end', () => {
              resolve({ status: response.statusCode ?? 0, connection: response.headers.connection });
              outgoing.destroy();
            });
          },
        );
        outgoing.on('error', reject);
        outgoing.write(pdf);
      },
    );
    expect(answer).toEqual({ status: 422, connection: 'close' });
  });
});
