import { recordLists } from '@handover/contract/records/record-lists.ts';
import { recordTypes, type RecordType } from '@handover/contract/records/records.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { newId } from '#lib/ids.ts';

let api: TestApi;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  const workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const { templates } = (await admin.get('/agreement-templates')).body;
  for (const name of ['Ann', 'Bo']) {
    const buyerId = await api.makeCustomer(workspaceId, { name });
    await admin.post('/buyers', { customerId: buyerId });
    await admin.post('/tasks', { title: name });
    await admin.upload(`/documents?name=${name}`, 'bytes');
    const { body } = await admin.post('/businesses', { name, type: 'dental' });
    await admin.post('/contacts', { name, businessId: body.business.id });
    await admin.post('/deals', { businessId: body.business.id, buyerId });
    await admin.post('/agreements', {
      customerId: buyerId,
      businessIds: [body.business.id],
      templateId: templates[0].id,
      delivery: 'link',
    });
  }
});
afterAll(() => api.close());

const lists: Record<RecordType, string> = {
  customer: '/users',
  business: '/businesses',
  contact: '/contacts',
  deal: '/deals',
  agreement: '/agreements',
  buyer: '/buyers',
  commission: '/commissions',
  task: '/tasks',
  document: '/documents',
};

describe.each(recordTypes)('an empty filter of the %s list', (type) => {
  it.each(Object.keys(recordLists[type].filter.def.shape))('is ignored or refused: %s', async (key) => {
    // A page of one of two records, so that the total is counted.
    const all = await admin.get(`${lists[type]}?limit=1`);
    expect(all.body.total).toBe(2);
    for (const value of ['', '%20', '%09']) {
      const answer = await admin.get(`${lists[type]}?limit=1&${key}=${value}`);
      if (answer.status !== 400)
        expect(answer.body).toEqual({ ...all.body, nextCursor: answer.body.nextCursor });
    }
  });
});

describe('a body with many unknown fields', () => {
  const manyKeys = Object.fromEntries(Array.from({ length: 125_000 }, (_, n) => [`k${String(n)}`, n]));

  it.each(['/auth/login', '/users', '/auth/profile'])('is refused without a session: %s', async (path) => {
    const answer = await api.guest.post(path, manyKeys);
    expect([401, 404, 413]).toContain(answer.status);
    expect(answer.text.length).toBeLessThan(1_000);
  });

  it('names the first 20 and counts the rest', async () => {
    const body = Object.fromEntries(Object.entries(manyKeys).slice(0, 5_000));
    const answer = await admin.post('/users', body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toHaveLength(20);
    expect(answer.body.detail).toMatch(/ and 5000 more$/);
    expect(answer.text.length).toBeLessThan(5_000);
  });

  it('is refused before validation above 50,000 values, at any depth', async () => {
    for (const body of [manyKeys, { name: 'Ann', custom: manyKeys }, { tags: Object.values(manyKeys) }]) {
      const answer = await admin.post('/users', body);
      expect([answer.status, answer.body.detail]).toEqual([400, 'The request has more than 50,000 values.']);
    }
  });

  it('shortens long field names', async () => {
    const answer = await admin.post('/users', { ['x'.repeat(500_000)]: 1 });
    expect(answer.status).toBe(400);
    expect(answer.text.length).toBeLessThan(2_000);
  });
});

describe('a field that is refused', () => {
  it.each([
    ['{"name":"Ann","__proto__":{"isAdmin":true}}', '__proto__'],
    ['{"name":"Ann","custom":{"a":{"constructor":{"prototype":1}}}}', 'custom.a.constructor'],
  ])('is named where it could change a prototype: %s', async (body, path) => {
    const answer = await admin.post('/users', body, { headers: { 'content-type': 'application/json' } });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path, message: 'Unknown field' }] } });
  });

  it('is named where the body has one of several forms', async () => {
    const answer = await admin.post(`/imports/${newId()}/skips`, { row: 'first' });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'row' }] } });
  });
});
