import type { AccessGrant } from '@handover/contract/records/access-grants.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import AccessPanel from './access-panel.tsx';
// Loaded up front, so that tests on a slow machine do not wait for them.
import './invite-link-dialog.tsx';
import './share-dialog.tsx';

const of = { type: 'business', id: anId(1) } as const;

function aGrant(index: number, changes: Partial<AccessGrant> = {}): AccessGrant {
  return {
    id: anId(index),
    recordType: 'business',
    recordId: of.id,
    person: { id: anId(100 + index), displayName: `Person ${String(index)}` },
    email: null,
    state: 'active',
    level: 'view',
    documentLevel: 0,
    grantedBy: { id: anId(99), displayName: 'Jordan Blake' },
    createdAt: '2026-11-20T12:00:00.000Z',
    expiresAt: null,
    abilities: { canUpdate: true },
    ...changes,
  };
}

const invited = aGrant(11, {
  person: null,
  email: 'cpa@example.com',
  state: 'invited',
  level: 'contribute',
  // Midnight in Chicago: December 1 is the last day.
  expiresAt: '2026-12-02T06:00:00.000Z',
});

function stubGrants(
  accessGrants: AccessGrant[],
  levels = ['view', 'contribute'],
  isStaffLimited = true,
  hasDocumentLevels = false,
) {
  return stubApi({
    'GET /access-grants': () => ({ accessGrants, levels, hasDocumentLevels, isStaffLimited }),
    'GET /members': () => ({
      members: [
        { id: anId(7), displayName: 'Sam Staff', email: 's@handover.test', photoURL: null, role: 'STAFF' },
        { id: anId(8), displayName: 'Ada Admin', email: 'a@handover.test', photoURL: null, role: 'ADMIN' },
      ],
    }),
    'POST /access-grants': ({ body }) => ({
      accessGrant: aGrant(30, body as Partial<AccessGrant>),
      invite: null,
    }),
    'POST /access-grants/{id}/invite': () => ({
      invite: { email: 'cpa@example.com', expiresAt: '2026-12-02T06:00:00.000Z', link: 'http://x/#secret' },
    }),
    'DELETE /access-grants/{id}': () => undefined,
    'POST /access-grants/{id}/restore': () => ({ accessGrant: accessGrants[0] }),
  });
}

it('shows each person with level, last day, and who shared', async () => {
  stubGrants([aGrant(10, { state: 'inactive' }), invited]);
  await openWork(<AccessPanel of={of} />);
  const rows = within(await screen.findByRole('region', { name: 'People with access' })).getAllByRole(
    'listitem',
  );
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/Person 10.*No longer a member.*Can view.*No end date.*Shared by Jordan Blake/),
    expect.stringMatching(/cpa@example\.com.*Invited.*Can contribute.*Until Dec 1, 2026/),
  ]);
});

