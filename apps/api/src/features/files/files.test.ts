import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { detectContentType } from '#platform/files/content-type.ts';
import { parseRange } from '#platform/files/download.ts';

let api: TestApi;
let workspaceId: string;
let staff: Caller;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  staff = await api.signIn({ role: 'STAFF', workspaceId });
});

async function createTicket(bytes: Buffer | string, name = 'report.pdf'): Promise<string> {
  const { body } = await staff.upload(`/files?name=${encodeURIComponent(name)}`, bytes);
  return (await staff.post(`/files/${String(body.file.id)}/ticket`)).body.ticket.url;
}

describe('the type of a file', () => {
  it.each([
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'image/png'],
    ['a PDF', Buffer.from('%PDF-1.7'), 'application/pdf'],
    ['a web picture', Buffer.from('RIFF0000WEBPVP8 '), 'image/webp'],
    ['a page that would run', Buffer.from('<html><script>alert(1)</script>'), 'text/plain; charset=utf-8'],
    ['a drawing that would run', Buffer.from('<svg onload="alert(1)">'), 'text/plain; charset=utf-8'],
    ['text cut in a character', Buffer.from('Zoë').subarray(0, 3), 'text/plain; charset=utf-8'],
    [
      'a document',
      Buffer.from('PK\u0003\u0004....word/document.xml'),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['a ZIP file', Buffer.from('PK\u0003\u0004....'), 'application/zip'],
    ['bytes', Buffer.from([0, 159, 146]), 'application/octet-stream'],
    ['bytes without zeros', Buffer.from([0x41, 0x81, 0x02, 0x41]), 'application/octet-stream'],
    ['text from Windows', Buffer.from('José Núñez', 'latin1'), 'text/plain; charset=windows-1252'],
    ['text of 16 bits', Buffer.from('\uFEFFJosé', 'utf16le'), 'text/plain; charset=utf-16le'],
    [
      'text of 16 bits, marked as such',
      Buffer.from('\uFEFFJosé', 'utf16le').swap16(),
      'text/plain; charset=utf-16be',
    ],
  ])('of %s is told by its content', (_what, head, type) => {
    expect(detectContentType(head)).toBe(type);
  });
});

