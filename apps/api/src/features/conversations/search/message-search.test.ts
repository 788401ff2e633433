import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { allJobs } from '#registry.ts';
import { createMailFixture, rawMail, type MailFixture } from '#test/mail/mail-fixture.ts';

let api: TestApi;
let desk: MailFixture;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(allJobs(api.booted.platform), { isWorker: false });
});
afterAll(() => api.close());
beforeEach(async () => {
  desk = await createMailFixture(api);
});

type Piece = { text: string; isHit: boolean };
type Hit = { id: string; customer: { id: string }; subject: Piece[]; people: Piece[]; excerpt: Piece[] };

const write = (subject: string, text = 'Nothing', customerId = desk.customerId) =>
  desk.staff.post(`/users/${customerId}/send-email`, { subject, text });
const search = async (
  caller: Caller,
  q: string,
  more = '',
): Promise<{ hits: Hit[]; total: number; nextCursor: string }> =>
  (await caller.get(`/emails/search?q=${encodeURIComponent(q)}${more}`)).body;
const plain = (pieces: Piece[]): string => pieces.map(({ text }) => text).join('');
const subjects = async (caller: Caller, q: string, more = ''): Promise<string[]> =>
  (await search(caller, q, more)).hits.map(({ subject }) => plain(subject));
const marked = (pieces: Piece[]): string[] => pieces.flatMap(({ text, isHit }) => (isHit ? [text] : []));

describe('searching inside of messages', () => {
  it('finds words by their beginning in subject, text and addresses, whatever case and accents', async () => {
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
      expect(await subjects(desk.staff, query), query).toEqual(['Valuation of your practice']);
    expect(await subjects(desk.staff, 'aluation')).toEqual([]);
    expect(await subjects(desk.staff, 'valuation another')).toEqual([]);
  });

  it('marks what matches, and shows the text around it', async () => {
    await write('Zoning', `${'filler '.repeat(100)}the Escrów account <b> ${'more '.repeat(100)}`);
    const [hit] = (await search(desk.staff, 'escrow zon')).hits;
    expect(marked(hit?.subject ?? [])).toEqual(['Zoning']);
    expect(marked(hit?.excerpt ?? [])).toEqual(['Escrów']);
    expect(plain(hit?.excerpt ?? [])).toMatch(/^….*the Escrów account <b> more.*…$/);
    expect(plain(hit?.excerpt ?? []).length).toBeLessThan(200);
  });

  it('takes whatever is typed for words', async () => {
    await write('It’s 100% (net): a & b | c');
    for (const query of ["it's", '100%', "'net'", '(a & !b', 'a:*', 'c\\'])
      expect(await subjects(desk.staff, query), query).toHaveLength(1);
    for (const query of ['', '%', "':*", '&'])
      expect((await desk.staff.get(`/emails/search?q=${encodeURIComponent(query)}`)).status, query).toBe(400);
    // One character that stands for six letters: longer than the database takes for a word.
    expect(await subjects(desk.staff, `a${'㌖'.repeat(199)}`)).toEqual([]);
  });

  it('finds mail that came in, and who wrote it', async () => {
    await api.guest.upload(
      desk.inboundPath,
      rawMail({ From: `Ann Abbott <${desk.address}>`, Subject: 'Re: Offer' }, 'The landlord agrees.'),
    );
    const [hit] = (await search(desk.staff, 'landlord')).hits;
    expect(hit?.customer.id).toBe(desk.customerId);
    expect(await subjects(desk.staff, 'abbott offer')).toEqual(['Re: Offer']);
  });

  it('is narrowed to one customer', async () => {
    const other = await api.makeCustomer(desk.workspaceId, { email: 'other@clients.test' });
    await write('Lease one');
    await write('Lease two', 'x', other);
    expect(await subjects(desk.staff, 'lease', `&customerId=${other}`)).toEqual(['Lease two']);
    expect(await subjects(desk.staff, 'lease')).toEqual(['Lease two', 'Lease one']);
  });

  it('pages without loss and tells how many there are', async () => {
    for (let index = 0; index < 5; index += 1) await write(`Lease ${String(index)}`);
    const first = await search(desk.staff, 'lease', '&limit=3');
    const second = await search(desk.staff, 'lease', `&limit=3&cursor=${first.nextCursor}`);
    expect([...first.hits, ...second.hits].map(({ subject }) => plain(subject))).toEqual(
      [4, 3, 2, 1, 0].map((index) => `Lease ${String(index)}`),
    );
    expect([first.total, second.total, second.nextCursor]).toEqual([5, 5, null]);
    const foreign = await desk.staff.get(`/emails/search?q=other&limit=3&cursor=${first.nextCursor}`);
    expect(foreign.body.code).toBe('CURSOR_INVALID');
  });
});

it('pages without loss among messages of one moment', async () => {
  for (let index = 0; index < 5; index += 1) await write(`Lease ${String(index)}`);
  const moment = new Date();
  for (const table of ['messages', 'message_words'] as const)
    await api.db
      .updateTable(table)
      .set({ created_at: moment })
      .where('workspace_id', '=', desk.workspaceId)
      .execute();
  const first = await search(desk.staff, 'lease', '&limit=3');
  const second = await search(desk.staff, 'lease', `&limit=3&cursor=${first.nextCursor}`);
  const found = [...first.hits, ...second.hits].map(({ subject }) => plain(subject));
  expect(found.toSorted()).toEqual([0, 1, 2, 3, 4].map((index) => `Lease ${String(index)}`));
});

describe('what is not open', () => {
  it('is neither found nor counted in a private mailbox', async () => {
    await write('Lease');
    const owner = await api.signIn({ role: 'STAFF', workspaceId: desk.workspaceId });
    await api.db
      .updateTable('mailboxes')
      .set({ owner_id: owner.userId })
      .where('workspace_id', '=', desk.workspaceId)
      .execute();
    for (const [caller, total] of [
      [owner, 1],
      [desk.staff, 0],
      [desk.admin, 0],
    ] as const)
      expect(await search(caller, 'lease')).toMatchObject({ total });
  });

  it('is neither found nor counted out of scope, in the bin, in triage or elsewhere', async () => {
    await write('Lease');
    await api.guest.upload(desk.inboundPath, rawMail({ From: 'who@knows.test', Subject: 'Lease' }));
    expect(await search(desk.staff, 'lease')).toMatchObject({ total: 1 });
    const elsewhere = await createMailFixture(api);
    expect(await search(elsewhere.admin, 'lease')).toMatchObject({ total: 0 });
    await api.db
      .updateTable('workspaces')
      .set({ record_scope: 'own' })
      .where('id', '=', desk.workspaceId)
      .execute();
    expect(await search(desk.staff, 'lease')).toMatchObject({ total: 0 });
    expect((await desk.staff.get(`/emails/search?q=lease&customerId=${desk.customerId}`)).status).toBe(404);
    expect(await search(desk.admin, 'lease')).toMatchObject({ total: 1 });
    await desk.admin.delete(`/users/${desk.customerId}`);
    expect(await search(desk.admin, 'lease')).toMatchObject({ total: 0 });
  });
});
