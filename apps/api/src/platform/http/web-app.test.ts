import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { buildApp } from '../../app.ts';

const filler = ' '.repeat(2_000);
let api: TestApi;
let app: FastifyInstance;
let folder: string;

beforeAll(async () => {
  api = await startApi();
  folder = await mkdtemp(join(tmpdir(), 'handover-web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(
    join(folder, 'index.html'),
    `<script nonce="__CSP_NONCE__"></script><title>Page</title>${filler}`,
  );
  await writeFile(join(folder, 'assets/page-a1b2.js'), 'plain');
  await writeFile(join(folder, 'assets/page-a1b2.js.gz'), gzipSync('packed'));
  await writeFile(join(folder, 'sw.js'), 'worker');
  app = await buildApp(api.booted.platform, { webFolder: folder });
});
afterAll(async () => {
  await app.close();
  await api.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> =>
  app.inject({ url, headers });

it('serves the one page at every address that a browser opens, with a nonce of its own each time', async () => {
  const [one, other] = [await get('/'), await get('/admin/users?q=lee.js')];
  for (const page of [one, other]) {
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    const nonce = /nonce="([^"]+)"/.exec(page.body)?.[1];
    expect(page.headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${nonce}'`);
    expect(page.headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(page.headers['cache-control']).toBe('no-store');
  }
  expect(one.body).not.toBe(other.body);
});

it('explains that a file does not exist, and that the page accepts no writes', async () => {
  for (const answer of [await get('/assets/gone.js'), await app.inject({ method: 'POST', url: '/blog' })]) {
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'NOT_FOUND' });
  }
});

it('caches built files for a year and the service worker not at all, without headers that only documents need', async () => {
  const built = await get('/assets/page-a1b2.js', { 'accept-encoding': 'gzip' });
  expect(built.headers['content-encoding']).toBe('gzip');
  expect(built.headers['cache-control']).toContain('immutable');
  expect(built.headers['x-content-type-options']).toBe('nosniff');
  expect(built.headers['content-security-policy']).toContain("default-src 'none'");
  expect(built.headers['strict-transport-security']).toBeDefined();
  for (const name of ['x-frame-options', 'permissions-policy', 'x-request-id', 'last-modified'])
    expect(built.headers, name).not.toHaveProperty(name);
  const worker = await get('/sw.js');
  expect(worker.headers['cache-control']).toBe('no-cache');
  expect(worker.headers['permissions-policy']).toBeDefined();
});

it('compresses the page and long responses for clients that accept it, but not short ones', async () => {
  const page = await get('/', { 'accept-encoding': 'br, gzip' });
  expect(page.headers['content-encoding']).toBe('br');
  expect(page.headers['vary']).toContain('accept-encoding');
  expect(brotliDecompressSync(page.rawPayload).toString()).toContain(`<title>Page</title>${filler}`);
  const workspaceId = await api.makeWorkspace();
  const admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const headers = {
    authorization: `Bearer ${admin.token ?? ''}`,
    'x-workspace': workspaceId,
    'accept-encoding': 'br',
  };
  expect((await get('/api/users', headers)).headers).not.toHaveProperty('content-encoding');
  for (let count = 0; count < 5; count += 1) await api.makeCustomer(workspaceId);
  const list = await get('/api/users', headers);
  expect(list.headers['content-encoding']).toBe('br');
  expect(JSON.parse(brotliDecompressSync(list.rawPayload).toString()).total).toBe(5);
  const plain = await get('/api/users', { ...headers, 'accept-encoding': 'identity' });
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect(plain.json().total).toBe(5);
});

it('unpacks no body, which could be a thousand times its size', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync(JSON.stringify({ email: 'a@handover.test', password: 'long enough' })),
  });
  expect(answer.statusCode).toBe(400);
});
