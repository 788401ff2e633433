import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMinutes } from '#lib/clock.ts';
import { listJobs } from '#registry.ts';
import { type TestApi, startApi } from '#test/harness.ts';
import { runJob } from '#test/run-job.ts';
import { getSignedFileName } from './agreement-document.ts';
import { agreementPdfJob, agreementPdfQueue, queueMissingPdfs } from './agreement-pdf.job.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  // Jobs are queued but not run: the tests run them in place of a worker.
  await api.booted.jobs.start(listJobs(api.booted.background));
});
afterAll(() => api.close());

it('names the signed file by the day of the signature in the workspace’s time zone', () => {
  const sentAt = new Date('2026-03-30T15:00:00Z');
  const row = { customer_name: 'Ann Lee', title: 'NDA', sent_at: sentAt, time_zone: 'America/New_York' };
  const evening = new Date('2026-04-01T01:00:00Z');
  expect(getSignedFileName({ ...row, closed_at: evening })).toBe('Ann Lee, NDA, 2026-03-31.pdf');
});

describe('the PDF of an NDA', () => {
  it('is queued again while there is none, such as after an outage of the file store', async () => {
    const workspaceId = await api.makeWorkspace();
    const admin = await api.signIn({ role: 'ADMIN', workspaceId });
    const customerId = await api.makeCustomer(workspaceId);
    const buyer = await api.signIn({ role: 'CLIENT', workspaceId, customerId });
    const business = { name: 'Secret Smiles', type: 'dental', publicTitle: 'Dental practice in Ohio' };
    const businessIds = [(await admin.post('/businesses', business)).body.business.id];
    const templateId = (await admin.get('/agreement-templates')).body.templates[0].id;
    const sent = { customerId, templateId, businessIds, delivery: 'link' };
    const { id: agreementId, textSha256 } = (await admin.post('/agreements', sent)).body.agreement;
    const signature = { kind: 'typed', name: 'Jane Doe' };
    const signed = await buyer.post(`/own-agreements/${String(agreementId)}/sign`, {
      textSha256,
      hasConsented: true,
      signature,
    });
    expect(signed.status, signed.text).toBe(200);
    const countQueued = async () => {
      const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM pgboss.job
        WHERE name = ${agreementPdfQueue} AND data ->> 'agreementId' = ${agreementId}`.execute(api.db);
      return rows[0]?.count;
    };
    const signedAt = new Date();
    const queueAfter = async (minutes: number) => {
      api.clock.set(addMinutes(signedAt, minutes));
      await queueMissingPdfs(api.booted.background);
      return countQueued();
    };
    expect(await queueAfter(5)).toBe(1);
    expect(await queueAfter(15)).toBe(1);
    await sql`UPDATE pgboss.job SET state = 'failed' WHERE name = ${agreementPdfQueue}`.execute(api.db);
    expect(await queueAfter(25)).toBe(2);
    expect(await queueAfter(35)).toBe(2);
    await sql`UPDATE pgboss.job SET state = 'failed' WHERE name = ${agreementPdfQueue}`.execute(api.db);
    await runJob(agreementPdfJob(api.booted.background), { workspaceId, agreementId });
    expect(await queueAfter(45)).toBe(2);
  });
});
