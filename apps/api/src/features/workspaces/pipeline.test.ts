import { businessStages, type BusinessStage } from '@handover/contract/businesses/business-stages.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

type Setting = { name?: string | null; clientName?: string | null; stuckAfterDays?: number };

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let staff: Caller;
let client: Caller;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  // November 30 in New York.
  api.clock.set(new Date('2026-12-01T04:30:00Z'));
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  staff = await api.signIn({ role: 'STAFF', workspaceId });
  client = await api.signIn({ role: 'CLIENT', workspaceId });
});
afterEach(() => api.clock.set(new Date()));

const createPipeline = (changes: Partial<Record<BusinessStage, Setting>>) =>
  Object.fromEntries(
    businessStages.map((stage) => [
      stage,
      { name: null, clientName: null, stuckAfterDays: 30, ...changes[stage] },
    ]),
  );
const save = (changes: Partial<Record<BusinessStage, Setting>>, version = 1) =>
  admin.patch('/workspace', { version, pipeline: createPipeline(changes) });
const getStageNames = async (caller: Caller) => (await caller.get('/auth/profile')).body.user.stageNames;

async function addBusiness(name: string, stage: BusinessStage, enteredAt: string): Promise<void> {
  const { business } = (await staff.post('/businesses', { name, type: 'dental' })).body;
  await api.db
    .updateTable('businesses')
    .set({ stage, stage_reason: 'Closed', stage_entered_at: new Date(enteredAt) })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', business.id)
    .execute();
}

describe('the name of a stage', () => {
  it('is shown to staff as entered, and to clients by its client name or else the same', async () => {
    expect((await admin.get('/workspace')).body.workspace.pipeline).toEqual(createPipeline({}));
    await save({
      lead: { name: 'First call' },
      valuation: { name: 'Pricing' },
      packaging: { name: 'Paperwork', clientName: 'Getting ready' },
    });
    expect(await getStageNames(staff)).toEqual({
      staff: { lead: 'First call', valuation: 'Pricing', packaging: 'Paperwork' },
      client: { valuation: 'Pricing', packaging: 'Getting ready' },
    });
    expect(await getStageNames(client)).toEqual({
      staff: {},
      client: { valuation: 'Pricing', packaging: 'Getting ready' },
    });
    await save({}, 2);
    expect(await getStageNames(staff)).toEqual({ staff: {}, client: {} });
  });

  it('of one workspace stays there', async () => {
    await save({ lead: { name: 'First call' } });
    const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    expect(await getStageNames(elsewhere)).toEqual({ staff: {}, client: {} });
  });

  it.each<[string, Partial<Record<BusinessStage, Setting>>, string]>([
    ['the name of another', { lead: { name: 'Intro' }, sold: { name: 'intro' } }, 'pipeline.sold.name'],
    ['the standard name of another', { lead: { name: 'Sold' } }, 'pipeline.lead.name'],
    [
      'a word that clients read already',
      { sold: { clientName: 'Initial consultation' } },
      'pipeline.sold.clientName',
    ],
    ['nothing but space', { lead: { name: '  ' } }, 'pipeline.lead.name'],
    ['41 characters', { lead: { name: 'x'.repeat(41) } }, 'pipeline.lead.name'],
    ['two lines', { lead: { clientName: 'a\nb' } }, 'pipeline.lead.clientName'],
    ['no day', { lead: { stuckAfterDays: 0 } }, 'pipeline.lead.stuckAfterDays'],
    ['more than a year', { lead: { stuckAfterDays: 366 } }, 'pipeline.lead.stuckAfterDays'],
  ])('cannot be %s', async (_what, changes, path) => {
    const { status, body } = await save(changes);
    expect([status, body.errors.map((error: { path: string }) => error.path)]).toEqual([400, [path]]);
  });

  it('can be swapped with another', async () => {
    expect((await save({ lead: { name: 'Sold' }, sold: { name: 'Lead' } })).status).toBe(200);
  });

  it('is limited to the existing stages: none is added, none omitted', async () => {
    const all = createPipeline({});
    const { lead, ...rest } = all;
    for (const pipeline of [rest, { ...all, closing: lead }])
      expect((await admin.patch('/workspace', { version: 1, pipeline })).status).toBe(400);
  });

  it('is set by administrators only, with an audit entry', async () => {
    expect((await staff.patch('/workspace', { version: 1, pipeline: createPipeline({}) })).status).toBe(403);
    await save({ lead: { name: 'First call' } });
    const { entries } = (await admin.get('/audit?action=updateWorkspaceSettings')).body;
    expect(entries).toMatchObject([
      { detail: { changed: ['pipeline'], stages: { lead: { name: 'First call', stuckAfterDays: 30 } } } },
    ]);
    expect(Object.keys(entries[0].detail.stages)).toEqual(['lead']);
  });
});

describe('the days after which a business does not move', () => {
  const stuck = async () => (await admin.get('/dashboard/businesses')).body.urgent.stuck;
  const listed = async (query: string) =>
    (await admin.get(`/businesses?${query}&sort=name`)).body.businesses.map(
      ({ name }: { name: string }) => name,
    );

  it('apply to each stage separately, on the dashboard and in the linked list', async () => {
    await addBusiness('A lead', 'lead', '2026-11-20T12:00:00Z');
    await addBusiness('On the market', 'on_market', '2026-11-20T12:00:00Z');
    await addBusiness('Just sold', 'sold', '2026-01-01T12:00:00Z');
    expect(await stuck()).toEqual({ days: 30, total: 0, businesses: [] });
    await save({ lead: { stuckAfterDays: 9 }, on_market: { stuckAfterDays: 90 } });
    expect(await stuck()).toMatchObject({ days: null, total: 1, businesses: [{ name: 'A lead' }] });
    expect(await listed('isStuck=true')).toEqual(['A lead']);
    expect(await listed('isStuck=false')).toEqual(['Just sold', 'On the market']);
    await save({ lead: { stuckAfterDays: 10 }, on_market: { stuckAfterDays: 9 } }, 2);
    expect((await stuck()).businesses.map(({ name }: { name: string }) => name)).toEqual(['On the market']);
    expect(await listed('isStuck=true')).toEqual(['On the market']);
  });
});
