import { createTestDatabase, type TestDatabase } from '@handover/testing/database.ts';
import { sql } from 'kysely';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type DatabaseClient } from '#db/client.ts';
import { createSearchText } from './search-entries.ts';
import {
  countTypos,
  foldLetters,
  joinParticles,
  canDifferBy,
  parseSearch,
  rankTitle,
  splitWords,
  removeNoise,
} from './search-words.ts';

let database: TestDatabase;
let client: DatabaseClient;
beforeAll(async () => {
  database = await createTestDatabase();
  client = openDatabase({ connectionString: database.connectionString, onError: () => undefined });
});
afterAll(async () => {
  await client.close();
  await database.drop();
});

async function read<T>(query: ReturnType<typeof sql<{ value: T }>>): Promise<T | undefined> {
  return (await query.execute(client.db)).rows[0]?.value;
}
const listTerms = (...parts: string[]) =>
  read(sql<{ value: string[] }>`SELECT search_terms(${createSearchText(parts)}) AS value`);

it.each([
  "Siobhán O'Donnell & Sons",
  'O’Brien-Smith, J. P.',
  String.raw`C:\share 100%_done "quoted" it's`,
  '李小龍診所 عيادة الأمل 🏥🩺 dental',
  'Łukasz Żółć — Müller/Straße «Praxis»…',
  "a:* | !b <-> 'c' {x} [y] ~z^",
  'Keʻalohilani Kamakawiwoʻole, Ka′ala ʹʺʽˈꞌ',
])('splits %s into the same words in the database and here', async (text) => {
  const words = await read(sql<{ value: string[] }>`SELECT search_split(${foldLetters(text)}) AS value`);
  expect(splitWords(text)).toEqual(words);
});

it('leaves out the same titles and legal forms in the database and here', async () => {
  const words = 'dr jane md smith llc dds pharmd companies corporation and the'.split(' ');
  const rest = await read(
    sql<{
      value: string[];
    }>`SELECT array_agg(word ORDER BY n) AS value FROM unnest(${words}::text[]) WITH ORDINALITY AS t (word, n) WHERE NOT search_is_noise(word)`,
  );
  expect(removeNoise(words)).toEqual(rest);
});

it.each([
  'Willem van der Meer',
  'María de la Cruz-St. Clair',
  'Ann Lee',
  'La La La La Land',
  'Pádraig Ó Súilleabháin',
])('joins the parts of %s in the database and here', async (name) => {
  const words = splitWords(name);
  const joined = await read(
    sql<{ value: string[] }>`SELECT search_join_particles(${words}::text[]) AS value`,
  );
  expect(joinParticles(words)).toEqual(joined);
});

const listTypoKeys = (word: string) =>
  read(
    sql<{
      value: number[];
    }>`SELECT search_typo_keys('018f0000-0000-7000-8000-000000000000', 'customer', ${word}) AS value`,
  );

it.each([
  ['abott', 'abbot'],
  ['amarra', 'amara'],
  ['kowalsky', 'kowalski'],
  ['garcia9', 'garcia'],
])('gives %s and %s a key in common', async (typed, word) => {
  const keys = new Set(await listTypoKeys(word));
  expect((await listTypoKeys(typed))?.some((key) => keys.has(key))).toBe(true);
});

it.each(['1234567', '90210', 'md'])('gives %s no keys: only words of letters are corrected', async (word) => {
  expect(await listTypoKeys(word)).toEqual([]);
});

it.each([
  ['(555) 006-4291', ['5550064291', '0064291', '4291']],
  ['555.006.4291', ['5550064291', '0064291', '4291']],
  ['+15550064291', ['15550064291', '5550064291', '0064291', '4291']],
  ['912 345 678', ['912345678', '12345678', '2345678', '5678']],
])('finds %s by its whole, and by its ends as they are dialed in its country', async (number, ends) => {
  const terms = await listTerms('Ann Lee', number);
  expect(terms?.filter((term) => term.startsWith('3'))).toEqual(ends.map((end) => `3${end}`).toSorted());
});

it.each([['ann.m@mail.example.com', ['annmmailexamplecom', 'mailexamplecom', 'ann']]])(
  'finds %s by its whole, its domain, and the words before the @',
  async (address, words) => {
    const terms = await listTerms('Lee', address);
    expect(terms?.filter((term) => term.startsWith('3'))).toEqual(words.map((word) => `3${word}`).toSorted());
  },
);

it('gives a record without any text an empty title', async () => {
  expect(await listTerms()).toEqual(['=']);
});

