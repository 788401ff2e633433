import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { createImportFixture } from '#test/import-fixture.ts';
import { createMailFixture, createRawMail } from '#test/mail/mail-fixture.ts';
import { createMergeFixture, type MergeFixture } from '#test/merge-fixture.ts';
import { aPng } from '#test/pictures.ts';
import { runJob } from '#test/run-job.ts';
import { listJobs } from '#registry.ts';
import { bulkJobs } from '#platform/records/bulk/bulk.job.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());

describe('mail to a merged customer', () => {
  it('new mail and replies go to the survivor, and to the original customer after an undo', async () => {
    const mail = await createMailFixture(api);
    const { admin, address, customerId, workspaceId } = mail;
    const survivor = await api.makeCustomer(workspaceId, { name: 'Bea Wu', email: null });
    const post = async (subject: string, more: Record<string, string> = {}): Promise<void> => {
      const raw = createRawMail({ From: address, Subject: subject, ...more });
      const { body } = await api.guest.upload(mail.inboundPath, raw, {
        headers: { 'content-type': 'message/rfc822' },
      });
      expect(body.result).toBe('filed');
    };
    const subjects = async (id: string): Promise<string[]> => {
      const { body } = await admin.get(`/users/${id}/emails?limit=100`);
      return body.emails.map(({ subject }: { subject: string }) => subject).toSorted();
    };
    await post('First', { 'Message-ID': '<first@clients.test>' });
    const { body } = await admin.post(`/users/${survivor}/merge`, {
      version: 1,
      otherId: customerId,
      otherVersion: 1,
    });
    await post('New');
    await post('Reply', { 'In-Reply-To': '<first@clients.test>' });
    expect(await subjects(survivor)).toEqual(['First', 'New', 'Reply']);

    expect((await admin.post(`/merges/${String(body.merge.id)}/undo`)).status).toBe(200);
    await post('Later');
    expect(await subjects(survivor)).toEqual(['New', 'Reply']);
    expect(await subjects(customerId)).toEqual(['First', 'Later']);
  });
});

describe('an import after a merge', () => {
  it('an import updates the survivor by the merged customer’s email, and creates a customer for an NPI that was not kept', async () => {
    const desk = await createImportFixture(api);
    const { admin } = desk;
    const head = 'Name,Email,NPI,City';
    await desk.take(`${head}\nAnn Lee,ann@lee.test,,\nAnne Lee,anne@lee.test,1234567893,\n`);
    const [ann, anne] = [await desk.customer('Ann Lee'), await desk.customer('Anne Lee')];
    const versions = { version: ann.version, otherId: anne.id, otherVersion: anne.version };
    const merge = await admin.post(`/users/${ann.id}/merge`, { ...versions, fromOther: [] });
    expect(merge.status).toBe(201);

    await desk.take(`${head}\nAnne Lee,anne@lee.test,,Reno\n`);
    expect((await admin.get(`/users/${anne.id}`)).body.user).toMatchObject({ id: ann.id, city: 'Reno' });
    // The number was not transferred, so no customer has it now.
    const { run, reasons } = await desk.take(`${head}\nA. Lee,,1234567893,\n`);
    expect([reasons, run.counts]).toMatchObject([[], { created: 1 }]);
  });
});

describe('work on many customers', () => {
  it('a bulk action’s undo skips a customer that was merged meanwhile', async () => {
    const desk = await createMergeFixture(api);
    const { admin, create } = desk;
    const [survivor, other, third] = [
      await create({ name: 'Ann' }),
      await create({ name: 'Anne' }),
      await create({ name: 'Cy' }),
    ];
    const asked = await admin.post('/bulk-runs', {
      selection: { filter: {}, ids: [other, third] },
      input: { action: 'delete' },
    });
    await runBulk(desk, asked.body.bulkRun.id);
    await admin.post(`/users/${other}/restore`);
    await desk.merge(survivor, other);
    const undo = await admin.post(`/bulk-runs/${String(asked.body.bulkRun.id)}/undo`);
    await runBulk(desk, undo.body.bulkRun.id);
    const { bulkRun } = (await admin.get(`/bulk-runs/${String(undo.body.bulkRun.id)}`)).body;
    expect(bulkRun).toMatchObject({ status: 'done', counts: { done: 1, skipped: 1 } });
    expect((await desk.user(third)).deletedAt).toBeNull();
    expect((await desk.user(other)).id).toBe(survivor);
  });
});

describe('the photo', () => {
  it('goes to a survivor without one and back, unless somebody has removed it since', async () => {
    const desk = await createMergeFixture(api);
    const { admin, create, user } = desk;
    const [survivor, other] = [await create({ name: 'Ann' }), await create({ name: 'Anne' })];
    const { avatarUrl } = (await admin.upload(`/users/${other}/photo`, aPng(1))).body.user;
    const first = await desk.merge(survivor, other);
    expect((await user(survivor)).avatarUrl).toBe(avatarUrl);
    await desk.undo(first);
    expect([(await user(survivor)).avatarUrl, (await user(other)).avatarUrl]).toEqual([null, avatarUrl]);

    const second = await desk.merge(survivor, other);
    await admin.delete(`/users/${survivor}/photo`);
    expect((await desk.undo(second)).status).toBe(200);
    expect([(await user(survivor)).avatarUrl, (await user(other)).avatarUrl]).toEqual([null, null]);
  });
});

