import { expect, it } from 'vitest';
import { listConflicts, listRemoteChanges, resolve } from './conflict.ts';
import type { FormValues, InputProps, NamedItem, RecordField } from './record-form.ts';

const Input = (_props: InputProps<readonly NamedItem[]>) => null;
const fields: readonly RecordField[] = [
  { key: 'phone', label: 'Phone', kind: 'tel' },
  { key: 'company', label: 'Company', kind: 'text' },
  { key: 'city', label: 'City', kind: 'text' },
  { key: 'tagIds', label: 'Tags', kind: 'items', Input },
];
const base: FormValues = { phone: '111', company: 'Old', city: 'Austin', tagIds: [] };
const createVersions = (mine: FormValues, theirs: FormValues) => ({
  base,
  mine: { ...base, ...mine },
  theirs: { ...base, ...theirs },
});
const listFoundConflicts = (mine: FormValues, theirs: FormValues) =>
  listConflicts(fields, createVersions(mine, theirs)).map(({ field, isContested }) => [
    field.key,
    isContested,
  ]);

it('is about the fields that I changed and that are different now', () => {
  expect(listFoundConflicts({ phone: '222', company: 'Mine' }, { phone: '333', city: 'Dallas' })).toEqual([
    ['phone', true],
    ['company', false],
  ]);
});

it('is none where both wrote the same', () => {
  expect(listFoundConflicts({ phone: '222' }, { phone: '222' })).toEqual([]);
});

it('ignores the order of tags', () => {
  const [a, b] = [
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B' },
  ];
  expect(listFoundConflicts({ tagIds: [a, b] }, { tagIds: [b, a] })).toEqual([]);
});

it('keeps what only they changed, and of mine what was chosen', () => {
  const both = createVersions({ phone: '222', company: 'Mine' }, { phone: '333', city: 'Dallas' });
  expect(listRemoteChanges(fields, both).map(({ key }) => key)).toEqual(['city']);
  expect(resolve(both, ['company'])).toMatchObject({ phone: '333', company: 'Mine', city: 'Dallas' });
});
