import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import type { NamedItem } from '#shared/records/form/record-form.ts';
import { openWork, stubApi, type Call } from '#test-setup/work.tsx';
import TagsInput from './tags-input.tsx';

const dental = { id: anId(1), name: 'Dental' };
const listCreatedTags = (calls: readonly Call[]): unknown[] =>
  calls.filter(({ method }) => method === 'POST').map(({ body }) => body);

function Holder(): ReactElement {
  const [tags, setTags] = useState<readonly NamedItem[]>([]);
  return <TagsInput label="Tags" value={tags} onChange={setTags} />;
}

it('takes a known tag whatever its case, and makes a new one on Enter', async () => {
  const user = userEvent.setup();
  const calls = stubApi({
    'GET /tags': () => ({ tags: [dental] }),
    'POST /tags': ({ body }) => ({ tag: { id: anId(2), ...(body as { name: string }) } }),
  });
  await openWork(<Holder />);
  await screen.findByRole('option', { name: 'Dental', hidden: true });
  await user.type(screen.getByRole('combobox', { name: 'Tags' }), 'dental{Enter}Retiring{Enter}');
  await screen.findByRole('button', { name: 'Remove Retiring' });
  expect(screen.getByRole('button', { name: 'Remove Dental' })).toBeVisible();
  expect(listCreatedTags(calls)).toEqual([{ name: 'Retiring' }]);
});

it('keeps both tags that are made one right after the other', async () => {
  const user = userEvent.setup();
  const first = Promise.withResolvers<object>();
  stubApi({
    'GET /tags': () => ({ tags: [] }),
    'POST /tags': ({ body }) => {
      const { name } = body as { name: string };
      return name === 'One' ? first.promise : { tag: { id: anId(3), name } };
    },
  });
  await openWork(<Holder />);
  await user.type(screen.getByRole('combobox', { name: 'Tags' }), 'One{Enter}Two{Enter}');
  expect(await screen.findByRole('button', { name: 'Remove Two' })).toBeVisible();
  first.resolve({ tag: { id: anId(2), name: 'One' } });
  expect(await screen.findByRole('button', { name: 'Remove One' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Remove Two' })).toBeVisible();
});

it('makes no tag of a name that was only left in the field', async () => {
  const user = userEvent.setup();
  const calls = stubApi({ 'GET /tags': () => ({ tags: [dental] }) });
  await openWork(<Holder />);
  await screen.findByRole('option', { name: 'Dental', hidden: true });
  await user.type(screen.getByRole('combobox', { name: 'Tags' }), 'Dent{Tab}');
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Tags' })).not.toHaveFocus());
  expect(listCreatedTags(calls)).toEqual([]);
  expect(screen.queryByRole('button', { name: /Remove/ })).not.toBeInTheDocument();
});