async function runBulk({ workspaceId }: MergeFixture, runId: string): Promise<void> {
  const [job] = bulkJobs(api.booted.platform);
  await runJob(job, { workspaceId, runId });
}

describe('the buyer profiles of merged customers', () => {
  async function createBuyers() {
    const desk = await createMergeFixture(api);
    const { admin, workspaceId } = desk;
    const create = async (name: string) => {
      const customerId = await desk.create({ name, email: `${name.slice(0, 4).trim()}@lee.test` });
      const { buyer } = (await admin.post('/buyers', { customerId, searches: [anySearch] })).body;
      return { customerId, id: buyer.id as string, version: buyer.version as number };
    };
    const createBusiness = async (name: string): Promise<string> =>
      (await admin.post('/businesses', { name, type: 'dental' })).body.business.id;
    const getBuyers = async (customerId: string) =>
      (await admin.get(`/buyers?customerId=${customerId}`)).body.buyers;
    const match = async (businessId: string) =>
      (await admin.get(`/businesses/${businessId}/matching-buyers`)).body.matches;
    return { desk, admin, workspaceId, create, createBusiness, getBuyers, match };
  }
  const anySearch = {
    types: [],
    states: [],
    minPriceCents: null,
    maxPriceCents: null,
    minSdeCents: null,
    cashCents: null,
    timing: null,
    experience: null,
  };

  it('count together: a block, an exclusion, and an invitation of either applies, and can be lifted', async () => {
    const { desk, admin, workspaceId, create, createBusiness, getBuyers, match } = await createBuyers();
    const [survivor, other] = [await create('Ann Lee'), await create('Anne Lee')];
    const [excluded, invited] = [await createBusiness('Excluded'), await createBusiness('Invited')];
    await admin.put(`/buyers/${other.id}/exclusions/${excluded}`, { reason: 'Competitor' });
    await admin.put(`/buyers/${other.id}/block`, { version: other.version, reason: 'Broke an NDA' });
    const letter = { subject: 'Teaser', text: 'Attached.' };
    const { email } = (await admin.post(`/users/${other.customerId}/send-email`, letter)).body;
    await api.db
      .insertInto('buyer_invitations')
      .values({
        workspace_id: workspaceId,
        business_id: invited,
        buyer_id: other.id,
        message_id: email.id,
        created_by: admin.userId,
        created_at: new Date(),
      })
      .execute();
    const mergeId = await desk.merge(survivor.customerId, other.customerId);

    const blocked = { id: survivor.id, blockedReason: 'Broke an NDA', blockedAt: expect.any(String) };
    expect(await getBuyers(survivor.customerId)).toMatchObject([blocked]);
    expect((await admin.get('/buyers?isBlocked=true')).body.buyers).toMatchObject([blocked]);
    expect((await admin.get('/buyers?isBlocked=false')).body.total).toBe(0);
    expect(await match(excluded)).toMatchObject([
      {
        buyer: { id: survivor.id },
        exclusion: 'Competitor',
        gates: ['eligibility', 'blocked', 'competitor'],
      },
    ]);
    expect(await match(invited)).toMatchObject([
      { gates: ['eligibility', 'blocked'], invitedAt: expect.any(String) },
    ]);

    const [{ version }] = await getBuyers(survivor.customerId);
    const unblocked = await admin.put(`/buyers/${survivor.id}/block`, { version, reason: null });
    expect(unblocked.body.buyer).toMatchObject({ blockedAt: null, blockedReason: null });
    expect(await match(excluded)).toMatchObject([
      { exclusion: 'Competitor', gates: ['eligibility', 'competitor'] },
    ]);
    await admin.put(`/buyers/${survivor.id}/exclusions/${excluded}`, { reason: null });
    const deal = { businessId: excluded, buyerId: survivor.customerId };
    expect((await admin.post('/deals', deal)).status).toBe(201);

    expect((await desk.undo(mergeId)).status).toBe(200);
    expect(await getBuyers(other.customerId)).toMatchObject([{ id: other.id }]);
    expect(await match(invited)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ buyer: expect.objectContaining({ id: survivor.id }), invitedAt: null }),
        expect.objectContaining({
          buyer: expect.objectContaining({ id: other.id }),
          invitedAt: expect.any(String),
        }),
      ]),
    );
  });

  it('leave an active one rather than one in the trash, and an undo returns both', async () => {
    const { desk, admin, create, getBuyers } = await createBuyers();
    const [survivor, other] = [await create('Ann Lee'), await create('Anne Lee')];
    await admin.delete(`/buyers/${survivor.id}`);
    const mergeId = await desk.merge(survivor.customerId, other.customerId);
    expect(await getBuyers(survivor.customerId)).toMatchObject([{ id: other.id, deletedAt: null }]);
    expect((await admin.get(`/buyers/${survivor.id}`)).status).toBe(404);
    expect((await desk.undo(mergeId)).status).toBe(200);
    expect(await getBuyers(other.customerId)).toMatchObject([{ id: other.id }]);
    expect((await admin.get(`/buyers/${survivor.id}`)).body.buyer.deletedAt).not.toBeNull();
  });
});
