import { createEmailPoints } from '#test/contact-points.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
});

const listNames = (body: { users: { name: string }[] }) => body.users.map((user) => user.name);

describe('customer list', () => {
  it('finds by part of name, email, phone, company and NPI, without accents and by any word order', async () => {
    await api.makeCustomer(workspaceId, {
      name: 'José Calderón',
      email: 'jc@harbor.test',
      phone: '(212) 555-0142',
      company: 'Harbor Home Health',
      npi: '1234567893',
    });
    await api.makeCustomer(workspaceId, { name: 'Someone Else' });
    for (const q of [
      'calderon',
      'JOSÉ',
      'calderon jos',
      'harbor.test',
      '555-0142',
      '2125550142',
      'ome heal',
      '34567893',
      'jo',
    ]) {
      expect(listNames((await admin.get(`/users?q=${encodeURIComponent(q)}`)).body), q).toEqual([
        'José Calderón',
      ]);
    }
    await api.makeCustomer(workspaceId, { name: '24/7 Urgent Care' });
    expect(listNames((await admin.get('/users?q=24/7')).body)).toEqual(['24/7 Urgent Care']);
    for (const q of ['100%', '_', 'nobody', '\\'])
      expect((await admin.get(`/users?q=${encodeURIComponent(q)}`)).body.total, q).toBe(0);
  });

  it('pages through equal sort keys without losing or repeating a row, with the exact total on each page', async () => {
    for (let index = 0; index < 23; index += 1)
      await api.makeCustomer(workspaceId, { name: index < 15 ? 'Same Name' : `Name ${String(index)}` });
    for (const sort of [
      'name',
      '-name',
      'createdAt',
      '-createdAt',
      'lastContactAt',
      '-lastContactAt',
      'company',
      '-company',
      'joiningDate',
      '-joiningDate',
    ]) {
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { body }: { body: { users: { id: string }[]; total: number; nextCursor: string | null } } =
          await admin.get(
            `/users?limit=5&sort=${sort}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
          );
        expect(body.total).toBe(23);
        seen.push(...body.users.map((user) => user.id));
        cursor = body.nextCursor;
      }
      expect(new Set(seen).size, sort).toBe(23);
      expect(seen, sort).toHaveLength(23);
    }
  });

  it('refuses a cursor of another list and one that was changed', async () => {
    for (let index = 0; index < 3; index += 1) await api.makeCustomer(workspaceId);
    const { nextCursor } = (await admin.get('/users?limit=1')).body;
    expect((await admin.get(`/users?limit=1&sort=name&cursor=${nextCursor}`)).body.code).toBe(
      'CURSOR_INVALID',
    );
    expect((await admin.get(`/users?limit=1&cursor=x${nextCursor}`)).body.code).toBe('CURSOR_INVALID');
  });

  it('filters by status, type, broker, tag, verification and dates, and counts what it shows', async () => {
    await api.makePlan('Basic');
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    const tag = (await admin.post('/tags', { name: 'Dental' })).body.tag;
    const one = (
      await admin.post('/users', {
        name: 'One',
        accountType: 'Corporate',
        brokerId: staff.userId,
        tagIds: [tag.id],
        isVerified: true,
        joiningDate: '2026-02-28',
        planName: 'Basic',
        source: 'Referral',
        region: 'NY',
      })
    ).body.user;
    await admin.post('/users', { name: 'Two', joiningDate: '2026-03-01' });
    for (const query of [
      'accountType=Corporate',
      `brokerId=${staff.userId}`,
      `tagId=${tag.id}`,
      'isVerified=true',
      'joinedTo=2026-02-28',
      'planName=Basic',
      'source=Referral',
      'region=ny',
    ]) {
      const { body } = await admin.get(`/users?${query}`);
      expect([listNames(body), body.total], query).toEqual([['One'], 1]);
    }
    expect(listNames((await admin.get('/users?brokerId=none&joinedFrom=2026-03-01')).body)).toEqual(['Two']);
    await admin.post(`/users/${one.id}/ban`, { version: one.version, reason: 'Breach' });
    expect(listNames((await admin.get('/users?status=banned')).body)).toEqual(['One']);
    expect((await admin.get('/users?color=red')).status).toBe(400);
  });

  it('shows staff with the scope "own" only their own customers, by list, total and search', async () => {
    await api.db
      .updateTable('workspaces')
      .set({ record_scope: 'own' })
      .where('id', '=', workspaceId)
      .execute();
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    await api.makeCustomer(workspaceId, { name: 'Mine', brokerId: staff.userId });
    await api.makeCustomer(workspaceId, { name: 'Theirs' });
    const { body } = await staff.get('/users');
    expect([listNames(body), body.total]).toEqual([['Mine'], 1]);
    expect((await staff.get('/users?q=theirs')).body.total).toBe(0);
    expect((await staff.get('/users/duplicates?name=Theirs')).body.duplicates).toEqual([]);
    const created = await staff.post('/users', { name: 'New one' });
    expect(created.body.user.brokerId).toBe(staff.userId);
  });
});

describe('customer record', () => {
  it('is created whole, found at once, and recorded in the timeline and the audit log', async () => {
    const input = {
      name: '  Ann   Owner ',
      email: 'Ann@Example.com',
      contactPoints: createEmailPoints('ann2@example.com'),
      phone: '212 555 0188',
      npi: '1558598797',
      company: 'Cedar PT',
      joiningDate: '2026-02-28',
      taxonomyCode: '1223G0001X',
    };
    const { status, body } = await admin.post('/users', input);
    expect(status).toBe(201);
    expect(body.user).toMatchObject({
      ...input,
      name: 'Ann   Owner',
      status: 'active',
      accountType: 'Individual',
      version: 1,
      counts: { activities: 1 },
    });
    expect((await admin.get('/users?q=ann2')).body.total).toBe(1);
    const { activities } = (await admin.get(`/users/${body.user.id}/activities`)).body;
    expect(activities).toMatchObject([{ type: 'customer.created', actor: { id: admin.userId } }]);
    const audited = await api.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_id'])
      .where('subject_id', '=', body.user.id)
      .execute();
    expect(audited).toEqual([{ action: 'createCustomer', actor_id: admin.userId }]);
  });

  it('names each invalid field and stores nothing', async () => {
    const { status, body } = await admin.post('/users', {
      name: ' ',
      email: 'x',
      npi: '1234567890',
      joiningDate: '2026-02-30',
      website: 'javascript:alert(1)',
      brokerId: 'me',
    });
    expect(status).toBe(400);
    expect(body.errors.map((error: { path: string }) => error.path).toSorted()).toEqual([
      'brokerId',
      'email',
      'joiningDate',
      'name',
      'npi',
      'website',
    ]);
    expect((await admin.get('/users')).body.total).toBe(0);
  });

  it('stores names of 300 characters, emoji, right-to-left text, and markup unchanged', async () => {
    for (const name of [
      'x'.repeat(300),
      '👩🏽‍⚕️ Practice',
      'عيادة الأسنان',
      '<script>alert(1)</script>',
      "Robert'); DROP TABLE customers;--",
    ]) {
      const { body } = await admin.post('/users', { name });
      expect((await admin.get(`/users/${body.user.id}`)).body.user.name).toBe(name);
    }
    expect((await admin.post('/users', { name: 'x'.repeat(301) })).status).toBe(400);
    for (const name of ['a\u0000b', 'Ann\u200BLee', 'Ann\u202ELee'])
      expect((await admin.post('/users', { name })).status).toBe(400);
  });

  it('refuses a broker who is a client or of another workspace, and a foreign tag', async () => {
    const client = await api.signIn({ role: 'CLIENT', workspaceId });
    const elsewhere = await api.makeWorkspace();
    const stranger = await api.signIn({ role: 'STAFF', workspaceId: elsewhere });
    const foreignTag = (await stranger.post('/tags', { name: 'Foreign' })).body.tag.id;
    for (const brokerId of [client.userId, stranger.userId])
      expect((await admin.post('/users', { name: 'A', brokerId })).body.errors).toMatchObject([
        { path: 'brokerId' },
      ]);
    expect((await admin.post('/users', { name: 'A', tagIds: [foreignTag] })).body.errors).toMatchObject([
      { path: 'tagIds' },
    ]);
  });

  it('rejects the second of two concurrent changes with the current record, and loses neither', async () => {
    const id = await api.makeCustomer(workspaceId);
    expect((await admin.patch(`/users/${id}`, { version: 1, city: 'Albany' })).body.user).toMatchObject({
      city: 'Albany',
      version: 2,
    });
    const second = await admin.patch(`/users/${id}`, { version: 1, city: 'Boise' });
    expect(second.status).toBe(409);
    expect(second.body.current).toMatchObject({ city: 'Albany', version: 2 });
    expect((await admin.patch(`/users/${id}`, { version: 2, city: 'Boise' })).body.user.city).toBe('Boise');
  });

  it('accepts one of ten concurrent changes at a time, and returns the current record to the others', async () => {
    const id = await api.makeCustomer(workspaceId);
    const fields = [
      'title',
      'company',
      'phone',
      'website',
      'source',
      'city',
      'region',
      'postalCode',
      'addressLine1',
      'addressLine2',
    ];
    const values = Object.fromEntries(
      fields.map((field, index) => [
        field,
        field === 'website' ? 'https://ten.test/' : `212555010${String(index)}`,
      ]),
    );
    const refusals = await Promise.all(
      fields.map(async (field) => {
        const caller = await api.signIn({ role: 'STAFF', workspaceId });
        let refused = 0;
        for (let version = 1; ; refused += 1) {
          const { status, body } = await caller.patch(`/users/${id}`, { version, [field]: values[field] });
          if (status === 200) return refused;
          expect(status).toBe(409);
          expect(body.current.version).toBeGreaterThan(version);
          version = body.current.version;
        }
      }),
    );
    const { user } = (await admin.get(`/users/${id}`)).body;
    expect(user).toMatchObject({ ...values, version: 11 });
    expect(Math.max(...refusals)).toBeGreaterThan(0);
    const { activities } = (await admin.get(`/users/${id}/activities?limit=100`)).body;
    expect(
      activities.flatMap((entry: { changedFields: string[] }) => entry.changedFields).toSorted(),
    ).toHaveLength(10);
  });

  it('says which fields an update changed, and writes no entry for none', async () => {
    const id = await api.makeCustomer(workspaceId, { name: 'Before', email: 'before@example.com' });
    await admin.patch(`/users/${id}`, {
      version: 1,
      name: 'After',
      email: 'before@example.com',
      phone: '2125550100',
    });
    await admin.patch(`/users/${id}`, { version: 2, name: 'After' });
    const { activities } = (await admin.get(`/users/${id}/activities`)).body;
    expect(activities.filter((entry: { type: string }) => entry.type === 'customer.updated')).toMatchObject([
      { changedFields: ['name', 'phone'] },
    ]);
    expect((await admin.get('/users?q=before@')).body.total).toBe(1);
    expect((await admin.get('/users?q=after')).body.total).toBe(1);
  });

  it('is deleted and restored completely', async () => {
    const id = await api.makeCustomer(workspaceId, { name: 'Binned' });
    await admin.post(`/users/${id}/notes`, { body: 'Keep me' });
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    expect((await admin.delete(`/users/${id}`)).status).toBe(204);
    expect((await admin.get('/users')).body.total).toBe(0);
    expect(listNames((await admin.get('/users?deleted=true')).body)).toEqual(['Binned']);
    expect((await staff.get(`/users/${id}`)).status).toBe(404);
    expect((await staff.get('/users?deleted=true')).body).toMatchObject({ users: [], total: 0 });
    expect((await staff.get(`/users/${id}/notes`)).status).toBe(404);
    expect((await admin.post(`/users/${id}/restore`)).body.user.deletedAt).toBeNull();
    expect((await staff.get(`/users/${id}/notes`)).body.notes).toMatchObject([{ body: 'Keep me' }]);
  });

  it('warns of duplicates by email, second email, NPI, phone and name', async () => {
    const { body } = await admin.post('/users', {
      name: 'Ann Owner',
      email: 'ann@example.com',
      contactPoints: createEmailPoints('second@example.com'),
      phone: '(212) 555-0188',
      npi: '1558598797',
    });
    const { id } = body.user;
    const reasons = async (query: string) =>
      (await admin.get(`/users/duplicates?${query}`)).body.duplicates.map(
        (row: { id: string; reasons: string[] }) => [row.id, row.reasons],
      );
    expect(await reasons('email=ANN@example.com')).toEqual([[id, ['email']]]);
    expect(await reasons('email=second@example.com')).toEqual([[id, ['email']]]);
    expect(await reasons('phone=%2B1%20212.555.0188')).toEqual([[id, ['phone']]]);
    expect(await reasons('npi=1558598797&name=ann%20%20OWNER')).toEqual([[id, ['npi', 'name']]]);
    expect(await reasons(`email=ann@example.com&exceptId=${id}`)).toEqual([]);
  });
});

describe('idempotency', () => {
  it('runs a retried write once and returns the same response', async () => {
    const headers = { 'idempotency-key': 'create-customer-1' };
    const [one, two] = await Promise.all([
      admin.post('/users', { name: 'Once' }, { headers }),
      admin.post('/users', { name: 'Once' }, { headers }),
    ]);
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(two.body).toEqual(one.body);
    expect((await admin.get('/users')).body.total).toBe(1);
    expect((await admin.post('/users', { name: 'Another' }, { headers })).body.code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
  });

  it('stores no response in plain text, since it can contain a link', async () => {
    const headers = { 'idempotency-key': 'invite-somebody-1' };
    const invite = () =>
      admin.post('/invitations', { email: 'colleague@people.test', role: 'STAFF' }, { headers });
    const { link } = (await invite()).body;
    const stored = await api.db
      .selectFrom('idempotency_keys')
      .select('response')
      .where('actor_id', '=', admin.userId)
      .execute();
    expect(JSON.stringify(stored)).not.toContain(link.split('#')[1]);
    expect((await invite()).body.link).toBe(link);
  });

  it('forgets the key of a refused write', async () => {
    const headers = { 'idempotency-key': 'create-customer-2' };
    expect(
      (await admin.post('/users', { name: 'A', brokerId: admin.userId, tagIds: [admin.userId] }, { headers }))
        .status,
    ).toBe(400);
    expect((await admin.post('/users', { name: 'A' }, { headers })).status).toBe(201);
  });
});

describe('the client’s own record', () => {
  it('can be read by the client, without the staff’s remarks', async () => {
    const { id } = (
      await admin.post('/users', {
        name: 'Own',
        source: 'Referral',
        tagIds: [(await admin.post('/tags', { name: 'Difficult' })).body.tag.id],
      })
    ).body.user;
    const client = await api.signIn({ role: 'CLIENT', workspaceId, customerId: id });
    await admin.post(`/users/${id}/notes`, { body: 'Secret remark' });
    await admin.post(`/users/${id}/tasks`, { title: 'Internal' });
    await admin.post(`/users/${id}/tasks`, { title: 'Send the lease', audience: 'client' });
    const record = await client.get(`/users/${id}`);
    expect(record.body.user).toMatchObject({
      name: 'Own',
      tags: [],
      source: null,
      abilities: { canUpdate: false, canBan: false },
    });
    expect((await client.get(`/users/${id}/tasks`)).body.tasks).toMatchObject([{ title: 'Send the lease' }]);
    const timeline = await client.get(`/users/${id}/activities`);
    expect(timeline.body.activities.map((entry: { type: string }) => entry.type)).toEqual(['task.created']);
    expect(timeline.text).not.toContain('Secret');
  });
});
