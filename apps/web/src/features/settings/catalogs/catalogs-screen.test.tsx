import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { openWork, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import CatalogsScreen from './catalogs-screen.tsx';

const hot = {
  id: anId(1),
  name: 'Hot',
  useCount: 3,
  uses: [
    { recordType: 'customer', count: 2 },
    { recordType: 'document', count: 1 },
  ],
};
const cold = { id: anId(2), name: 'Cold', useCount: 0, uses: [] };

function stubCatalogs(answers: Parameters<typeof stubApi>[0] = {}): Call[] {
  return stubApi({
    'GET /tags/use': () => ({ tags: [hot, cold] }),
    'GET /sources/use': () => ({ sources: [] }),
    ...answers,
  });
}
async function choose(name: string, act: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: act }));
}
const listWrites = (calls: Call[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);

it('links a tag to its customers and files', async () => {
  stubCatalogs();
  await openWork(<CatalogsScreen />);
  expect(await screen.findByRole('link', { name: '2 customers' })).toHaveAttribute(
    'href',
    `/admin/users?tagId=${hot.id}`,
  );
  expect(screen.getByRole('link', { name: '1 file' })).toHaveAttribute(
    'href',
    `/admin/documents?tagId=${hot.id}`,
  );
  expect(screen.getByText('No sources yet')).toBeVisible();
});

it('says why a name is rejected', async () => {
  stubCatalogs({
    'PATCH /tags/{id}': () => errorResponse(409, 'CONFLICT', { detail: 'Merge them instead.' }),
  });
  await openWork(<CatalogsScreen />);
  await choose('Hot', 'Rename');
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename Hot' }));
  await userEvent.clear(dialog.getByLabelText('Name'));
  await userEvent.click(dialog.getByRole('button', { name: 'Rename' }));
  expect(dialog.getByText('Required')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Name'), 'Cold');
  await userEvent.click(dialog.getByRole('button', { name: 'Rename' }));
  expect(await screen.findByText('Merge them instead.')).toBeVisible();
});

it('has the focus in the name of a new tag', async () => {
  const calls = stubCatalogs({ 'POST /tags': () => ({ tag: cold }) });
  await openWork(<CatalogsScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'Add tag' }));
  await screen.findByRole('dialog', { name: 'Add tag' });
  await userEvent.keyboard('Dental{Enter}');
  expect(await screen.findByText('Added Dental')).toBeVisible();
  expect(listWrites(calls)).toEqual([['POST', '/tags', { name: 'Dental' }]]);
});

it('merges a tag into another one', async () => {
  const calls = stubCatalogs({ 'POST /tags/{id}/merge': () => ({ tag: cold }) });
  await openWork(<CatalogsScreen />);
  await choose('Hot', 'Merge into…');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText('Merge into')).toHaveFocus();
  expect(dialog.getByLabelText('Merge into')).toHaveDisplayValue('Choose a tag');
  expect(dialog.getByRole('button', { name: 'Merge' })).toBeDisabled();
  await userEvent.selectOptions(dialog.getByLabelText('Merge into'), 'Cold');
  await userEvent.click(dialog.getByRole('button', { name: 'Merge' }));
  expect(await screen.findByText('Hot merged')).toBeVisible();
  expect(listWrites(calls)).toEqual([['POST', `/tags/${hot.id}/merge`, { into: cold.id }]]);
});

it('deletes a tag in use only after its name is typed', async () => {
  const calls = stubCatalogs({ 'DELETE /tags/{id}': () => undefined });
  await openWork(<CatalogsScreen />);
  await choose('Hot', 'Delete');
  const dialog = within(screen.getByRole('dialog', { name: 'Delete Hot?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(listWrites(calls)).toEqual([]);
  await userEvent.type(dialog.getByRole('textbox'), 'Hot');
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Hot deleted')).toBeVisible();
});