describe('an upload that is repeated with its idempotency key', () => {
  const send = (bytes: string) =>
    staff.upload('/files?name=a.txt', bytes, { headers: { 'idempotency-key': 'upload-key-1' } });
  const countFiles = async () =>
    (await api.db.selectFrom('files').select('id').where('workspace_id', '=', workspaceId).execute()).length;

  it('returns the same response and stores one file, even if both are sent at once', async () => {
    const [first, second] = await Promise.all([send('hello'), send('hello')]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect((await send('hello')).body).toEqual(first.body);
    expect(second.body).toEqual(first.body);
    expect(await countFiles()).toBe(1);
  });

  it('is refused with other bytes', async () => {
    await send('hello');
    const other = await send('other');
    expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
    expect(await countFiles()).toBe(1);
  });
});

describe('a range', () => {
  it.each<[string | undefined, ReturnType<typeof parseRange>]>([
    [undefined, null],
    ['bytes=0-3', { start: 0, end: 3 }],
    ['bytes=4-', { start: 4, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['bytes=8-99', { start: 8, end: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-2', null],
    ['bytes=0-1,3-4', null],
    ['items=0-1', null],
    ['bytes=-', null],
    ['bytes=a-b', null],
  ])('%s', (header, range) => {
    expect(parseRange(header, 10)).toEqual(range);
  });
});

describe('uploading', () => {
  it('keeps the bytes and a clean name, whatever the sender claims', async () => {
    const bytes = randomBytes(100_000);
    const { status, body } = await staff.upload(
      `/files?name=${encodeURIComponent('../../etc/pass\u0000wd\u202Efdp.exe')}`,
      bytes,
      { headers: { 'content-type': 'text/html' } },
    );
    expect(status).toBe(201);
    expect(body.file).toMatchObject({
      name: 'passwdfdp.exe',
      contentType: 'application/octet-stream',
      sizeBytes: 100_000,
    });
    expect(
      (
        await api.app.inject({
          url: (await staff.post(`/files/${String(body.file.id)}/ticket`)).body.ticket.url,
        })
      ).rawPayload.equals(bytes),
    ).toBe(true);
    expect(
      await api.db
        .selectFrom('audit_entries')
        .select(['action', 'subject_id'])
        .where('action', '=', 'uploadFile')
        .where('workspace_id', '=', workspaceId)
        .execute(),
    ).toEqual([{ action: 'uploadFile', subject_id: body.file.id }]);
  });

  it('refuses an empty file, one that is too large, and a name that is too long', async () => {
    expect(await staff.upload('/files?name=a', '')).toMatchObject({
      status: 400,
      body: { detail: 'This file is empty.' },
    });
    expect(await staff.upload('/files?name=a', Buffer.alloc(25 * 1024 * 1024 + 1))).toMatchObject({
      status: 413,
      body: { detail: 'Files can be up to 25 MB.' },
    });
    expect((await staff.upload(`/files?name=${'x'.repeat(300)}`, 'x')).status).toBe(400);
    expect(await readdir(path.join(api.dataDir, 'files', 'incoming'))).toEqual([]);
  });

  it('rejects a sender who announces no size and sends too much, and stores nothing', async () => {
    const address = new URL(await api.app.listen({ port: 0, host: '127.0.0.1' }));
    const status = await new Promise<number>((resolve, reject) => {
      const outgoing = httpRequest(
        {
          port: address.port,
          host: '127.0.0.1',
          method: 'POST',
          path: '/api/files?name=big',
          headers: {
            authorization: `Bearer ${String(staff.token)}`,
            'x-workspace': workspaceId,
            'content-type': 'application/pdf',
          },
        },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      );
      outgoing.on('error', reject);
      const chunk = Buffer.alloc(1024 * 1024);
      for (let sent = 0; sent < 40; sent += 1) outgoing.write(chunk);
      outgoing.end();
    });
    expect(status).toBe(413);
    expect(await readdir(path.join(api.dataDir, 'files', 'incoming'))).toEqual([]);
  });

  it('is for staff with access to the area', async () => {
    const client = await api.signIn({ role: 'CLIENT', workspaceId });
    expect((await api.guest.upload('/files?name=a', 'x')).status).toBe(401);
    expect((await client.upload('/files?name=a', 'x')).status).toBe(403);
  });
});

describe('a download', () => {
  it('is served as an attachment that is neither run nor cached', async () => {
    const answer = await api.app.inject({
      url: await createTicket('%PDF-1.7 hello', 'Bericht „Zoë“; 100%.pdf'),
    });
    expect(answer).toMatchObject({ statusCode: 200, body: '%PDF-1.7 hello' });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '14',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-disposition':
        'attachment; filename="Bericht Zoe_ 100_.pdf"; filename*=UTF-8\'\'Bericht%20%E2%80%9EZo%C3%AB%E2%80%9C%3B%20100%25.pdf',
    });
  });

  it('serves ranges', async () => {
    const url = await createTicket('0123456789');
    const part = await api.app.inject({ url, headers: { range: 'bytes=2-4' } });
    expect(part).toMatchObject({ statusCode: 206, body: '234' });
    expect(part.headers).toMatchObject({ 'content-range': 'bytes 2-4/10', 'content-length': '3' });
    const past = await api.app.inject({ url, headers: { range: 'bytes=10-' } });
    expect(past).toMatchObject({ statusCode: 416, headers: { 'content-range': 'bytes */10' } });
  });

  it('is logged before the first byte is sent', async () => {
    await api.app.inject({ url: await createTicket('x') });
    expect(
      await api.db
        .selectFrom('audit_entries')
        .select(['action', 'actor_id'])
        .where('action', '=', 'downloadFile')
        .where('workspace_id', '=', workspaceId)
        .execute(),
    ).toEqual([{ action: 'downloadFile', actor_id: staff.userId }]);
  });

  it('only the uploader can open the file until it is attached to a record', async () => {
    const { body } = await staff.upload('/files?name=a.txt', 'mine');
    const { id } = body.file;
    const colleague = await api.signIn({ role: 'ADMIN', workspaceId });
    const stranger = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    for (const caller of [colleague, stranger])
      expect((await caller.post(`/files/${String(id)}/ticket`)).status).toBe(404);
    expect((await api.guest.post(`/files/${String(id)}/ticket`)).status).toBe(401);
    expect((await staff.post(`/files/${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}/ticket`)).status).toBe(
      404,
    );
  });

  it('ends with the session, with the access, and after five minutes', async () => {
    const [ended, closed, late] = [await createTicket('a'), await createTicket('b'), await createTicket('c')];
    await api.db.updateTable('workspaces').set({ staff_access: [] }).where('id', '=', workspaceId).execute();
    expect((await api.app.inject({ url: closed })).statusCode).toBe(404);
    api.clock.set(new Date(Date.now() + 5 * 60_000 + 1_000));
    expect((await api.app.inject({ url: late })).statusCode).toBe(410);
    api.clock.set(new Date());
    await api.db
      .updateTable('sessions')
      .set({ revoked_at: new Date() })
      .where('user_id', '=', staff.userId)
      .execute();
    expect((await api.app.inject({ url: ended })).statusCode).toBe(410);
    expect((await api.app.inject({ url: `/api/tickets/${'x'.repeat(43)}` })).statusCode).toBe(410);
    expect((await api.app.inject({ url: '/api/tickets/short' })).statusCode).toBe(404);
  });
});
