import { apiScopes } from '@handover/contract/settings/api-keys.ts';
import { scopeByEndpoint } from '@handover/contract/http/api-scope-table.ts';
import type { Endpoint } from '@handover/contract/http/endpoint.ts';
import { openFile, uploadFile } from '@handover/contract/records/files.ts';
import { routeTable } from '@handover/contract/http/route-table.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiResponse, Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { newId } from '#lib/ids.ts';
import { listJobs } from '#registry.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
});

async function makeKey(owner: Caller, scopes: readonly string[]): Promise<{ id: string; key: string }> {
  const { body } = await owner.post('/api-keys', { name: 'Sync', scopes, days: 30 });
  return { id: body.apiKey.id, key: body.key };
}

const createBearerOptions = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

/** Calls an endpoint on nonexistent ids: a caller who passes the gate gets an error about the record or input only. */
function call({ method, path, transfer }: Endpoint, key: string): Promise<ApiResponse> {
  const address = path.replaceAll(/\{\w+\}/g, newId());
  if (transfer === 'upload') return api.guest.upload(address, '', { ...createBearerOptions(key), method });
  if (method === 'GET') return api.guest.get(address, createBearerOptions(key));
  if (method === 'DELETE') return api.guest.delete(address, createBearerOptions(key));
  if (method === 'PATCH') return api.guest.patch(address, {}, createBearerOptions(key));
  if (method === 'PUT') return api.guest.put(address, {}, createBearerOptions(key));
  return api.guest.post(address, {}, createBearerOptions(key));
}

const isRejectedByScope = ({ status, body }: ApiResponse): boolean =>
  status === 403 && /API key/.test(String(body?.detail));

/** The scope of an endpoint. Requests that name no record type are about customers. */
const findScope = (endpoint: Endpoint): string | undefined => {
  const scope = scopeByEndpoint.get(endpoint);
  return scope === 'record' ? 'customers:read' : scope;
};

const guarded = Object.entries(routeTable).filter(([, { access }]) => access.kind !== 'public');

