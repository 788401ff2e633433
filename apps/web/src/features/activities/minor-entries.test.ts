import type { Activity, ActivityType } from '@handover/contract/records/activities.ts';
import { expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { groupMinor, isRepeatedSignIn, formatMinorTitle } from './minor-entries.ts';

const createEntry = (number: number, type: ActivityType): Activity => ({
  id: anId(number),
  type,
  occurredAt: '2026-11-20T15:00:00.000Z',
  actor: null,
  subject: { kind: 'customer', id: anId(100), label: null, excerpt: null },
  business: null,
  changedFields: [],
  stages: null,
  delivery: null,
});

it('puts sign-ins and edits that follow one another together, and keeps the order', () => {
  const runs = groupMinor([
    createEntry(1, 'customer.signed_in'),
    createEntry(2, 'customer.updated'),
    createEntry(3, 'customer.updated'),
    createEntry(4, 'note.added'),
    createEntry(5, 'customer.signed_in'),
    createEntry(6, 'email.sent'),
  ]);
  expect(runs.map((run) => run.map(({ id }) => id))).toEqual([
    [anId(1), anId(2), anId(3)],
    [anId(4)],
    [anId(5)],
    [anId(6)],
  ]);
  expect(formatMinorTitle(runs[0] ?? [])).toBe('1 sign-in and 2 changes');
});

it('recognizes a sign-in that repeats the one above it', () => {
  const kim = { id: anId(50), displayName: 'Kim' };
  const signIn = { ...createEntry(1, 'customer.signed_in'), actor: kim };
  expect(isRepeatedSignIn(signIn, signIn)).toBe(true);
  expect(isRepeatedSignIn(signIn, { ...signIn, actor: { ...kim, id: anId(51) } })).toBe(false);
  expect(isRepeatedSignIn(signIn, { ...signIn, type: 'email.sent' })).toBe(false);
  expect(isRepeatedSignIn(signIn, undefined)).toBe(false);
});
