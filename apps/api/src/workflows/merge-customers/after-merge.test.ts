import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { createImportFixture } from '#test/import-fixture.ts';
import { createMailFixture, createRawMail } from '#test/mail/mail-fixture.ts';
import { createMergeFixture, type MergeFixture } from '#test/merge-fixture.ts';
import { aPng } from '#test/pictures.ts';
import { listJobs } from '#registry.ts';
import { bulkJobs } from '#platform/records/bulk/bulk.job.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());

describe('mail to a merged customer', () => {
  it('lands with the survivor, new mail and replies alike, and with the customer again once it is taken back', async () => {
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
  it('updates the survivor by an address that came over, and meets nobody in the trash', async () => {
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
  it('passes over a merged one, also when it is taken back', async () => {
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
  await job?.handler({ workspaceId, runId }, { signal: new AbortController().signal });
}
