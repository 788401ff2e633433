import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { errorResponse, stubApi } from '#test-setup/work.tsx';
import { collectOwnData } from './collect-own-data.ts';
import { tableToCsv, zipOwnData } from './own-data-zip.ts';

const signal = new AbortController().signal;
const onStep = (): void => undefined;
const aCustomer = (number: number) => ({ id: anId(number), name: 'Ann', isOwn: true, broker: null });
const aDocument = (number: number, name: string) => ({ id: anId(number), name });
const aDeal = (number: number, stage: string) => ({ id: anId(number), stage, business: { name: 'Smile' } });
const empty = { nextCursor: null };

/** Responses of every list, with two pages of deals and two files of the same name. */
const responses = {
  'GET /users/{id}': () => errorResponse(404, 'NOT_FOUND'),
  'GET /users/{id}/activities': () => ({ activities: [], ...empty }),
  'GET /users/{id}/emails': () => ({ emails: [], ...empty }),
  'GET /users/{id}/tasks': () => ({ tasks: [], ...empty }),
  'GET /businesses': () => ({ businesses: [], ...empty }),
  'GET /buyers': () => ({ buyers: [], ...empty }),
  'GET /deals': ({ query }: { query: URLSearchParams }) =>
    query.get('cursor') === 'more'
      ? { deals: [aDeal(2, 'loi')], nextCursor: null }
      : { deals: [aDeal(1, 'inquiry')], nextCursor: 'more' },
  'GET /deals/{id}/offers': ({ path }: { path: string }) => ({ offers: [{ of: path }] }),
  'GET /deals/{id}/diligence-requests': () => ({ requests: [], canAdd: true }),
  'GET /own-agreements': () => ({ agreements: [] }),
  'GET /own-profiles': () => ({ approvals: [], cims: [] }),
  'GET /own-rooms': () => ({ rooms: [] }),
  'GET /notifications': () => ({ notifications: [], ...empty }),
  'GET /documents': () => ({
    documents: [aDocument(1, 'tax.pdf'), aDocument(2, 'tax.pdf'), aDocument(3, '../up.txt')],
    ...empty,
  }),
  'POST /documents/{id}/ticket': () => errorResponse(404, 'NOT_FOUND'),
};

it('loads every page that the client may read, and lists what it could not load', async () => {
  stubApi(responses);
  const data = await collectOwnData({ user: { customers: [aCustomer(9)] }, signal, onStep });
  expect(data.tables['deals']).toHaveLength(2);
  expect(data.tables['offers']).toHaveLength(2);
  expect(data.tables['record']).toBeUndefined();
  expect(data.missing).toEqual([expect.stringMatching(/^record of Ann: /)]);
});

it('includes every customer that the client represents or advises', async () => {
  stubApi({ ...responses, 'GET /users/{id}': ({ path }) => ({ user: { id: path.split('/')[2] } }) });
  const data = await collectOwnData({ user: { customers: [aCustomer(8), aCustomer(9)] }, signal, onStep });
  expect(data.tables['record']).toEqual([{ id: anId(8) }, { id: anId(9) }]);
  expect(data.missing).toEqual([]);
});

it('keeps what it read of other customers and deals, and names the unreadable ones', async () => {
  const unreadable = [`/users/${anId(9)}`, `/users/${anId(9)}/tasks`, `/deals/${anId(1)}/offers`];
  const readOnly =
    (response: (path: string) => unknown) =>
    ({ path }: { path: string }) =>
      unreadable.includes(path) ? errorResponse(404, 'NOT_FOUND') : response(path);
  stubApi({
    ...responses,
    'GET /users/{id}': readOnly((path) => ({ user: { id: path.split('/')[2] } })),
    'GET /users/{id}/tasks': readOnly(() => ({ tasks: [{ title: 'Call' }], ...empty })),
    'GET /deals/{id}/offers': readOnly((path) => ({ offers: [{ of: path }] })),
  });
  const bob = { ...aCustomer(9), name: 'Bob', isOwn: false };
  const data = await collectOwnData({ user: { customers: [aCustomer(8), bob] }, signal, onStep });
  expect(data.tables['record']).toEqual([{ id: anId(8) }]);
  expect(data.tables['tasks']).toEqual([{ title: 'Call' }]);
  expect(data.tables['offers']).toEqual([{ of: `/deals/${anId(2)}/offers` }]);
  expect(data.missing).toEqual([
    expect.stringMatching(/^record of Bob: /),
    expect.stringMatching(/^tasks of Bob: /),
    expect.stringMatching(/^offers of the deal on Smile: /),
  ]);
});

it('packs tables and files, each file under a name of its own', async () => {
  stubApi(responses);
  const data = await collectOwnData({ user: { customers: [] }, signal, onStep });
  const zip = await zipOwnData(data, { signal, onStep });
  const files = unzipSync(new Uint8Array(await zip.arrayBuffer()));
  expect(JSON.parse(strFromU8(files['deals.json'] ?? new Uint8Array()))).toEqual([
    aDeal(1, 'inquiry'),
    aDeal(2, 'loi'),
  ]);
  const readme = strFromU8(files['README.txt'] ?? new Uint8Array());
  for (const name of ['documents/tax.pdf', 'documents/__up.txt', 'deals: 2']) expect(readme).toContain(name);
});

it('writes nested values as JSON and runs no formula', () => {
  expect(
    tableToCsv([
      { a: '=1', b: { c: 1 } },
      { b: null, d: true },
    ]),
  ).toBe('\uFEFFa,b,d\r\n\'=1,"{""c"":1}",\r\n,,true\r\n');
});
