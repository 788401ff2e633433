import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

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

type Kind = { type: string; inApp: boolean; email: string };
const read = async (who: Caller) => (await who.get('/notifications/choices')).body.choices;
const listTypes = async (who: Caller): Promise<string[]> =>
  (await read(who)).kinds.map(({ type }: Kind) => type);
const digest = { hour: 17, weekdays: [5, 1, 1], withTasks: false };

describe('choices about notifications', () => {
  it('are the defaults at first, for the kinds that a role is notified of', async () => {
    const client = await api.signIn({ role: 'CLIENT', workspaceId });
    const admin = await api.signIn({ role: 'ADMIN', workspaceId });
    const choices = await read(staff);
    expect(choices).toMatchObject({
      version: 0,
      digest: { hour: 8, weekdays: [1, 2, 3, 4, 5], withTasks: true },
    });
    expect(choices.kinds).toContainEqual({ type: 'mention', inApp: true, email: 'digest' });
    expect(await listTypes(client)).toEqual([
      'task.asked',
      'agreement.requested',
      'profile.requested',
      'deal.approval',
      'offer.made',
      'offer.answered',
      'diligence.added',
      'diligence.answered',
      'room.requested',
      'question.requested',
      'question.published',
      'valuation.released',
      'buyer.expiring',
      'proof.answered',
    ]);
    expect(await listTypes(staff)).not.toContain('webhook.disabled');
    expect(await listTypes(admin)).toContain('webhook.disabled');
  });

  it('are stored per workspace, and do not change those not sent', async () => {
    const kinds = [{ type: 'mention', inApp: false, email: 'now' }];
    const saved = await staff.put('/notifications/choices', { version: 0, kinds, digest });
    expect(saved.body.choices).toMatchObject({ version: 1, digest: { ...digest, weekdays: [1, 5] } });
    expect(saved.body.choices.kinds).toContainEqual(kinds[0]);
    expect(saved.body.choices.kinds).toContainEqual({ type: 'task.assigned', inApp: true, email: 'digest' });
    const other = await api.makeWorkspace();
    await api.db
      .insertInto('memberships')
      .values({ workspace_id: other, user_id: staff.userId, role: 'STAFF', created_at: new Date() })
      .execute();
    const there = await staff.get('/notifications/choices', { workspaceId: other });
    expect(there.body.choices.version).toBe(0);
  });

  it('that were changed in the meantime are not overwritten', async () => {
    await staff.put('/notifications/choices', { version: 0, kinds: [], digest });
    const late = await staff.put('/notifications/choices', { version: 0, kinds: [], digest });
    expect([late.status, late.body.code]).toEqual([409, 'STALE_VERSION']);
  });

  it.each([
    ['a kind of another role', { kinds: [{ type: 'webhook.disabled', inApp: true, email: 'no' }] }],
    [
      'a kind named twice',
      { kinds: ['no', 'now'].map((email) => ({ type: 'mention', inApp: true, email })) },
    ],
    ['a kind that there is not', { kinds: [{ type: 'security', inApp: true, email: 'no' }] }],
    ['a digest on no day', { digest: { ...digest, weekdays: [] } }],
    ['an eighth day', { digest: { ...digest, weekdays: [8] } }],
    ['a 25th hour', { digest: { ...digest, hour: 24 } }],
  ])('refuse %s', async (_, change) => {
    const body = { version: 0, kinds: [], digest, ...change };
    expect((await staff.put('/notifications/choices', body)).status).toBe(400);
    expect((await read(staff)).version).toBe(0);
  });

  it('do not exist for users outside the workspace', async () => {
    const superadmin = await api.signIn({ role: 'SUPERADMIN', workspaceId });
    const isMember = await api.db
      .selectFrom('memberships')
      .select('user_id')
      .where('user_id', '=', superadmin.userId)
      .executeTakeFirst();
    expect(isMember).toBeUndefined();
    expect((await read(superadmin)).kinds).toEqual([]);
    const refused = await superadmin.put('/notifications/choices', { version: 0, kinds: [], digest });
    expect(refused.status).toBe(403);
  });
});
