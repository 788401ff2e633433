import type { Random } from '#workflows/sample-data/random.ts';

const firstNames = list(
  'Aaron Beatriz Carl Dolores Ethan Fatima Gordon Hannah Ivan Joyce Kevin Lucia Marcus Nadia Oscar Paula Quinn',
);
const onsets = list('b bl br c ch cl d dr f fr g gr h j k kl l m n p pr qu r s sch sh st t th tr v w wh y z');
const vowels = list('a ai au e ea ee ei i ie o oo ou u y');
const codas = list('b ck d ff g l ll m n nd ng nt p r rd rk rn rt s ss st t tz v x');
const trades = list('Dental Medical Homecare Pharmacy Therapy Veterinary Laboratory Hospice Wellness');
const shareOfOpenSyllables = 0.2;

export type SeedName = { readonly name: string; readonly company: string; readonly email: string };

/**
 * A person with a practice and an address, spelled as variously as real data: a search index over repeated names would
 * not be a realistic benchmark. Pure.
 */
export function createSeedName(random: Random): SeedName {
  const first = random.pick(firstNames);
  const last = createSurname(random);
  const company = `${createSurname(random)} ${random.pick(trades)}`;
  const domain = `${createSurname(random)}${random.pick(trades)}`.toLowerCase();
  const mailbox = `${first}.${last}${String(random.below(100))}`.toLowerCase();
  return { name: `${first} ${last}`, company, email: `${mailbox}@${domain}.example` };
}

function createSurname(random: Random): string {
  const syllables = 2 + random.below(2);
  let letters = '';
  for (let count = 0; count < syllables; count += 1)
    letters +=
      random.pick(onsets) +
      random.pick(vowels) +
      (random.chance(shareOfOpenSyllables) ? '' : random.pick(codas));
  return letters.charAt(0).toUpperCase() + letters.slice(1);
}

function list(words: string): string[] {
  return words.split(' ');
}
