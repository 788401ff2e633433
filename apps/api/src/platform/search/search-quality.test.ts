import { createRandom, type Random } from '#workflows/sample-data/random.ts';
import { writeSeedData } from '#workflows/seed-data/seed-data.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { foldLetters, splitWords, removeNoise } from './search-words.ts';

/** Customers in stored form. */
const people = `Amara Abbott|Beatriz Prudhomme|Siobhán O’Donnell|Nguyễn Thị Minh Hạnh|José Calderón Ruiz|Łukasz Wójcik|
Jean-Baptiste Lefèvre|Anne-Marie D’Angelo|Wei-Ling Zhang|Krishnamurthy Subramanian|Oluwaseun Adebayo|Mohammed Al-Rashid|
Søren Kjærgaard|Zoë Vandenberg|Patrick McAllister|Catherine MacDougall|Giuseppe Di Lorenzo|François Beauchamp|Ingrid Håkansson|
Yevgeny Kuznetsov|Aleksandra Nowakowska|Hiroshi Takahashi|Min-jun Park|Thomas Van der Berg|Elizabeth Montgomery-Hughes|
Christopher Blackwood|Margaret Whitfield|Stephen Rosenthal|Theodora Papadopoulos|Xiomara Villanueva|Rajesh Chakraborty|
Fatima El Haddad|Desmond Okonkwo|Philippa Greenhalgh|Nathaniel Fitzgerald|Guadalupe Hernández|Isabella Castellanos|
Bartholomew Quigley|Rosalind Featherstone|Cornelius Haverford|Dr. Leonard Brightwater, DDS|Prof. Wilhelmina Strauss|
Gabriella Mastroianni|Emmanuel Nkrumah|Tariq Mahmood|Saoirse Gallagher|Bjørn Thorvaldsen|Anastasia Volkov|Darnell Washington|
Łucja Kaźmierczak|Åse Løvenskiold|Ljubica Đorđević|Guðrún Þórðardóttir|Jürgen Weißbrodt|Aylin Yıldırım|Priyanka Venkatesan|Jedediah Stonebridge|Marisol Quintanilla|Cassandra Wolfenstein|Frederick Lindqvist|Octavia Pemberton|
Keʻalohilani Kamakawiwoʻole|María de la Cruz Ibáñez|Thomas St. Clair`;
const companies = `Riverbend Family Medicine, LLC|St. Mary’s Home Health Agency Inc.|Lone Star Physical Therapy PLLC|A.B.C. Pediatrics, P.A.|
Blue Heron Dental Group|Cascade Hospice & Palliative Care|O’Reilly-Baker Pharmacy|24/7 Urgent Care of Tulsa|Northgate Veterinary Hospital|
Müller Orthopädie GmbH|Sunnyvale Behavioral Health Co.|Pinecrest Laboratories Ltd.|Queen’s Harbor Imaging`;
const phones = [
  '+44 20 7946 0958',
  '+1 (312) 555-0148',
  '+49 30 12345678',
  '+33 1 23 45 67 89',
  '(503) 555-0199',
];

type SearchedCustomer = {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
};
type Search = { readonly typed: string; readonly name: string; readonly isMisspelled: boolean };

const searchedCustomers: SearchedCustomer[] = [...listNames(people), ...listNames(companies)].map(
  (name, index) => ({
    name,
    email:
      index % 3 === 0
        ? `office${String(index)}@${splitWords(name).slice(-1).join('')}-clinic${String(index)}.example`
        : null,
    phone: phones[index] ?? null,
  }),
);

let api: TestApi;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  const workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const owner = { workspaceId, userId: admin.userId };
  const noise = { customers: 1500, activities: 1500, onProgress: () => undefined };
  await writeSeedData(api.booted.platform.runner, owner, noise);
  for (const customer of searchedCustomers) await admin.post('/users', customer);
}, 120_000);
afterAll(() => api.close());

it('finds what is typed in full, in part, in other orders, and in other spellings of the same', async () => {
  const searches = searchedCustomers.flatMap(createExactSearches);
  expect(searches.length).toBeGreaterThan(300);
  const missed = await listMissed(searches);
  expect(missed.length / searches.length, missed.join('\n')).toBeLessThan(0.01);
}, 300_000);

it('finds what is misspelled by a letter, or by two in a long word', async () => {
  const random = createRandom(15);
  const searches = [
    ...searchedCustomers.flatMap((customer) => createMisspelledSearches(customer, random)),
    ...byHand,
  ];
  expect(searches.length).toBeGreaterThan(200);
  const missed = await listMissed(searches);
  expect(missed.length / searches.length, missed.join('\n')).toBeLessThan(0.05);
}, 300_000);

