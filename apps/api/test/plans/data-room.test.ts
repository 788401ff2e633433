import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Statement } from '#db/statements/prepared-statement.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { recordStatements } from '#test/statement-recorder.ts';
import { explain, vacuum } from './explain.ts';

const files = 3_000;
/** Buffers of 8 kB: a room or page must not read per-file data for each file of the room. */
const [fewPerFile, page] = [0.5, 2_000];

let api: TestApi;
let admin: Caller;
let buyer: Caller;
let businessId: string;
let room: { id: string; folders: { id: string }[] };
beforeAll(async () => {
  api = await startApi();
  const workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const ownerId = await api.makeCustomer(workspaceId);
  businessId = (await admin.post('/businesses', { name: 'Harbor Dental', type: 'dental', ownerId })).body
    .business.id;
  room = (await admin.post(`/businesses/${businessId}/data-room`)).body.room;
  const first = (
    await admin.upload(
      `/documents?folderId=${room.folders[1]?.id ?? ''}&name=Lease.txt&attestation=1`,
      'text',
    )
  ).body.document;
  const buyerId = await api.makeCustomer(workspaceId, { name: 'Bea Buyer' });
  buyer = await api.signIn({ role: 'CLIENT', workspaceId, customerId: buyerId });
  await admin.post('/deals', { businessId, buyerId });
  await api.db
    .updateTable('deals')
    .set({ document_level: 2 })
    .where('workspace_id', '=', workspaceId)
    .execute();
  await fill(workspaceId, first.id);
  await vacuum(api.connectionString);
});
afterAll(() => api.close());

/** As many files as a large room has, each opened once, all with the content of the first. */
async function fill(workspaceId: string, firstId: string): Promise<void> {
  await sql`
    WITH added AS (
      INSERT INTO documents (workspace_id, id, name, file_id, folder_id, audience, created_by, created_at, updated_at)
      SELECT workspace_id, gen_random_uuid(), 'Return ' || place, file_id, folder_id, audience, created_by, created_at, updated_at
      FROM documents, generate_series(1, ${files}) AS place WHERE workspace_id = ${workspaceId} AND id = ${firstId}
      RETURNING workspace_id, id, created_by
    ), filed AS (
      INSERT INTO document_records (workspace_id, id, document_id, business_id)
      SELECT workspace_id, gen_random_uuid(), id, ${businessId}::uuid FROM added
    )
    INSERT INTO document_views (workspace_id, id, document_id, number, room_id, user_id, viewed_at)
    SELECT workspace_id, gen_random_uuid(), id, 1, ${room.id}::uuid, created_by, now() FROM added`.execute(
    api.db,
  );
}

/** The total buffers read by the statements of a call that reads documents. */
async function countBuffers(act: () => Promise<unknown>): Promise<number> {
  const taken: Statement[] = [];
  const stop = recordStatements((statement) => taken.push(statement));
  await act();
  stop();
  const reading = taken.filter(({ text }) => /^\s*select/i.test(text) && text.includes('documents'));
  expect(reading.length).toBeGreaterThan(0);
  const plans = await explain(api.connectionString, reading);
  return plans.reduce((sum, { buffers }) => sum + buffers, 0);
}

describe('a data room of thousands of files', () => {
  it.each([
    ['the room with its checklist', () => `/businesses/${businessId}/data-room`, files * fewPerFile],
    ['a page of a folder', () => `/documents?folderId=${room.folders[1]?.id ?? ''}&limit=50`, page],
    ['a page of the views', () => `/data-rooms/${room.id}/views?limit=50`, page],
  ])('is read without a look at each file: %s', async (_name, path, ceiling) => {
    const buffers = await countBuffers(async () => expect((await admin.get(path())).status).toBe(200));
    expect(buffers).toBeLessThan(ceiling);
  });

  it.each([
    ['the folders with what is new', () => '/own-rooms', 0],
    ['a page of a folder', () => `/documents?roomFolderId=${room.folders[1]?.id ?? ''}&limit=50`, 50],
    ['a page of all files', () => '/documents?limit=50', 50],
  ])('is read by its buyer without a look at each file: %s', async (_name, path, count) => {
    const buffers = await countBuffers(async () => {
      const { status, body } = await buyer.get(path());
      expect(status).toBe(200);
      expect(body.documents?.length ?? body.rooms[0].folders[0].documentCount).toBe(
        count === 0 ? files + 1 : count,
      );
    });
    expect(buffers).toBeLessThan(page);
  });

  it('is packed by one pass over its views', async () => {
    // Only listed, since packing thousands of files takes a while.
    await api.db.updateTable('stored_objects').set({ blocked: 'infected' }).execute();
    const { ticket } = (await admin.post(`/data-rooms/${room.id}/archive`)).body;
    const buffers = await countBuffers(async () => {
      const { statusCode } = await api.app.inject({ url: ticket.url });
      expect(statusCode).toBe(200);
    });
    expect(buffers).toBeLessThan(files * 20);
  });
});
