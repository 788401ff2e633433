import type { Note } from '@handover/contract/records/notes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { openWork, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import NoteList from './note-list.tsx';

const customerId = anId(7);
const list = <NoteList of={{ type: 'customer', id: customerId }} />;
const aNote = (changes: Partial<Note> = {}): Note => ({
  id: anId(1),
  customerId,
  businessId: null,
  dealId: null,
  kind: 'note',
  body: 'Called the owner',
  occurredAt: '2026-11-20T15:00:00.000Z',
  durationMinutes: null,
  author: { id: anId(3), displayName: 'Sam Staff' },
  mentions: [],
  isPinned: false,
  quarantineId: null,
  createdAt: '2026-11-20T15:00:00.000Z',
  updatedAt: '2026-11-20T15:00:00.000Z',
  version: 1,
  abilities: { canUpdate: true, canDelete: true },
  ...changes,
});
const other = aNote({ id: anId(2), author: { id: anId(4), displayName: 'Ada Admin' } });

async function choose(author: string, action: string): Promise<void> {
  const note = within(await screen.findByRole('article', { name: `Note by ${author}` }));
  await userEvent.click(note.getByRole('button', { name: 'Actions for this note' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
}
const listSavedBodies = (calls: readonly Call[]): unknown[] =>
  calls.filter(({ method, path }) => method === 'PATCH' && path.endsWith(anId(1))).map(({ body }) => body);

it('overwrites the edit of a colleague only after saying so', async () => {
  const theirs = aNote({ body: 'Called the seller', version: 2 });
  let notes = [aNote(), other];
  const calls = stubApi({
    'GET /users/{id}/notes': () => ({ notes, total: 2, nextCursor: null }),
    'PATCH /notes/{id}': ({ path, body }) =>
      path.endsWith(anId(1)) && !JSON.stringify(body).includes('"version":2')
        ? errorResponse(409, 'STALE_VERSION', { current: theirs })
        : { note: other },
  });
  await openWork(list);
  await choose('Sam Staff', 'Edit');
  const text = await screen.findByRole('textbox', { name: 'Note' });
  await userEvent.type(text, ' today');
  notes = [theirs, aNote({ ...other, isPinned: true })];
  await choose('Ada Admin', 'Pin to the top');
  await screen.findByRole('img', { name: 'Pinned' });

  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Someone else changed this note/)).toBeVisible();
  expect(text).toHaveValue('Called the owner today');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(text).not.toBeInTheDocument());
  expect(listSavedBodies(calls)).toEqual([
    { body: 'Called the owner today', version: 1 },
    { body: 'Called the owner today', version: 2 },
  ]);
});

it('has the text again after a reload, and forgets it when editing is canceled', async () => {
  stubApi({ 'GET /users/{id}/notes': () => ({ notes: [aNote()], total: 1, nextCursor: null }) });
  const first = await openWork(list);
  await choose('Sam Staff', 'Edit');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Note' }), ' today');
  first.unmount();
  await openWork(list);
  await choose('Sam Staff', 'Edit');
  expect(await screen.findByRole('textbox', { name: 'Note' })).toHaveValue('Called the owner today');
  expect(screen.getByText('Unsaved changes restored.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await choose('Sam Staff', 'Edit');
  expect(await screen.findByRole('textbox', { name: 'Note' })).toHaveValue('Called the owner');
});

it('asks before a restored text overwrites what a colleague has saved since', async () => {
  const theirs = aNote({ body: 'Called the seller', version: 2 });
  let notes = [aNote()];
  const calls = stubApi({
    'GET /users/{id}/notes': () => ({ notes, total: 1, nextCursor: null }),
    'PATCH /notes/{id}': () => errorResponse(409, 'STALE_VERSION', { current: theirs }),
  });
  const first = await openWork(list);
  await choose('Sam Staff', 'Edit');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Note' }), ' today');
  first.unmount();
  notes = [theirs];
  await openWork(list);
  await choose('Sam Staff', 'Edit');
  expect(await screen.findByRole('textbox', { name: 'Note' })).toHaveValue('Called the owner today');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Someone else changed this note/)).toBeVisible();
  expect(listSavedBodies(calls)).toEqual([{ body: 'Called the owner today', version: 1 }]);
});

it('keeps nothing of a quarantined note on this device', async () => {
  const quarantineId = anId(7);
  stubApi({
    'GET /users/{id}/notes': () => ({
      notes: [aNote({ quarantineId, body: 'Quarantined' })],
      total: 1,
      nextCursor: null,
    }),
    'POST /quarantines/{id}/open': () => ({ content: { text: 'Patient Ruth Vale, SSN 512-33-9087' } }),
  });
  await openWork(list);
  await choose('Sam Staff', 'Edit');
  const text = await screen.findByRole('textbox', { name: 'Note' });
  await userEvent.type(text, ' and more');
  expect(text).toHaveValue('Patient Ruth Vale, SSN 512-33-9087 and more');
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('Ruth');
});
