import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { aProfile } from '#test-setup/profile.ts';
import { openWork, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import { NoteComposer } from './note-composer.tsx';

const customerId = anId(7);
const composer = <NoteComposer of={{ type: 'customer', id: customerId }} kind="note" />;
const listPostCalls = (calls: readonly Call[]): Call[] => calls.filter(({ method }) => method === 'POST');

it('keeps the text when sending fails, and sends the retry under the same key', async () => {
  const user = userEvent.setup();
  let isUp = false;
  const calls = stubApi({
    'POST /users/{id}/notes': () => (isUp ? { note: {} } : errorResponse(503, 'UNAVAILABLE')),
  });
  await openWork(composer);
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Called the owner');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Your text was not lost');
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('Called the owner');
  isUp = true;
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue(''));
  const [first, second] = listPostCalls(calls);
  expect(second?.body).toEqual({ kind: 'note', body: 'Called the owner' });
  expect(second?.key).toBe(first?.key);
  expect(listPostCalls(calls)).toHaveLength(2);
});

it('has the text again after a reload, and forgets it once it is sent', async () => {
  const user = userEvent.setup();
  stubApi({ 'POST /users/{id}/notes': () => ({ note: {} }) });
  const first = await openWork(composer);
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Half a thought');
  first.unmount();
  const second = await openWork(composer);
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('Half a thought');
  await user.keyboard('{Tab}');
  await user.type(screen.getByRole('textbox', { name: 'Note' }), '{Control>}{Enter}{/Control}');
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue(''));
  second.unmount();
  await openWork(composer);
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('');
});

it('shows what was typed in an earlier release, then stores it for this workspace only', async () => {
  const user = userEvent.setup();
  stubApi({});
  const { id, workspaceId } = aProfile();
  const oldKey = `draft:${id}:note:${customerId}`;
  localStorage.setItem(
    oldKey,
    JSON.stringify({
      values: { text: 'Old thought', mentioned: [], occurredAt: '', durationMinutes: '' },
      key: null,
    }),
  );
  await openWork(composer);
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('Old thought');
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 's');
  expect(localStorage.getItem(oldKey)).toBeNull();
  expect(localStorage.getItem(`form-draft:${id}:${workspaceId ?? ''}:note:${customerId}`)).toContain(
    'Old thoughts',
  );
});

it('sends once however often it is pressed', async () => {
  const user = userEvent.setup();
  const calls = stubApi({
    'POST /users/{id}/notes': () => new Promise((resolve) => setTimeout(() => resolve({ note: {} }), 50)),
  });
  await openWork(composer);
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Once');
  const form = screen.getByRole<HTMLFormElement>('form', { name: 'Add note' });
  form.requestSubmit();
  form.requestSubmit();
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue(''));
  expect(listPostCalls(calls)).toHaveLength(1);
});

it('puts the focus on what is missing', async () => {
  const user = userEvent.setup();
  const calls = stubApi({});
  await openWork(composer);
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  expect(screen.getByText('Required')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveFocus();
  expect(listPostCalls(calls)).toEqual([]);
});

it('offers colleagues after an @ and stores the people it mentions', async () => {
  const user = userEvent.setup();
  const jordan = {
    id: anId(3),
    displayName: 'Jordan Reyes',
    email: 'jordan@example.com',
    photoURL: null,
    role: 'STAFF',
  };
  const calls = stubApi({
    'GET /members': () => ({ members: [jordan] }),
    'POST /users/{id}/notes': () => ({ note: {} }),
  });
  await openWork(composer);
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Ask @rey');
  await screen.findByRole('option', { name: 'Jordan Reyes' });
  await user.keyboard('{Enter}please');
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('Ask @Jordan Reyes please');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() =>
    expect(listPostCalls(calls)[0]?.body).toEqual({
      kind: 'note',
      body: `Ask @[Jordan Reyes](${anId(3)}) please`,
    }),
  );
});

it('logs a call at the time of the workspace, whatever the zone of the browser', async () => {
  const user = userEvent.setup();
  const calls = stubApi({ 'POST /users/{id}/notes': () => ({ note: {} }) });
  await openWork(<NoteComposer of={{ type: 'customer', id: customerId }} kind="call" />);
  await user.type(screen.getByRole('textbox', { name: 'Call notes' }), 'Agreed on a visit');
  fireEvent.change(screen.getByLabelText('When'), { target: { value: '2026-11-20T09:30' } });
  await user.click(screen.getByRole('button', { name: 'Log call' }));
  await waitFor(() => expect(listPostCalls(calls)).toHaveLength(1));
  expect(listPostCalls(calls)[0]?.body).toMatchObject({ occurredAt: '2026-11-20T15:30:00.000Z' });
});
