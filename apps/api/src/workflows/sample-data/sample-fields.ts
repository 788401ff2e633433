import { toCalendarDate } from '@handover/domain/local-time.ts';
import type { CustomValues } from '@handover/contract/records/custom-fields.ts';
import { addDays } from '@handover/domain/calendar-dates.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { createField } from '#platform/records/custom-fields/custom-fields.service.ts';
import { createRandom } from './random.ts';

/** Adds custom fields to a workspace; returns a function that gives the next customer values for some of them. */
export async function writeSampleFields(
  work: Work,
  author: Member,
  { seed }: { seed: number },
): Promise<() => CustomValues> {
  // A separate source of random values, so that all other data is the same with and without fields.
  const random = createRandom(seed + 100);
  const make = (name: string, kind: 'text' | 'money' | 'date' | 'choice', labels: readonly string[] = []) =>
    createField(work, author, {
      recordType: 'customer',
      name,
      kind,
      choices: labels.map((label) => ({ label })),
    });
  const buyer = await make('Buyer type', 'choice', [
    'First practice',
    'Second location',
    'Group',
    'Investor',
  ]);
  const worth = await make('Net worth', 'money');
  const renewal = await make('License renewal', 'date');
  const time = await make('Preferred contact time', 'text');
  const today = toCalendarDate(work.now, author.timeZone);
  return () => ({
    ...(random.chance(0.7) && { [buyer.id]: random.pick(buyer.choices).id }),
    ...(random.chance(0.6) && { [worth.id]: (10 + random.below(590)) * 1_000_000 }),
    ...(random.chance(0.5) && { [renewal.id]: addDays(today, random.below(700) - 30) }),
    ...(random.chance(0.4) && { [time.id]: random.pick(contactTimes) }),
  });
}

const contactTimes = [
  'Mornings before 9',
  'Lunch break, 12 to 1',
  'After 5 pm',
  'Fridays, no patients then',
  'By email only',
] as const;
