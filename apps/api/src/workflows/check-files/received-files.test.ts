import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { createPdf, readReceivedFiles, createWorkbook } from '#test/files.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { createMailFixture, createRawMail, type MailFixture } from '#test/mail/mail-fixture.ts';
import { createZip } from '#test/zip-entries.ts';

const secret = 'Quillhaven';
const patient = `Patient: Ruth ${secret}, SSN 512-33-9087. The balance is $412.`;
const createWordFile = (text: string) =>
  createZip([
    [
      'word/document.xml',
      `<w:document><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
    ],
  ]);

let api: TestApi;
let fixture: MailFixture;
let client: Caller;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
});
afterAll(() => api.close());
beforeEach(async () => {
  fixture = await createMailFixture(api);
  client = await api.signIn({
    role: 'CLIENT',
    workspaceId: fixture.workspaceId,
    customerId: fixture.customerId,
  });
});

type File = readonly [name: string, bytes: Buffer | string];

const postMail = async (text: string, ...files: File[]): Promise<void> => {
  const parts = files.map(
    ([name, bytes]) =>
      `Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${Buffer.from(bytes).toString('base64')}`,
  );
  const body = ['Content-Type: text/plain\r\n\r\n' + text, ...parts].map((part) => `--b\r\n${part}\r\n`);
  const headers = {
    From: fixture.address,
    Subject: 'The files',
    'MIME-Version': '1.0',
    'Content-Type': 'multipart/mixed; boundary=b',
  };
  const raw = createRawMail(headers, `${body.join('')}--b--`);
  const { status } = await api.guest.upload(fixture.inboundPath, raw, {
    headers: { 'content-type': 'message/rfc822' },
  });
  expect(status).toBe(202);
};
const getNewestEmail = async (caller: Caller = fixture.staff) =>
  (await caller.get(`/users/${fixture.customerId}/emails`)).body.emails[0];
const read = () => readReceivedFiles(api, fixture.workspaceId);
const receiveFiles = async (...files: File[]) => {
  await postMail('See the files.', ...files);
  await read();
  return getNewestEmail();
};
const openFile = async (id: string, caller: Caller = fixture.staff): Promise<number> => {
  const { status, body } = await caller.post(`/files/${id}/ticket`);
  return status === 201 ? (await api.app.inject({ url: body.ticket.url })).statusCode : status;
};
const listQuarantines = async (caller: Caller) => (await caller.get('/quarantines')).body.quarantines;

describe('an attachment of a received email', { timeout: 240_000 }, () => {
  it.each<[string, () => Buffer | Promise<Buffer>, string[]]>([
    ['lease.pdf', () => createPdf('Premises', patient), ['page 2']],
    ['letter.docx', () => createWordFile(patient), []],
    [
      'aging.xlsx',
      () =>
        createWorkbook([
          ['Account', 'Patient name', 'SSN'],
          ['A1', `Ruth ${secret}`, '512-33-9087'],
        ]),
      ['sheet 1, column C'],
    ],
  ])(
    '%s with patient information is quarantined, and nothing else of the email',
    async (name, make, places) => {
      const email = await receiveFiles([name, await make()], ['plan.pdf', await createPdf('The plan')]);
      expect(email).toMatchObject({ subject: 'The files', text: 'See the files.', quarantineId: null });
      const [found, clean] = email.attachments;
      expect(found).toMatchObject({
        name,
        blocked: 'quarantined',
        found: { quarantineId: expect.any(String) },
      });
      expect(found.found.findings).toContainEqual({ kind: 'ssn', places });
      expect(clean).toEqual({
        id: expect.any(String),
        name: 'plan.pdf',
        contentType: 'application/pdf',
        sizeBytes: expect.any(Number),
      });
      for (const caller of [fixture.staff, fixture.admin, client]) {
        expect(await openFile(found.id, caller)).toBe(422);
        expect(await openFile(clean.id, caller)).toBe(200);
      }
      expect(JSON.stringify([email, await listQuarantines(fixture.admin)])).not.toContain(secret);
      const shown = (await getNewestEmail(client)).attachments[0];
      expect(shown).toMatchObject({ blocked: 'quarantined' });
      expect(shown.found).toBeUndefined();
    },
  );

  it('is reviewed and released by members who can release its email', async () => {
    const [{ id }] = (await receiveFiles(['lease.pdf', await createPdf('Premises', patient)])).attachments;
    const [row] = await listQuarantines(fixture.admin);
    expect(row).toMatchObject({
      subject: { kind: 'attachment', id: (await getNewestEmail()).id },
      name: 'lease.pdf',
      from: fixture.address,
      record: { type: 'customer', id: fixture.customerId },
    });
    const { content } = (await fixture.admin.post(`/quarantines/${row.id}/open`)).body;
    expect(content).toMatchObject({ subject: 'lease.pdf', text: expect.stringContaining(secret) });
    const decision = { version: row.version, reason: 'Test data of the vendor' };
    expect((await fixture.staff.post(`/quarantines/${row.id}/release`, decision)).status).toBe(403);
    expect((await client.post(`/quarantines/${row.id}/release`, decision)).status).toBe(404);
    expect((await fixture.admin.post(`/quarantines/${row.id}/release`, decision)).status).toBe(200);
    expect(await openFile(id, client)).toBe(200);
    expect((await getNewestEmail()).attachments[0].blocked).toBeUndefined();
  });

  it('notifies the administrators of a customer without a broker, with a link to the conversation', async () => {
    await receiveFiles(['lease.pdf', await createPdf(patient)]);
    const { notifications } = (await fixture.admin.get('/notifications')).body;
    expect(notifications).toContainEqual(
      expect.objectContaining({
        type: 'document.quarantined',
        title: 'lease.pdf was quarantined: it may contain patient information (SSN, patient details)',
        customerId: fixture.customerId,
        subject: { kind: 'message', id: (await getNewestEmail()).id },
      }),
    );
  });

  it('is open to staff only until it is checked', async () => {
    await postMail('Hello', ['plan.pdf', await createPdf('The plan')]);
    const [{ id, check }] = (await getNewestEmail()).attachments;
    expect(check).toBe('waiting');
    expect((await getNewestEmail(client)).attachments[0].check).toBe('waiting');
    expect([await openFile(id), await openFile(id, client)]).toEqual([200, 503]);
    await read();
    expect(await openFile(id, client)).toBe(200);
  });

  it('is marked for staff where it has no text that can be read, and is open like an uploaded one', async () => {
    const { attachments } = await receiveFiles(
      ['broken.pdf', '%PDF-1.7'],
      ['old.doc', Buffer.from([0, 159, 146])],
    );
    expect(attachments).toMatchObject([{ check: 'unreadable' }, { check: 'unreadable' }]);
    const shown = (await getNewestEmail(client)).attachments;
    for (const file of shown) {
      expect(file.check).toBeUndefined();
      expect(await openFile(file.id, client)).toBe(200);
    }
  });

  it('of an unknown sender is quarantined in triage', async () => {
    fixture = { ...fixture, address: 'nobody@elsewhere.test' };
    await postMail('Hello', ['lease.pdf', await createPdf(patient)]);
    await read();
    const [mail] = (await fixture.admin.get('/triage')).body.mails;
    expect(mail).toMatchObject({ text: 'Hello', attachments: [{ blocked: 'quarantined' }] });
    expect(await openFile(mail.attachments[0].id, fixture.admin)).toBe(422);
    expect(await listQuarantines(fixture.admin)).toMatchObject([{ name: 'lease.pdf', record: null }]);
  });

  it('is not quarantined again after a review of its email with it', async () => {
    await postMail('See the list.', ['list.csv', `Patient name,SSN\nRuth ${secret},512-33-9087`]);
    const [{ id, version }] = await listQuarantines(fixture.admin);
    const decision = { version, reason: 'Test data of the vendor' };
    expect((await fixture.admin.post(`/quarantines/${id}/release`, decision)).status).toBe(200);
    await read();
    expect(await listQuarantines(fixture.admin)).toEqual([]);
    const [file] = (await getNewestEmail()).attachments;
    expect(await openFile(file.id, client)).toBe(200);
  });

  it('is reviewed through its email after the document that it was saved to is deleted', async () => {
    await postMail('Hello', ['lease.pdf', await createPdf(patient)]);
    const [{ id }] = (await getNewestEmail()).attachments;
    const place = { recordType: 'customer', recordId: fixture.customerId };
    const { document } = (await fixture.staff.post(`/files/${id}/document`, place)).body;
    await read();
    expect(await listQuarantines(fixture.admin)).toMatchObject([
      { subject: { kind: 'document', id: document.id } },
    ]);
    expect((await fixture.staff.delete(`/documents/${document.id}`)).status).toBe(204);
    expect(await listQuarantines(fixture.admin)).toMatchObject([{ subject: { kind: 'attachment' } }]);
  });
});