it('finds names whose parts are joined or separate', async () => {
  const searches = (
    [
      ['vanderberg', 'Thomas Van der Berg'],
      ['vander berg', 'Thomas Van der Berg'],
      ['dilorenzo', 'Giuseppe Di Lorenzo'],
      ['elhaddad fatima', 'Fatima El Haddad'],
      ['delacruz', 'María de la Cruz Ibáñez'],
      ['dela cruz', 'María de la Cruz Ibáñez'],
      ['stclair', 'Thomas St. Clair'],
      ["ke'alohilani kamakawiwo'ole", 'Keʻalohilani Kamakawiwoʻole'],
      ['kamakawiwoole', 'Keʻalohilani Kamakawiwoʻole'],
      ['mc allister', 'Patrick McAllister'],
      ['QUEEN S HARBOR', 'Queen’s Harbor Imaging'],
      ['queen s', 'Queen’s Harbor Imaging'],
    ] as const
  ).map(([typed, name]) => ({ typed, name, isMisspelled: false }));
  expect(await listMissed(searches)).toEqual([]);
});

/** Misspellings that people make. */
const byHand: readonly Search[] = (
  [
    ['abot', 'Amara Abbott'],
    ['amarra abbot', 'Amara Abbott'],
    ['Beariz Prudhome', 'Beatriz Prudhomme'],
    ['Shiobhan ODonell', 'Siobhán O’Donnell'],
    ['lefevbre', 'Jean-Baptiste Lefèvre'],
    ['mcalister', 'Patrick McAllister'],
    ['catherin macdougal', 'Catherine MacDougall'],
    ['kristopher blackwood', 'Christopher Blackwood'],
    ['rivrbend family', 'Riverbend Family Medicine, LLC'],
    ['pharmcy reilly', 'O’Reilly-Baker Pharmacy'],
    ['hosptal northgate', 'Northgate Veterinary Hospital'],
    ['papadopolous', 'Theodora Papadopoulos'],
  ] as const
).map(([typed, name]) => ({ typed, name, isMisspelled: true }));

function listNames(text: string): string[] {
  return text.split('|').map((name) => name.trim());
}

function createExactSearches({ name, email, phone }: SearchedCustomer): Search[] {
  const words = removeNoise(splitWords(name));
  const [first = '', ...others] = words;
  const last = words.at(-1) ?? '';
  const digits = phone?.replaceAll(/\D/g, '') ?? '';
  const typed = [
    name,
    name.toUpperCase(),
    words.join('  '),
    others.length === 0 ? null : `${others.join(' ')}, ${first}`,
    others.length === 0 ? null : `${first.charAt(0)}. ${others.join(' ')}`,
    `Dr. ${words.join(' ')} MD`,
    name.replaceAll(/[’'.-]/g, ''),
    foldLetters(name),
    `${first.slice(0, 4)} ${last.slice(0, 4)}`,
    email,
    email?.split('@')[1] ?? null,
    phone,
    ...(phone === null ? [] : [digits, digits.slice(-7), digits.slice(-10), `00${digits}`]),
    phone?.startsWith('+44') === true ? '020 7946 0958' : null,
  ];
  return typed.flatMap((text) => (text === null ? [] : [{ typed: text, name, isMisspelled: false }]));
}

function createMisspelledSearches({ name }: SearchedCustomer, random: Random): Search[] {
  const words = removeNoise(splitWords(name));
  const long = words.filter((word) => word.length >= 4);
  return long.flatMap((word) => {
    const wrong = [misspell(word, random), misspell(word, random)];
    const twice = word.length >= 8 ? [misspell(misspell(word, random), random)] : [];
    return [...wrong, ...twice]
      .filter((text) => text !== word)
      .map((text) => ({
        typed: words.map((other) => (other === word ? text : other)).join(' '),
        name,
        isMisspelled: true,
      }));
  });
}

/** The word with one letter wrong, missing, extra, or swapped with the next. */
function misspell(word: string, random: Random): string {
  const at = random.below(word.length - 1);
  const letter = String.fromCodePoint(97 + random.below(26));
  const [start, end] = [word.slice(0, at), word.slice(at + 1)];
  return random.pick([
    `${start}${letter}${end}`,
    `${start}${end}`,
    `${start}${letter}${word.slice(at)}`,
    `${start}${word.charAt(at + 1)}${word.charAt(at)}${word.slice(at + 2)}`,
  ]);
}

type Row = { readonly name: string };

/** The searches that do not find their customer among the first five, exact searches before similar ones. */
async function listMissed(searches: readonly Search[]): Promise<string[]> {
  const missed: string[] = [];
  for (const { typed, name, isMisspelled } of searches) {
    const { body } = await admin.get(`/users?limit=25&q=${encodeURIComponent(typed)}`);
    const shown: Row[] = isMisspelled ? [...body.users, ...body.similar] : body.users;
    if (!shown.slice(0, 5).some((row) => row.name === name))
      missed.push(
        `${typed} → ${name}: ${shown
          .slice(0, 5)
          .map((row) => row.name)
          .join(', ')}`,
      );
  }
  return missed;
}
