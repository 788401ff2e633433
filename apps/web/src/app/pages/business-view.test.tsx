import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { aBusinessDetail, aCustomerDetail, anId } from '#test-setup/records.ts';
import { openWork, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import BusinessView from './business-view.tsx';

const business = aBusinessDetail(3, { owner: { id: anId(7), name: 'Olive Owner' } });
const path = `/admin/business-center/businesses/${business.id}`;
const none = { total: 0, nextCursor: null };

async function open(answers: Parameters<typeof stubApi>[0] = {}): Promise<Call[]> {
  const calls = stubApi({
    'GET /businesses/{id}': () => ({ business }),
    'GET /businesses/{id}/activities': () => ({ activities: [], ...none }),
    'GET /businesses/{id}/notes': () => ({ notes: [], ...none }),
    'GET /businesses/{id}/tasks': () => ({ tasks: [], ...none }),
    'GET /businesses/{id}/emails': () => ({ emails: [], ...none, delivery: 'smtp' }),
    'GET /members': () => ({ members: [] }),
    'GET /users/{id}': () => ({ user: aCustomerDetail(7, { email: null }) }),
    ...answers,
  });
  await openWork(
    <Routes>
      <Route path="/admin/business-center/businesses/:id" element={<BusinessView />} />
    </Routes>,
    { address: path },
  );
  return calls;
}

const listPostCalls = (calls: readonly Call[]): Call[] => calls.filter(({ method }) => method === 'POST');

it('writes a note on the business, and on its owner unless that is switched off', async () => {
  const user = userEvent.setup();
  const calls = await open({ 'POST /businesses/{id}/notes': () => ({ note: {} }) });
  const composer = within(await screen.findByRole('region', { name: 'Write' }));
  await user.type(composer.getByRole('textbox', { name: 'Note' }), 'Landlord agrees');
  await user.click(composer.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(listPostCalls(calls)).toHaveLength(1));
  expect(listPostCalls(calls)[0]?.body).toEqual({
    kind: 'note',
    body: 'Landlord agrees',
    customerId: anId(7),
  });
  await user.click(composer.getByRole('checkbox', { name: 'Also add to Olive Owner' }));
  await user.type(composer.getByRole('textbox', { name: 'Note' }), 'Only here');
  await user.click(composer.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(listPostCalls(calls)[1]?.body).toEqual({ kind: 'note', body: 'Only here' }));
});

it('shows its own timeline, notes, tasks, and emails', async () => {
  const user = userEvent.setup();
  const calls = await open();
  expect(await screen.findByText('No activity yet')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Calls and meetings' }));
  await waitFor(() =>
    expect(calls.findLast(({ path }) => path.endsWith('/activities'))?.query.getAll('type')).toEqual([
      'calls',
    ]),
  );
  expect(screen.queryByRole('button', { name: 'Changes' })).toBeNull();
  for (const [tab, text] of [
    ['Notes', 'No notes yet'],
    ['Tasks', 'No open tasks'],
    ['Conversation', 'No emails yet'],
  ] as const) {
    await user.click(screen.getByRole('tab', { name: tab }));
    expect(await screen.findByText(text)).toBeVisible();
  }
});

it('says that a business is not found, and when it could not be loaded', async () => {
  await open({ 'GET /businesses/{id}': () => errorResponse(404, 'NOT_FOUND') });
  expect(await screen.findByText('Business not found')).toBeVisible();
  expect(screen.getByRole('link', { name: 'All businesses' })).toHaveAttribute(
    'href',
    '/admin/business-center',
  );
});