describe('an API key', () => {
  it('names no other workspace of its owner', async () => {
    const other = await api.makeWorkspace({ name: 'The other one' });
    await api.db
      .insertInto('memberships')
      .values({ workspace_id: other, user_id: admin.userId, role: 'ADMIN', created_at: new Date() })
      .execute();
    const { key } = await makeKey(admin, ['notes:read']);
    const namesFor = async (who: Promise<ApiResponse>) =>
      (await who).body.user.workspaces.map(({ id }: { id: string }) => id);
    expect(await namesFor(admin.get('/auth/profile'))).toHaveLength(2);
    expect(await namesFor(api.guest.get('/auth/profile', createBearerOptions(key)))).toEqual([workspaceId]);
  });

  it.each(apiScopes)('with %s has access to what that scope covers, and nothing else', async (scope) => {
    // Imports also need access to the records in the file.
    const needed = scope.startsWith('imports:') ? ['customers:read', 'customers:write'] : [];
    const scopes = [scope, ...needed];
    const { key } = await makeKey(admin, scopes);
    const open: string[] = [];
    for (const [name, endpoint] of guarded)
      if (!isRejectedByScope(await call(endpoint, key))) open.push(name);
    const expected = guarded.filter(
      ([name, endpoint]) => name === 'getProfile' || scopes.includes(findScope(endpoint) ?? 'none'),
    );
    expect(open).toEqual(expected.map(([name]) => name));
    expect(open.length).toBeGreaterThan(1);
  });

  it('opens custom fields and imports of a record type only with the scope of that type', async () => {
    const customers = await makeKey(admin, ['customers:read', 'imports:read']);
    const businesses = await makeKey(admin, ['businesses:read', 'imports:read', 'imports:write']);
    const statuses = async ({ key }: { key: string }, path: string) => [
      (await api.guest.get(`${path}?recordType=customer`, createBearerOptions(key))).status,
      (await api.guest.get(`${path}?recordType=business`, createBearerOptions(key))).status,
    ];
    for (const path of ['/custom-fields', '/imports']) {
      expect([path, ...(await statuses(customers, path))]).toEqual([path, 200, 403]);
      expect([path, ...(await statuses(businesses, path))]).toEqual([path, 403, 200]);
    }
    const address = '/imports?name=businesses.csv&recordType=business';
    const upload = (key: string) => api.guest.upload(address, 'Name\nSmile\n', createBearerOptions(key));
    expect((await upload(businesses.key)).status).toBe(403);
    const writer = await makeKey(admin, ['businesses:read', 'businesses:write', 'imports:write']);
    const { status, body } = await upload(writer.key);
    expect(status).toBe(201);
    const stored = `/imports/${String(body.import.id)}`;
    expect((await api.guest.get(stored, createBearerOptions(customers.key))).status).toBe(404);
    expect((await api.guest.get(stored, createBearerOptions(businesses.key))).status).toBe(200);
  });

  it('opens and downloads with the scope for reading, and uploads with that for writing', async () => {
    const { document } = (await admin.upload('/documents?name=lease.txt', 'text')).body;
    const path = `/documents/${String(document.id)}/ticket`;
    const reader = await makeKey(admin, ['documents:read', 'files:read']);
    const { status, body } = await api.guest.post(path, {}, createBearerOptions(reader.key));
    expect(status).toBe(201);
    expect((await api.guest.get(body.ticket.url.replace('/api', ''))).text).toBe('text');
    const writer = await makeKey(admin, ['documents:write']);
    expect((await api.guest.post(path, {}, createBearerOptions(writer.key))).status).toBe(403);
    expect((await call(openFile, reader.key)).status).toBe(404);
    expect((await call(uploadFile, reader.key)).status).toBe(403);
  });

  it('downloads a list of files with the records that its scopes open, and no others', async () => {
    const customerId = await api.makeCustomer(workspaceId, { name: 'Olive Owner' });
    await admin.upload(`/documents?recordType=customer&recordId=${customerId}&name=lease.txt`, 'text');
    await admin.upload('/documents?name=template.txt', 'text');
    const download = async (...scopes: string[]) => {
      const { key } = await makeKey(admin, ['documents:read', 'documents:write', ...scopes]);
      const list = await api.guest.get('/documents', createBearerOptions(key));
      const { body } = await api.guest.post('/documents/export', { filter: {} }, createBearerOptions(key));
      const { text } = await api.guest.get(body.ticket.url.replace('/api', ''));
      return [list.text, text];
    };
    for (const text of await download()) {
      expect(text).toContain('template.txt');
      expect(text).not.toMatch(/lease|Olive/);
    }
    for (const text of await download('customers:read')) expect(text).toMatch(/lease.*Olive Owner/);
  });

  it('never opens accounts, keys, people or settings', () => {
    const closed = [
      'changePassword',
      'updateProfile',
      'logout',
      'createApiKey',
      'listPeople',
      'changeRole',
      'updateWorkspaceSettings',
      'createInvitation',
      'createWebhook',
      'listAuditEntries',
      'streamEvents',
    ];
    for (const name of closed) {
      const endpoint = routeTable[name];
      expect(endpoint !== undefined && scopeByEndpoint.has(endpoint), name).toBe(false);
    }
  });

  it('is shown once, stored hashed, and listed without what opens anything', async () => {
    const { key } = await makeKey(admin, ['customers:read']);
    expect(key).toMatch(/^hk_[A-Za-z0-9_-]{43}$/);
    const list = await admin.get('/api-keys');
    expect(list.text).not.toContain(key);
    expect(list.body.apiKeys[0]).toMatchObject({ hint: key.slice(-4), lastUsedAt: null, status: 'active' });
    expect((await api.guest.get('/users', createBearerOptions(key))).status).toBe(200);
    expect((await admin.get('/api-keys')).body.apiKeys[0].lastUsedAt).not.toBeNull();
    const replies = await api.db
      .selectFrom('audit_entries')
      .select('detail')
      .where('workspace_id', '=', workspaceId)
      .execute();
    expect(JSON.stringify(replies)).not.toContain(key);
  });

  it('is limited by its owner’s current permissions', async () => {
    const { key } = await makeKey(admin, ['customers:read', 'customers:write']);
    const customerId = await api.makeCustomer(workspaceId);
    await api.signIn({ role: 'ADMIN', workspaceId });
    await api.db
      .updateTable('memberships')
      .set({ role: 'STAFF' })
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', admin.userId)
      .execute();
    expect((await api.guest.delete(`/users/${customerId}`, createBearerOptions(key))).status).toBe(403);
    expect((await api.guest.get(`/users/${customerId}`, createBearerOptions(key))).status).toBe(200);
  });

  it('opens its own workspace only, though its owner has others', async () => {
    const { key } = await makeKey(admin, ['customers:read']);
    const other = await api.makeWorkspace();
    await api.db
      .insertInto('memberships')
      .values({ workspace_id: other, user_id: admin.userId, role: 'ADMIN', created_at: new Date() })
      .execute();
    expect((await api.guest.get('/users', { ...createBearerOptions(key), workspaceId: other })).status).toBe(
      403,
    );
    expect((await api.guest.get('/users', { ...createBearerOptions(key), workspaceId })).status).toBe(200);
  });

  it('ends when it is revoked and when its time is up', async () => {
    const revoked = await makeKey(admin, ['tasks:read']);
    expect((await admin.delete(`/api-keys/${revoked.id}`)).status).toBe(204);
    expect((await api.guest.get('/tasks', createBearerOptions(revoked.key))).status).toBe(401);
    const expired = await makeKey(admin, ['tasks:read']);
    await api.db
      .updateTable('sessions')
      .set({ expires_at: new Date(0) })
      .where('id', '=', expired.id)
      .execute();
    expect((await api.guest.get('/tasks', createBearerOptions(expired.key))).status).toBe(401);
    const statuses = (await admin.get('/api-keys')).body.apiKeys.map((one: { status: string }) => one.status);
    expect(statuses).toEqual(['expired', 'revoked']);
  });

  it('is not a device, and keeps working when the other devices are signed out', async () => {
    const { key } = await makeKey(admin, ['tasks:read']);
    expect((await admin.get('/auth/sessions')).body.sessions).toHaveLength(1);
    expect((await admin.delete('/auth/sessions')).status).toBe(204);
    expect((await api.guest.get('/tasks', createBearerOptions(key))).status).toBe(200);
  });

  it('is named in the audit entry of what was written with it', async () => {
    const { id, key } = await makeKey(admin, ['customers:write']);
    expect((await api.guest.post('/users', { name: 'By key' }, createBearerOptions(key))).status).toBe(201);
    const entry = await api.db
      .selectFrom('audit_entries')
      .select(['actor_id', 'detail'])
      .where('workspace_id', '=', workspaceId)
      .where('action', '=', 'createCustomer')
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({ actor_id: admin.userId, detail: { apiKeyId: id } });
  });
});
