import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeDraft } from './blog-fixture.ts';
import type { ApiResponse, Caller } from './caller.ts';
import { startApi, type TestApi } from './harness.ts';
import { aPng } from './pictures.ts';

let api: TestApi;
let admin: Caller;
let colleague: Caller;
let customerId: string;
let businessId: string;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
});
afterAll(() => api.close());
beforeEach(async () => {
  const workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  colleague = await api.signIn({ role: 'STAFF', workspaceId });
  customerId = await api.makeCustomer(workspaceId);
  businessId = (await admin.post('/businesses', { name: 'Abbott Dental', type: 'dental' })).body.business.id;
});

const getCodes = ({ status, body }: ApiResponse): unknown[] => [status, body.code];
const inTrash = [422, 'RULE_BROKEN'];
const absent = [404, 'NOT_FOUND'];

describe('a change of a deleted record', () => {
  const records: Record<string, () => Promise<{ path: string; change: object }>> = {
    customer: async () => ({ path: `/users/${customerId}`, change: { name: 'Changed' } }),
    business: async () => ({ path: `/businesses/${businessId}`, change: { name: 'Changed' } }),
    task: async () => {
      const { task } = (await admin.post('/tasks', { title: 'Call' })).body;
      return { path: `/tasks/${task.id}`, change: { title: 'Changed' } };
    },
    note: async () => {
      const { note } = (await admin.post(`/businesses/${businessId}/notes`, { body: 'A word' })).body;
      return { path: `/notes/${note.id}`, change: { body: 'Changed' } };
    },
    file: async () => {
      const upload = `/documents?recordType=business&recordId=${businessId}&name=a.txt`;
      const { document } = (await admin.upload(upload, 'bytes')).body;
      return { path: `/documents/${document.id}`, change: { name: 'b.txt' } };
    },
    post: async () => {
      const post = await writeDraft(admin, 'Selling to a DSO');
      return { path: `/posts/${post.id}`, change: { title: 'Changed' } };
    },
    'saved view': async () => {
      const settings = { filter: {}, sort: 'name', columns: ['name'], density: 'compact' };
      const view = { name: 'All', settings, isShared: true };
      const { id } = (await admin.post('/saved-views', view)).body.savedView;
      return { path: `/saved-views/${id}`, change: { name: 'Changed' } };
    },
  };

  it.each(Object.entries(records))('%s: says that it is in the trash', async (_noun, make) => {
    const { path, change } = await make();
    expect((await admin.delete(path)).status).toBe(204);
    const answer = await admin.patch(path, { version: 1, ...change });
    expect(getCodes(answer)).toEqual(inTrash);
    expect(answer.body.detail).toContain('is in the trash. Restore it first.');
  });

  it.each(['customer', 'note', 'post', 'saved view'])(
    '%s: finds nothing for members who cannot see it in the trash',
    async (noun) => {
      const { path, change } = (await records[noun]?.()) ?? { path: '', change: {} };
      expect((await admin.delete(path)).status).toBe(204);
      expect(getCodes(await colleague.patch(path, { version: 1, ...change }))).toEqual(absent);
    },
  );
});

describe('an addition to a deleted record', () => {
  it('reports that the customer is in the trash to members who can see it there', async () => {
    const accountId = await api.makeCustomer(admin.workspaceId ?? '', { accountType: 'Corporate' });
    await admin.delete(`/users/${customerId}`);
    const additions = async (caller: Caller): Promise<unknown[][]> => {
      const answers = [
        await caller.post(`/users/${customerId}/notes`, { body: 'A word' }),
        await caller.post(`/users/${customerId}/tasks`, { title: 'Call' }),
        await caller.post(`/users/${customerId}/send-email`, { subject: 'Hello', text: 'Hello' }),
        await caller.upload(`/users/${customerId}/photo`, aPng()),
        await caller.post('/access-grants', {
          recordType: 'customer',
          recordId: customerId,
          email: 'advisor@people.test',
        }),
        await caller.put(`/users/${accountId}/members/${customerId}`, { title: null }),
        await caller.upload(`/documents?recordType=customer&recordId=${customerId}&name=a.txt`, 'bytes'),
      ];
      return answers.map(getCodes);
    };
    expect(await additions(admin)).toEqual(Array.from({ length: 7 }, () => inTrash));
    expect(await additions(colleague)).toEqual(Array.from({ length: 7 }, () => absent));
  });

  it('says that the business is in the trash', async () => {
    await admin.delete(`/businesses/${businessId}`);
    const path = `/businesses/${businessId}`;
    const answers = [
      await admin.post(`${path}/notes`, { body: 'A word' }),
      await admin.post(`${path}/tasks`, { title: 'Call' }),
      await admin.post(`${path}/send-email`, { to: ['a@b.test'], subject: 'Hello', text: 'Hello' }),
      await admin.post(`${path}/move`, { version: 1, stage: 'engaged' }),
      await admin.post(`${path}/valuations`, { version: 1 }),
    ];
    expect(answers.map(getCodes)).toEqual(Array.from({ length: 5 }, () => inTrash));
  });
});
