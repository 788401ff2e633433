import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { aPerson } from '#test-setup/settings.ts';
import { openWork, refusal, stubApi, type Call } from '#test-setup/work.tsx';
import PeopleScreen from './people-screen.tsx';

afterEach(() => vi.unstubAllGlobals());

const sam = aPerson(1, { displayName: 'Sam' });
const kim = aPerson(2, { displayName: 'Kim' });
const gone = aPerson(3, {
  displayName: 'Gone',
  status: 'deactivated',
  can: { changeRole: false, deactivate: false, reactivate: true, removeSecondFactor: false },
});
const holdings = [
  { one: 'customer', many: 'customers', count: 12 },
  { one: 'open task', many: 'open tasks', count: 1 },
];
const answers = {
  'GET /people': () => ({ people: [sam, kim, gone] }),
  'GET /invitations': () => ({ invitations: [] }),
  'GET /people/{id}/holdings': () => ({ holdings }),
};
const writes = (calls: Call[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ path, body }) => [path, body]);

it('shows what a leaving member is responsible for and hands it over', async () => {
  const calls = stubApi({
    ...answers,
    'POST /people/{id}/deactivate': () => ({ person: sam, handedOver: holdings }),
  });
  await openWork(<PeopleScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Sam' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Deactivate' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate Sam?' }));
  expect(await dialog.findByText(/12 customers, 1 open task/)).toBeVisible();
  const choices = dialog.getAllByRole('option').map(({ textContent }) => textContent);
  expect(choices).toEqual(['No one for now', 'Kim']);
  await userEvent.selectOptions(dialog.getByLabelText('Reassign to'), 'Kim');
  await userEvent.click(dialog.getByRole('button', { name: 'Deactivate' }));
  expect(await screen.findByText(/Sam deactivated/)).toBeVisible();
  expect(writes(calls)).toEqual([[`/people/${sam.id}/deactivate`, { version: 1, handOverTo: kim.id }]]);
});

it('changes a role immediately and says why it cannot', async () => {
  const calls = stubApi({
    ...answers,
    'PATCH /people/{id}': () => refusal(422, 'RULE_BROKEN', { detail: 'This is the last administrator.' }),
  });
  await openWork(<PeopleScreen />);
  await userEvent.selectOptions(await screen.findByLabelText('Role for Kim'), 'ADMIN');
  expect(await screen.findByText('This is the last administrator.')).toBeVisible();
  expect(writes(calls)).toEqual([[`/people/${kim.id}`, { version: 1, role: 'ADMIN' }]]);
  expect(screen.queryByLabelText('Role for Gone')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Gone' }));
  const actions = await screen.findAllByRole('menuitem');
  expect(actions.map(({ textContent }) => textContent)).toEqual(['Reactivate']);
});

it('shows the link of an invitation that could not be emailed', async () => {
  const invitation = {
    id: sam.id,
    email: 'new@people.test',
    role: 'STAFF',
    customerId: null,
    createdAt: sam.joinedAt,
    expiresAt: sam.joinedAt,
  };
  stubApi({ ...answers, 'POST /invitations': () => ({ invitation, link: 'https://x.test/#secret' }) });
  await openWork(<PeopleScreen />);
  await userEvent.type(await screen.findByLabelText('Email'), 'new@people.test');
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share this invitation' }));
  expect(dialog.getByLabelText('Invitation link')).toHaveValue('https://x.test/#secret');
});

it('removes two-step sign-in after a confirmation, only where allowed', async () => {
  const kept = aPerson(4, { displayName: 'Lou', hasSecondFactor: true });
  const lost = aPerson(5, {
    displayName: 'Noa',
    hasSecondFactor: true,
    can: { changeRole: true, deactivate: true, reactivate: false, removeSecondFactor: true },
  });
  const calls = stubApi({
    ...answers,
    'GET /people': () => ({ people: [kept, lost] }),
    'POST /people/{id}/remove-second-factor': () => ({ person: { ...lost, hasSecondFactor: false } }),
  });
  await openWork(<PeopleScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Lou' }));
  expect(await screen.findByRole('menuitem', { name: 'Deactivate' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Remove two-step sign-in' })).toBeNull();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Noa' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove two-step sign-in' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove two-step sign-in for Noa?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Two-step sign-in removed for Noa')).toBeVisible();
  expect(writes(calls)).toEqual([[`/people/${lost.id}/remove-second-factor`, null]]);
});
