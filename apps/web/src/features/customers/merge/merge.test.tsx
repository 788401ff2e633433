import type { Merge, MergePreview } from '@handover/contract/records/merges.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { aCustomerDetail, anId } from '#test-setup/records.ts';
import { openWork, getUrl, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import { MergeRecord } from './merge-record.tsx';
import { MergeScreen } from './merge-screen.tsx';
import MergeWithDialog from './merge-with-dialog.tsx';

const moved = [
  { one: 'timeline entry', many: 'timeline entries', count: 1000 },
  { one: 'note', many: 'notes', count: 1 },
  { one: 'task', many: 'tasks', count: 0 },
  { one: 'email', many: 'emails', count: 2 },
  { one: 'contact detail', many: 'contact details', count: 1 },
  { one: 'login', many: 'logins', count: 1 },
];
const aPreview = (changes: Partial<MergePreview> = {}): MergePreview => ({
  survivor: aCustomerDetail(1, { id: anId(1), name: 'Ann Lee', city: null, version: 3 }),
  other: aCustomerDetail(2, {
    id: anId(2),
    name: 'Anne Leigh',
    phone: '212 555 0101',
    addressLine1: '9 River St',
    city: 'Troy',
    version: 5,
  }),
  fields: [
    { field: 'name', isFromOther: false },
    { field: 'phone', isFromOther: true },
    { field: 'addressLine1', isFromOther: true },
    { field: 'city', isFromOther: true },
  ],
  moved,
  obstacle: null,
  ...changes,
});
const aMerge = (changes: Partial<Merge> = {}): Merge => ({
  id: anId(9),
  survivor: { id: anId(1), name: 'Ann Lee' },
  merged: { id: anId(2), name: 'Anne Leigh' },
  moved,
  fields: ['phone'],
  unused: [{ field: 'name', value: 'Anne Leigh' }],
  createdBy: { id: anId(3), displayName: 'Jordan Reyes' },
  createdAt: '2026-11-20T15:00:00.000Z',
  undoneBy: null,
  undoneAt: null,
  storedFields: [],
  canUndo: true,
  obstacle: null,
  ...changes,
});
const undone = aMerge({
  undoneBy: { id: anId(3), displayName: 'Jordan Reyes' },
  undoneAt: '2026-11-21T15:00:00.000Z',
  storedFields: ['city', 'contactPoints'],
  canUndo: false,
});
const compare = <MergeScreen id={anId(1)} otherId={anId(2)} />;
const listMerges = (calls: readonly Call[]): Call[] => calls.filter(({ path }) => path.endsWith('/merge'));

describe('comparing', () => {
  it('shows both values of differing fields, what will move, and the default choice', async () => {
    stubApi({ 'GET /users/{id}/merge-preview/{otherId}': () => ({ preview: aPreview() }) });
    await openWork(compare);
    const name = within(await screen.findByRole('radiogroup', { name: 'Name' }));
    expect(name.getByRole('radio', { name: 'Ann Lee Ann Lee' })).toBeChecked();
    const phone = within(screen.getByRole('radiogroup', { name: 'Phone' }));
    expect(phone.getByRole('radio', { name: 'Ann Lee Empty' })).not.toBeChecked();
    expect(phone.getByRole('radio', { name: 'Anne Leigh 212 555 0101' })).toBeChecked();
    expect(screen.getByRole('radio', { name: 'Anne Leigh 9 River St, Troy' })).toBeChecked();
    const moves = screen.getByRole('region', { name: 'Records to move' });
    expect(
      within(moves)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['1,000 timeline entries', '1 note', '2 emails', '1 contact detail', '1 login']);
    expect(screen.getByRole('link', { name: 'Keep this customer instead' })).toHaveAttribute(
      'href',
      `/admin/users/duplicates/${anId(2)}/${anId(1)}`,
    );
  });

  it('merges with the chosen values, an address as a whole, and undoes it from the message', async () => {
    const user = userEvent.setup();
    const calls = stubApi({
      'GET /users/{id}/merge-preview/{otherId}': () => ({ preview: aPreview() }),
      'POST /users/{id}/merge': () => ({ merge: aMerge() }),
      'POST /merges/{id}/undo': () => ({ merge: undone }),
    });
    await openWork(compare);
    await user.click(await screen.findByRole('radio', { name: 'Anne Leigh Anne Leigh' }));
    const phone = within(screen.getByRole('radiogroup', { name: 'Phone' }));
    await user.click(phone.getByRole('radio', { name: 'Ann Lee Empty' }));
    await user.click(screen.getByRole('button', { name: 'Merge' }));
    await waitFor(() => expect(getUrl().pathname).toBe(`/admin/users/view/${anId(1)}`));
    expect(listMerges(calls).map(({ body }) => body)).toEqual([
      { version: 3, otherId: anId(2), otherVersion: 5, fromOther: ['name', 'addressLine1', 'city'] },
    ]);
    expect(listMerges(calls)[0]?.key).not.toBeNull();
    expect(screen.getByText('Anne Leigh was merged into Ann Lee')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(
      await screen.findByText(
        'Anne Leigh was restored. Ann Lee keeps the values changed since: city and other contact details',
      ),
    ).toBeVisible();
  });

  it('shows both current records when one was changed in the meantime, and keeps what was chosen', async () => {
    const user = userEvent.setup();
    let preview = aPreview();
    const calls = stubApi({
      'GET /users/{id}/merge-preview/{otherId}': () => ({ preview }),
      'POST /users/{id}/merge': ({ body }) =>
        (body as { otherVersion: number }).otherVersion === preview.other.version
          ? { merge: aMerge() }
          : errorResponse(409, 'STALE_VERSION'),
    });
    await openWork(compare);
    await user.click(await screen.findByRole('radio', { name: 'Anne Leigh Anne Leigh' }));
    preview = aPreview({ other: { ...preview.other, name: 'Anne B. Leigh', version: 6 } });
    await user.click(screen.getByRole('button', { name: 'Merge' }));
    expect(await screen.findByText(/was changed/)).toBeVisible();
    expect(await screen.findByRole('radio', { name: 'Anne B. Leigh Anne B. Leigh' })).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Merge' }));
    await waitFor(() => expect(getUrl().pathname).toBe(`/admin/users/view/${anId(1)}`));
    expect(listMerges(calls).map(({ body }) => body)).toMatchObject([
      { otherVersion: 5 },
      { otherVersion: 6 },
    ]);
  });

  it('explains why two cannot be merged, and does not offer it', async () => {
    const obstacle = 'Both customers can sign in, so they cannot be merged.';
    stubApi({ 'GET /users/{id}/merge-preview/{otherId}': () => ({ preview: aPreview({ obstacle }) }) });
    await openWork(compare);
    expect(await screen.findByText(obstacle)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Merge' })).not.toBeInTheDocument();
    expect(screen.queryByRole('radio')).not.toBeInTheDocument();
  });

  it.each([
    [404, 'These two cannot be compared'],
    [403, 'No access'],
    [503, 'The two customers could not be compared'],
  ])('answers a %i with its own state', async (status, title) => {
    stubApi({ 'GET /users/{id}/merge-preview/{otherId}': () => errorResponse(status, 'REFUSED') });
    await openWork(compare);
    expect(await screen.findByText(title)).toBeVisible();
  });
});

describe('a merge that was made', () => {
  it('is undone after a confirmation that says what does not change', async () => {
    const user = userEvent.setup();
    let merge = aMerge();
    stubApi({
      'GET /merges/{id}': () => ({ merge }),
      'POST /merges/{id}/undo': () => ({ merge: (merge = undone) }),
    });
    await openWork(<MergeRecord id={anId(9)} />);
    expect(await screen.findByText(/^1,000 timeline entries, 1 note/)).toBeVisible();
    expect(screen.getByText('Name: Anne Leigh')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo merge' }));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Undo this merge?' })).getByRole('button', {
        name: 'Undo merge',
      }),
    );
    expect(
      await screen.findByText(
        'Ann Lee keeps the values changed after the merge: city and other contact details.',
      ),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo merge' })).not.toBeInTheDocument();
  });

  it.each([
    ['Cy was later merged into Ann Lee. Undo that merge first.', /Undo that merge first/],
    [null, 'An administrator can undo this merge.'],
  ])('says why it cannot be: %s', async (obstacle, text) => {
    stubApi({ 'GET /merges/{id}': () => ({ merge: aMerge({ canUndo: false, obstacle }) }) });
    await openWork(<MergeRecord id={anId(9)} />);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo merge' })).not.toBeInTheDocument();
  });
});

it('finds a different customer to merge with', async () => {
  const user = userEvent.setup();
  const [self, other] = [aCustomerDetail(1, { name: 'Ann Lee' }), aCustomerDetail(2, { name: 'Anne Leigh' })];
  stubApi({ 'GET /users': () => ({ users: [self, other], total: 2, nextCursor: null }) });
  await openWork(<MergeWithDialog customer={self} onClose={() => undefined} />);
  const field = screen.getByRole('combobox', { name: 'Customer' });
  await user.click(screen.getByRole('button', { name: 'Compare' }));
  expect(screen.getByText('Choose a customer')).toBeVisible();
  await user.type(field, 'Ann');
  await user.click(await screen.findByRole('option', { name: /Ann Lee/ }));
  await user.click(screen.getByRole('button', { name: 'Compare' }));
  expect(screen.getByText('This is Ann Lee. Choose another customer.')).toBeVisible();
  await user.clear(field);
  await user.type(field, 'Anne');
  await user.click(await screen.findByRole('option', { name: /Anne Leigh/ }));
  await user.click(screen.getByRole('button', { name: 'Compare' }));
  await waitFor(() => expect(getUrl().pathname).toBe(`/admin/users/duplicates/${self.id}/${other.id}`));
});