it('offers no actions without permission to share', async () => {
  stubGrants([aGrant(10, { abilities: { canUpdate: false } })], []);
  await openWork(<AccessPanel of={of} />);
  expect(await screen.findByText('Person 10')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

it('shares with an address until the end of a day in the workspace', async () => {
  const user = userEvent.setup();
  const calls = stubGrants([]);
  await openWork(<AccessPanel of={of} />);
  expect(await screen.findByText(/Not shared with anyone/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Share' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share this business' }));
  await user.click(dialog.getByRole('button', { name: 'Share' }));
  expect(dialog.getByLabelText('Email')).toBeInvalid();
  await user.type(dialog.getByLabelText('Email'), 'cpa@example.com');
  await user.type(dialog.getByLabelText('Access through'), '2026-12-01');
  await user.click(dialog.getByRole('button', { name: 'Share' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    recordType: 'business',
    recordId: of.id,
    email: 'cpa@example.com',
    level: 'view',
    documentLevel: 0,
    expiresAt: '2026-12-02T06:00:00.000Z',
  });
});

it('shares with a team member, but offers no administrators, who see everything', async () => {
  const user = userEvent.setup();
  const calls = stubGrants([]);
  await openWork(<AccessPanel of={of} />);
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  const dialog = within(await screen.findByRole('dialog'));
  const person = await dialog.findByLabelText('Person');
  expect(within(person).queryByRole('option', { name: 'Ada Admin' })).toBeNull();
  await user.selectOptions(person, 'Sam Staff');
  expect(dialog.queryByLabelText('Email')).toBeNull();
  await user.selectOptions(dialog.getByLabelText('Access'), 'contribute');
  await user.click(dialog.getByRole('button', { name: 'Share' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    userId: anId(7),
    level: 'contribute',
    expiresAt: null,
  });
});

it('opens the data room of a deal to a person, and changes that', async () => {
  const user = userEvent.setup();
  const deal = { type: 'deal', id: anId(2) } as const;
  const given = aGrant(10, { recordType: 'deal', recordId: deal.id, documentLevel: 2 });
  const calls = stubGrants([given], ['view'], false, true);
  await openWork(<AccessPanel of={deal} />);
  expect(await screen.findByText('Data room L2')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Share' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share this deal' }));
  await user.type(dialog.getByLabelText('Email'), 'cpa@example.com');
  await user.selectOptions(dialog.getByLabelText('Data room'), 'L1: CIM and summaries');
  await user.click(dialog.getByRole('button', { name: 'Share' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Actions for Person 10' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change access' }));
  const change = within(await screen.findByRole('dialog', { name: 'Access for Person 10' }));
  expect(change.getByLabelText('Data room')).toHaveDisplayValue('L2: details');
  await user.selectOptions(change.getByLabelText('Data room'), 'No access to the data room');
  await user.click(change.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toMatchObject([
    { recordType: 'deal', email: 'cpa@example.com', documentLevel: 1 },
    { recordType: 'deal', userId: anId(110), documentLevel: 0 },
  ]);
});

it('takes back a changed level and a removed access', async () => {
  const user = userEvent.setup();
  const calls = stubGrants([invited]);
  await openWork(<AccessPanel of={of} />);
  const open = async (action: string) => {
    await user.click(await screen.findByRole('button', { name: 'Actions for cpa@example.com' }));
    await user.click(await screen.findByRole('menuitem', { name: action }));
  };
  const posted = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  const before = {
    recordType: 'business',
    recordId: of.id,
    email: 'cpa@example.com',
    grantId: invited.id,
    level: 'contribute',
    documentLevel: 0,
    expiresAt: invited.expiresAt,
  };
  await open('Change access');
  const dialog = within(await screen.findByRole('dialog', { name: 'Access for cpa@example.com' }));
  expect(dialog.getByLabelText('Access through')).toHaveValue('2026-12-01');
  await user.selectOptions(dialog.getByLabelText('Access'), 'view');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(posted()).toEqual([
      { ...before, level: 'view' },
      { ...before, grantId: anId(30) },
    ]),
  );
  await open('Remove access');
  expect(await screen.findByText('cpa@example.com no longer has access')).toBeVisible();
  expect(calls.at(-2)).toMatchObject({ method: 'DELETE', path: `/access-grants/${invited.id}` });
  await user.click((await screen.findAllByRole('button', { name: 'Undo' })).at(-1) as HTMLElement);
  await waitFor(() => expect(posted()).toHaveLength(3));
  expect(calls.filter(({ method }) => method === 'POST').at(-1)?.path).toBe(
    `/access-grants/${invited.id}/restore`,
  );
});

it('shows the link of an invitation that no mail server delivers', async () => {
  const user = userEvent.setup();
  stubGrants([invited]);
  await openWork(<AccessPanel of={of} />);
  await user.click(await screen.findByRole('button', { name: 'Actions for cpa@example.com' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Send invitation again' }));
  expect(await screen.findByLabelText('Invitation link')).toHaveValue('http://x/#secret');
});
