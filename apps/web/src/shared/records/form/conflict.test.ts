import { expect, it } from 'vitest';
import { conflictsOf, othersChanges, resolve } from './conflict.ts';
import type { FormValues, InputProps, Named, RecordField } from './record-form.ts';

const Input = (_props: InputProps<readonly Named[]>) => null;
const fields: readonly RecordField[] = [
  { key: 'phone', label: 'Phone', kind: 'tel' },
  { key: 'company', label: 'Company', kind: 'text' },
  { key: 'city', label: 'City', kind: 'text' },
  { key: 'tagIds', label: 'Tags', kind: 'items', Input },
];
const base: FormValues = { phone: '111', company: 'Old', city: 'Austin', tagIds: [] };
const versions = (mine: FormValues, theirs: FormValues) => ({
  base,
  mine: { ...base, ...mine },
  theirs: { ...base, ...theirs },
});
const found = (mine: FormValues, theirs: FormValues) =>
  conflictsOf(fields, versions(mine, theirs)).map(({ field, isContested }) => [field.key, isContested]);

it('is about the fields that I changed and that are different now', () => {
  expect(found({ phone: '222', company: 'Mine' }, { phone: '333', city: 'Dallas' })).toEqual([
    ['phone', true],
    ['company', false],
  ]);
});

it('is none where both wrote the same', () => {
  expect(found({ phone: '222' }, { phone: '222' })).toEqual([]);
});

it('ignores the order of tags', () => {
  const [a, b] = [
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B' },
  ];
  expect(found({ tagIds: [a, b] }, { tagIds: [b, a] })).toEqual([]);
});

it('keeps what only they changed, and of mine what was chosen', () => {
  const both = versions({ phone: '222', company: 'Mine' }, { phone: '333', city: 'Dallas' });
  expect(othersChanges(fields, both).map(({ key }) => key)).toEqual(['city']);
  expect(resolve(both, ['company'])).toMatchObject({ phone: '333', company: 'Mine', city: 'Dallas' });
});
