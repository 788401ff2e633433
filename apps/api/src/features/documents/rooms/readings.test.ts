import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listSystemMails } from '#test/account/system-mails.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { unzip } from '#test/zip-entries.ts';
import { listJobs } from '#registry.ts';

const startedAt = new Date('2026-11-25T15:00:00Z');

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let buyer: Caller;
let roomId: string;
let folderId: string;
let documentId: string;
const drawing = new PDFDocument();
drawing.text('One').addPage().text('Two').addPage().text('Three').end();
const pdf = await buffer(drawing);
beforeAll(async () => {
  api = await startApi({ areFilesChecked: true, env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
/** A buyer whose deal opens L2. */
beforeEach(async () => {
  api.clock.set(startedAt);
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const ownerId = await api.makeCustomer(workspaceId, { name: 'Sam Seller', brokerId: admin.userId });
  const { id: businessId } = (
    await admin.post('/businesses', {
      name: 'Abbott Dental',
      type: 'dental',
      ownerId,
      brokerId: admin.userId,
    })
  ).body.business;
  buyer = await addBuyer('Bea Buyer', businessId);
  const { room } = (await admin.post(`/businesses/${businessId}/data-room`)).body;
  roomId = room.id;
  folderId = room.folders.find(({ number }: { number: string }) => number === '03.1').id;
  documentId = (await admin.upload(`/documents?folderId=${folderId}&name=returns.pdf&attestation=1`, pdf))
    .body.document.id;
});

const addBuyer = async (name: string, businessId?: string) => {
  const buyerId = await api.makeCustomer(workspaceId, { name, brokerId: admin.userId });
  const caller = await api.signIn({ role: 'CLIENT', workspaceId, customerId: buyerId, displayName: name });
  if (businessId === undefined) return caller;
  await admin.post('/deals', { businessId, buyerId });
  await setDeals({ document_level: 2 });
  return caller;
};
const setDeals = (change: object) =>
  api.db.updateTable('deals').set(change).where('workspace_id', '=', workspaceId).execute();
const advanceTime = (seconds: number) => api.clock.set(new Date(api.clock.now().getTime() + seconds * 1_000));
const openPages = async (caller: Caller, ...pages: number[]) => {
  for (const page of pages)
    expect((await caller.get(`/documents/${documentId}/pages/${String(page)}?width=800`)).status).toBe(200);
};
const reportReading = (caller: Caller, times: Record<number, number>) =>
  caller.post(`/documents/${documentId}/reading`, {
    number: 1,
    pages: Object.entries(times).map(([page, seconds]) => ({ page: Number(page), ms: seconds * 1_000 })),
  });
const countWaiting = async () => {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`.execute(api.db);
  return rows[0]?.count;
};
const listReadings = async () => (await admin.get(`/data-rooms/${roomId}/readings`)).body.readings;

describe('reading time', () => {
  it('is added by page and shown to staff by viewer and file', async () => {
    await openPages(buyer, 1, 3);
    advanceTime(15);
    expect((await reportReading(buyer, { 1: 5, 3: 10 })).status).toBe(204);
    advanceTime(120);
    await reportReading(buyer, { 3: 120 });
    expect(await listReadings()).toEqual([
      {
        viewer: { id: buyer.userId, displayName: 'Bea Buyer' },
        document: { id: documentId, name: 'returns.pdf' },
        number: 1,
        pages: [
          { page: 1, ms: 5_000 },
          { page: 3, ms: 130_000 },
        ],
        totalMs: 135_000,
        lastAt: '2026-11-25T15:02:15.000Z',
      },
    ]);
    const { ticket } = (await admin.post(`/data-rooms/${roomId}/archive`)).body;
    const parts = unzip((await api.app.inject({ url: ticket.url })).rawPayload);
    expect(parts.get('Reading times.csv')?.toString()).toContain('Bea Buyer,returns.pdf,1,3,130\r\n');
  });

  it('is never more than the time since the last report, also of reports at once', async () => {
    await openPages(buyer, 1, 2);
    advanceTime(10);
    await reportReading(buyer, { 1: 100 });
    advanceTime(4);
    // The first waits for the row of page 1; in the meantime, the second must not be accepted.
    const reports = await api.db.transaction().execute(async (tx) => {
      await sql`SELECT FROM page_readings WHERE workspace_id = ${workspaceId} AND page = 1 FOR UPDATE`.execute(
        tx,
      );
      const first = reportReading(buyer, { 1: 4 });
      await vi.waitUntil(async () => (await countWaiting()) === 1, { timeout: 20_000 });
      const second = reportReading(buyer, { 2: 4 });
      await Promise.race([
        second,
        vi.waitUntil(async () => (await countWaiting()) === 2, { timeout: 20_000 }),
      ]);
      return [first, second];
    });
    await Promise.all(reports);
    const [{ totalMs }] = await listReadings();
    expect(totalMs).toBe(14_000);
    await reportReading(buyer, { 1: 60 });
    expect((await listReadings())[0].totalMs).toBe(14_000);
    advanceTime(3_600);
    await reportReading(buyer, { 1: 120, 2: 120 });
    expect((await listReadings())[0].totalMs).toBe(134_000);
  });

  it('is refused for a page that was not opened, also a thumbnail of it, and nothing of the report counts', async () => {
    await openPages(buyer, 1);
    await buyer.get(`/documents/${documentId}/pages/2?width=200`);
    advanceTime(15);
    expect((await reportReading(buyer, { 1: 5, 2: 5 })).status).toBe(404);
    expect(await listReadings()).toMatchObject([{ pages: [{ page: 1, ms: 0 }] }]);
  });

  it('is refused for somebody else, and for staff, who are not measured', async () => {
    await openPages(buyer, 1);
    await openPages(admin, 1);
    advanceTime(15);
    expect((await reportReading(await addBuyer('Ann Other'), { 1: 5 })).status).toBe(404);
    expect((await reportReading(admin, { 1: 5 })).status).toBe(404);
    expect(await listReadings()).toMatchObject([{ viewer: { id: buyer.userId }, totalMs: 0 }]);
  });

  it('is refused once the deal is lost, or the version is replaced', async () => {
    await openPages(buyer, 1);
    advanceTime(5);
    await setDeals({ stage: 'lost', lost_reason: 'price' });
    expect((await reportReading(buyer, { 1: 5 })).status).toBe(404);
    await setDeals({ stage: 'qualified', lost_reason: null });
    await admin.upload(`/documents/${documentId}/versions?attestation=1`, pdf);
    expect((await reportReading(buyer, { 1: 5 })).status).toBe(404);
    expect((await listReadings())[0].totalMs).toBe(0);
  });

  it('names invalid fields', async () => {
    const pages = [{ page: 1, ms: 120_001 }];
    const { status, body } = await buyer.post(`/documents/${documentId}/reading`, { number: 1, pages });
    expect([status, body.errors[0].path]).toEqual([400, 'pages.0.ms']);
  });

  it('of a reader of a shared link is that of their address', async () => {
    const { body } = await admin.post(`/documents/${documentId}/links`, { expiresInDays: 7 });
    const token = String(body.url).split('#')[1];
    const email = 'ann@law.test';
    const start = async (): Promise<string> => {
      await api.guest.post('/shared-links/code', { token, email });
      const code = (await listSystemMails(api, email)).at(-1)?.subject.slice(0, 6);
      return (await api.guest.post('/shared-links/session', { token, email, code })).body.session;
    };
    const readPage = async (session: string, ms: number) => {
      expect(
        (await api.guest.post('/shared-links/page', { session, number: 1, page: 2, width: '800' })).status,
      ).toBe(200);
      advanceTime(10);
      return api.guest.post('/shared-links/reading', { session, number: 1, pages: [{ page: 2, ms }] });
    };
    expect((await readPage(await start(), 4_000)).status).toBe(204);
    const session = await start();
    expect((await readPage(session, 60_000)).status).toBe(204);
    expect(await listReadings()).toMatchObject([
      { viewer: { id: null, displayName: email }, pages: [{ page: 2, ms: 14_000 }] },
    ]);
    const { links } = (await admin.get(`/documents/${documentId}/links`)).body;
    expect(links[0].readers).toMatchObject([{ email, readMs: 14_000 }]);
    const unopened = { session, number: 1, pages: [{ page: 1, ms: 1_000 }] };
    expect((await api.guest.post('/shared-links/reading', unopened)).status).toBe(404);
    await admin.post(`/shared-links/${links[0].id}/revoke`);
    expect((await readPageAs(session)).status).toBe(410);
  });

  it('is paged if there are more viewers and files than fit on a page', async () => {
    await openPages(buyer, 1);
    const first = documentId;
    documentId = (await admin.upload(`/documents?folderId=${folderId}&name=another.pdf&attestation=1`, pdf))
      .body.document.id;
    await openPages(buyer, 1);
    const page = (await admin.get(`/data-rooms/${roomId}/readings?limit=1`)).body;
    expect(page).toMatchObject({ total: 2, readings: [{ document: { id: documentId } }] });
    const next = (await admin.get(`/data-rooms/${roomId}/readings?limit=1&cursor=${page.nextCursor}`)).body;
    expect(next).toMatchObject({ nextCursor: null, readings: [{ document: { id: first } }] });
  });

  it('is not in the audit log, where each page that was opened is', async () => {
    await openPages(buyer, 1);
    advanceTime(5);
    await reportReading(buyer, { 1: 5 });
    const entries = await api.db
      .selectFrom('audit_entries')
      .select('action')
      .where('workspace_id', '=', workspaceId)
      .where('actor_id', '=', buyer.userId)
      .execute();
    expect(entries).toEqual([{ action: 'readDocument' }]);
  });
});

const readPageAs = (session: string) =>
  api.guest.post('/shared-links/reading', { session, number: 1, pages: [{ page: 2, ms: 1_000 }] });
