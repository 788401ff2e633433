import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { listJobs } from '#registry.ts';
import { createMailFixture, createRawMail, type MailFixture } from '#test/mail/mail-fixture.ts';

let api: TestApi;
let fixture: MailFixture;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  fixture = await createMailFixture(api);
});

type Part = { text: string; isHit: boolean };
type Hit = { id: string; customer: { id: string }; subject: Part[]; people: Part[]; excerpt: Part[] };

const write = (subject: string, text = 'Nothing', customerId = fixture.customerId) =>
  fixture.staff.post(`/users/${customerId}/send-email`, { subject, text });
const search = async (
  caller: Caller,
  q: string,
  more = '',
): Promise<{ hits: Hit[]; total: number; nextCursor: string }> =>
  (await caller.get(`/emails/search?q=${encodeURIComponent(q)}${more}`)).body;
const toPlain = (splitAtHits: Part[]): string => splitAtHits.map(({ text }) => text).join('');
const listSubjects = async (caller: Caller, q: string, more = ''): Promise<string[]> =>
  (await search(caller, q, more)).hits.map(({ subject }) => toPlain(subject));
const listHighlights = (splitAtHits: Part[]): string[] =>
  splitAtHits.flatMap(({ text, isHit }) => (isHit ? [text] : []));

describe('message search', () => {
  it('finds words by prefix in subject, text, and addresses, ignoring case and accents', async () => {
    await write('Valuation of your practice', 'The café on the corner, see https://example.test/lease-2026');
    await write('Another');
    for (const query of [
      'valu',
      'PRACTICE valuation',
      'cafe',
      'Café corner',
      'lease',
      '2026',
      'clients.test valuation',
    ])
      expect(await listSubjects(fixture.staff, query), query).toEqual(['Valuation of your practice']);
    expect(await listSubjects(fixture.staff, 'aluation')).toEqual([]);
    expect(await listSubjects(fixture.staff, 'valuation another')).toEqual([]);
  });

  it('marks matches and shows the surrounding text', async () => {
    await write('Zoning', `${'filler '.repeat(100)}the Escrów account <b> ${'more '.repeat(100)}`);
    const [hit] = (await search(fixture.staff, 'escrow zon')).hits;
    expect(listHighlights(hit?.subject ?? [])).toEqual(['Zoning']);
    expect(listHighlights(hit?.excerpt ?? [])).toEqual(['Escrów']);
    expect(toPlain(hit?.excerpt ?? [])).toMatch(/^….*the Escrów account <b> more.*…$/);
    expect(toPlain(hit?.excerpt ?? []).length).toBeLessThan(200);
  });

  it('treats any input as words', async () => {
    await write('It’s 100% (net): a & b | c');
    for (const query of ["it's", '100%', "'net'", '(a & !b', 'a:*', 'c\\'])
      expect(await listSubjects(fixture.staff, query), query).toHaveLength(1);
    for (const query of ['', '%', "':*", '&'])
      expect((await fixture.staff.get(`/emails/search?q=${encodeURIComponent(query)}`)).status, query).toBe(
        400,
      );
    // One character that expands to six letters exceeds the database’s word length.
    expect(await listSubjects(fixture.staff, `a${'㌖'.repeat(199)}`)).toEqual([]);
  });

  it('finds received mail by text and sender', async () => {
    await api.guest.upload(
      fixture.inboundPath,
      createRawMail(
        { From: `Ann Abbott <${fixture.address}>`, Subject: 'Re: Offer' },
        'The landlord agrees.',
      ),
    );
    const [hit] = (await search(fixture.staff, 'landlord')).hits;
    expect(hit?.customer.id).toBe(fixture.customerId);
    expect(await listSubjects(fixture.staff, 'abbott offer')).toEqual(['Re: Offer']);
  });

  it('can be limited to one customer', async () => {
    const other = await api.makeCustomer(fixture.workspaceId, { email: 'other@clients.test' });
    await write('Lease one');
    await write('Lease two', 'x', other);
    expect(await listSubjects(fixture.staff, 'lease', `&customerId=${other}`)).toEqual(['Lease two']);
    expect(await listSubjects(fixture.staff, 'lease')).toEqual(['Lease two', 'Lease one']);
  });

  it('pages without gaps and returns the total', async () => {
    for (let index = 0; index < 5; index += 1) await write(`Lease ${String(index)}`);
    const first = await search(fixture.staff, 'lease', '&limit=3');
    const second = await search(fixture.staff, 'lease', `&limit=3&cursor=${first.nextCursor}`);
    expect([...first.hits, ...second.hits].map(({ subject }) => toPlain(subject))).toEqual(
      [4, 3, 2, 1, 0].map((index) => `Lease ${String(index)}`),
    );
    expect([first.total, second.total, second.nextCursor]).toEqual([5, 5, null]);
    const foreign = await fixture.staff.get(`/emails/search?q=other&limit=3&cursor=${first.nextCursor}`);
    expect(foreign.body.code).toBe('CURSOR_INVALID');
  });
});

it('pages without gaps among messages of the same time', async () => {
  for (let index = 0; index < 5; index += 1) await write(`Lease ${String(index)}`);
  const moment = new Date();
  for (const table of ['messages', 'message_words'] as const)
    await api.db
      .updateTable(table)
      .set({ created_at: moment })
      .where('workspace_id', '=', fixture.workspaceId)
      .execute();
  const first = await search(fixture.staff, 'lease', '&limit=3');
  const second = await search(fixture.staff, 'lease', `&limit=3&cursor=${first.nextCursor}`);
  const found = [...first.hits, ...second.hits].map(({ subject }) => toPlain(subject));
  expect(found.toSorted()).toEqual([0, 1, 2, 3, 4].map((index) => `Lease ${String(index)}`));
});

describe('messages without access', () => {
  it('are not found or counted in another person’s private mailbox', async () => {
    await write('Lease');
    const owner = await api.signIn({ role: 'STAFF', workspaceId: fixture.workspaceId });
    await api.db
      .updateTable('mailboxes')
      .set({ owner_id: owner.userId })
      .where('workspace_id', '=', fixture.workspaceId)
      .execute();
    for (const [caller, total] of [
      [owner, 1],
      [fixture.staff, 0],
      [fixture.admin, 0],
    ] as const)
      expect(await search(caller, 'lease')).toMatchObject({ total });
  });

  it('are not found or counted out of scope, in the trash, in triage, or in another workspace', async () => {
    await write('Lease');
    await api.guest.upload(fixture.inboundPath, createRawMail({ From: 'who@knows.test', Subject: 'Lease' }));
    expect(await search(fixture.staff, 'lease')).toMatchObject({ total: 1 });
    const elsewhere = await createMailFixture(api);
    expect(await search(elsewhere.admin, 'lease')).toMatchObject({ total: 0 });
    await api.db
      .updateTable('workspaces')
      .set({ record_scope: 'own' })
      .where('id', '=', fixture.workspaceId)
      .execute();
    expect(await search(fixture.staff, 'lease')).toMatchObject({ total: 0 });
    expect((await fixture.staff.get(`/emails/search?q=lease&customerId=${fixture.customerId}`)).status).toBe(
      404,
    );
    expect(await search(fixture.admin, 'lease')).toMatchObject({ total: 1 });
    await fixture.admin.delete(`/users/${fixture.customerId}`);
    expect(await search(fixture.admin, 'lease')).toMatchObject({ total: 0 });
  });
});
