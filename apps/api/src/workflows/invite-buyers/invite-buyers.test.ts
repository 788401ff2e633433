import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertVersion, setReleased } from '#features/profiles/profiles.queries.ts';
import { bulkJobs } from '#platform/records/bulk/bulk.job.ts';
import { listJobs } from '#registry.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { runJob } from '#test/run-job.ts';

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

const search = {
  types: ['dme'],
  states: [],
  minPriceCents: null,
  maxPriceCents: null,
  minSdeCents: null,
  cashCents: null,
  timing: null,
  experience: null,
};

async function makeBuyer(name: string, fields: object = {}): Promise<string> {
  const customerId = await api.makeCustomer(workspaceId, { name, ...fields });
  return (await admin.post('/buyers', { customerId, searches: [search] })).body.buyer.id;
}

async function makeBusiness(stage: 'lead' | 'on_market' = 'on_market'): Promise<string> {
  const { body } = await admin.post('/businesses', { name: 'Secret Supply', type: 'dme', region: 'TX' });
  await api.db
    .updateTable('businesses')
    .set({ stage })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', body.business.id)
    .execute();
  return body.business.id;
}

const message = { subject: 'Medical supplier in Texas', text: 'Hello {{customer.firstName|there}}' };

function ask(businessId: string, part: object = {}) {
  return admin.post('/bulk-runs', {
    recordType: 'buyer',
    selection: { filter: {} },
    input: { action: 'invite', businessId, ...message, ...part },
  });
}

/** Processes a run like a worker, and returns the result for each buyer. */
async function invite(
  businessId: string,
  beforeWork = () => Promise.resolve(),
): Promise<Record<string, string>> {
  const { status, body, text } = await ask(businessId);
  expect(status, text).toBe(202);
  await beforeWork();
  const { id } = body.bulkRun;
  await runJob(bulkJobs(api.booted.platform)[0], { workspaceId, runId: id });
  const { rows } = (await admin.get(`/bulk-runs/${id}/rows?limit=100`)).body;
  return Object.fromEntries(
    rows.map((row: { name: string; outcome: string; reason: string | null }) => [
      row.name,
      row.reason ?? row.outcome,
    ]),
  );
}

const listMessages = () =>
  api.db
    .selectFrom('messages')
    .select(['subject', 'text', 'is_bulk'])
    .where('workspace_id', '=', workspaceId)
    .execute();

describe('an invitation of buyers', () => {
  it.each([
    ['a disguised name', 'Secret-Supply, a supplier in Texas', 'Secret-Supply'],
    ['a spaced NPI', 'NPI 12345 67893', '12345 67893'],
    ['its owner', 'Ask for Miriam Kowalczyk', 'Miriam Kowalczyk'],
  ])('is refused with %s, and shows the passage', async (_what, text, passage) => {
    const ownerId = await api.makeCustomer(workspaceId, { name: 'Miriam Kowalczyk' });
    const businessId = await makeBusiness();
    await api.db
      .updateTable('businesses')
      .set({ owner_id: ownerId, npi: '1234567893' })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', businessId)
      .execute();
    await makeBuyer('Dana');
    const [error] = (await ask(businessId, { text })).body.errors;
    expect(error.path).toBe('input.text');
    expect(error.message).toContain(passage);
    expect(await listMessages()).toEqual([]);
  });

  it('goes to those who qualify, once, with a link to registration, and is on both timelines', async () => {
    const businessId = await makeBusiness();
    const dana = await makeBuyer('Dana Roe');
    await makeBuyer('No Email', { email: null });
    const blocked = await makeBuyer('Blocked');
    await admin.put(`/buyers/${blocked}/block`, { version: 1, reason: 'Shared documents' });
    expect(await invite(businessId)).toEqual({
      'Dana Roe': 'done',
      'No Email': 'No email address.',
      Blocked: 'Blocked buyer.',
    });
    expect(await listMessages()).toEqual([
      {
        subject: message.subject,
        text: `Hello Dana\n\nhttp://localhost:3000/register-buyer?workspace=${workspaceId}&business=${businessId}\n`,
        is_bulk: true,
      },
    ]);
    expect((await invite(businessId))['Dana Roe']).toBe('Already invited to this business.');
    expect(await listMessages()).toHaveLength(1);
    const { activities } = (await admin.get(`/businesses/${businessId}/activities`)).body;
    expect(activities[0]).toMatchObject({ type: 'buyer.invited', subject: { id: dana, label: 'Dana Roe' } });
    const { matches } = (await admin.get(`/businesses/${businessId}/matching-buyers`)).body;
    expect(matches[0]).toMatchObject({ buyer: { id: dana }, invitedAt: expect.any(String) });
  });

  it('links to the teaser if it is released', async () => {
    const businessId = await makeBusiness();
    await makeBuyer('Dana Roe');
    const created = await admin.post(`/businesses/${businessId}/profiles`, { kind: 'teaser' });
    const { id: profileId, title } = created.body.profile;
    await insertVersion(api.db, {
      workspaceId,
      profileId,
      number: 1,
      title,
      sections: [],
      createdBy: admin.userId,
      now: new Date(),
    });
    await setReleased(api.db, { workspaceId, profileId, number: 1, now: new Date() });
    await invite(businessId);
    expect((await listMessages())[0]?.text).toContain(
      `http://localhost:3000/teaser?workspace=${workspaceId}&id=${profileId as string}`,
    );
  });

  it('goes to nobody once the business has left the market', async () => {
    const businessId = await makeBusiness();
    await makeBuyer('Dana Roe');
    const leaveMarket = async () => {
      await api.db
        .updateTable('businesses')
        .set({ stage: 'under_offer' })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', businessId)
        .execute();
    };
    expect(await invite(businessId, leaveMarket)).toEqual({
      'Dana Roe': 'The business is no longer on the market.',
    });
    expect(await listMessages()).toEqual([]);
  });

  it('is refused for a business that is not on the market, one of another workspace, and its name', async () => {
    await makeBuyer('Dana');
    expect((await ask(await makeBusiness('lead'))).body).toMatchObject({ code: 'RULE_BROKEN' });
    const businessId = await makeBusiness();
    expect((await ask(businessId, { subject: 'About SECRET  supply' })).body.errors).toMatchObject([
      { path: 'input.subject', message: 'Remove “SECRET  supply”. It identifies the business.' },
    ]);
    const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    const foreign = await elsewhere.post('/bulk-runs', {
      recordType: 'buyer',
      selection: { filter: {} },
      input: { action: 'invite', businessId, ...message },
    });
    expect(foreign.status).toBe(404);
    await api.db
      .updateTable('workspaces')
      .set({ postal_address: '' })
      .where('id', '=', workspaceId)
      .execute();
    expect((await ask(businessId)).body.detail).toMatch(/postal address/);
    expect(await listMessages()).toEqual([]);
  });
});