it('takes terms with their place from a text', async () => {
  const terms = await listTerms(
    'Dr. Ann-Marie Abbott',
    'ann.m@mail.example.com',
    'Abbott Dental',
    '+442079460958',
  );
  expect(terms?.toSorted()).toEqual(
    [
      '0ann',
      '1abbott',
      '1annmarie',
      '1dr',
      '1marie',
      '2dental',
      '30958',
      '32079460958',
      '3442079460958',
      '39460958',
      '3annmmailexamplecom',
      '379460958',
      '3mailexamplecom',
      '3079460958',
      '=abbott ann marie',
    ].toSorted(),
  );
});

it('treats names as one word, however their parts are joined', async () => {
  expect(joinParticles(splitWords('María de la Cruz'))).toEqual(['dela', 'delacruz', 'lacruz']);
  expect(joinParticles(splitWords('La La La La Land'))).toHaveLength(9);
  expect(await listTerms('Willem van der Meer')).toEqual(
    expect.arrayContaining(['0willem', '1meer', '1vandermeer', '1dermeer']),
  );
  expect(await listTerms('Keʻalohilani')).toContain('0kealohilani');
});

it('counts wrong, missing, extra, and swapped letters', () => {
  const counted = (
    [
      ['abbott', 'abbott'],
      ['abot', 'abbott'],
      ['smtih', 'smith'],
      ['jon', 'john'],
      ['kristopher', 'christopher'],
    ] as const
  ).map(([one, other]) => countTypos(one, other));
  expect(counted).toEqual([0, 1, 1, 1, 2]);
});

it('excludes words by their letters only if they differ in too many', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcdeéßŁя'), minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(word, word, (one, other) => canDifferBy(countTypos(one, other), one, other)),
    { numRuns: 2000 },
  );
  expect(canDifferBy(2, 'thistelwod', 'thistlewood')).toBe(true);
  expect(canDifferBy(2, 'thistelwod', 'haistklousssta')).toBe(false);
});

it('reads a query as words and numbers', () => {
  expect(parseSearch('Dr. Amara Abbott, DDS').map(({ texts }) => texts)).toEqual([['amara'], ['abbott']]);
  expect(parseSearch('020 7946 0958').map(({ texts }) => texts)).toEqual([['2079460958', '02079460958']]);
  expect(parseSearch('+44 (0)20 7946 0958').map(({ texts }) => texts[1])).toEqual(['442079460958']);
  expect(parseSearch('0049 (0)89 2180-6734').map(({ texts }) => texts[1])).toEqual(['498921806734']);
  expect(parseSearch('smith-jones')).toEqual([
    { texts: ['smithjones'], parts: ['smith', 'jones'], isNumber: false },
  ]);
  expect(parseSearch('LLC').map(({ texts }) => texts)).toEqual([['llc']]);
  expect(parseSearch(' %% ')).toEqual([]);
});

it('takes letters without an accent of their own as they are typed on an English keyboard', async () => {
  expect(foldLetters('Łukasz Bjørnstad Đorđević Þórðardóttir Großmann Yıldırım Næss')).toBe(
    'lukasz bjornstad dordevic thordardottir grossmann yildirim naess',
  );
  expect(await listTerms('Łucja Løvenskiold')).toEqual(expect.arrayContaining(['0lucja', '1lovenskiold']));
  expect(parseSearch('Łucja').map(({ texts }) => texts)).toEqual([['lucja']]);
});

it('ranks titles', () => {
  const rank = (query: string, title: string) => rankTitle(title, parseSearch(query));
  expect(rank('abbott, amara', 'Dr. Amara Abbott')).toBe(0);
  expect(rank('amara ab', 'Amara Abbott')).toBe(1);
  expect(rank('abb am', 'Amara Abbott')).toBe(2);
  expect(rank('bott', 'Amara Abbott')).toBe(3);
  expect(rank('odonnell', 'Mary O’Donnell')).toBe(2);
  expect(rank('dental', 'Amara Abbott')).toBe(4);
  expect(rank('vandermeer', 'Willem van der Meer')).toBe(2);
});

it('cuts what is too long for an index', async () => {
  const long = 'x'.repeat(70_000);
  const terms = await listTerms(`Ann ${long}`, `${long}@x.test`, '1'.repeat(70_000), long);
  expect(terms?.every((term) => term.length <= 400)).toBe(true);
  expect(terms).toContain(`1${'x'.repeat(100)}`);
});
