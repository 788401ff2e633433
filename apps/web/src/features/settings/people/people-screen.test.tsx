import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { aPerson } from '#test-setup/settings.ts';
import { openWork, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import PeopleScreen from './people-screen.tsx';

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
const responses = {
  'GET /people': () => ({ people: [sam, kim, gone] }),
  'GET /invitations': () => ({ invitations: [] }),
  'GET /people/{id}/holdings': () => ({ holdings }),
};
const listWrites = (calls: Call[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ path, body }) => [path, body]);

it('shows what a leaving member is responsible for and hands it over', async () => {
  const calls = stubApi({
    ...responses,
    'POST /people/{id}/deactivate': () => ({ person: sam, handedOver: holdings }),
  });
  await openWork(<PeopleScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Sam' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Deactivate' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate Sam?' }));
  expect(dialog.getByLabelText('Reassign to')).toHaveFocus();
  expect(await dialog.findByText(/12 customers, 1 open task/)).toBeVisible();
  const choices = dialog.getAllByRole('option').map(({ textContent }) => textContent);
  expect(choices).toEqual(['No one for now', 'Kim']);
  await userEvent.selectOptions(dialog.getByLabelText('Reassign to'), 'Kim');
  await userEvent.click(dialog.getByRole('button', { name: 'Deactivate' }));
  expect(await screen.findByText(/Sam deactivated/)).toBeVisible();
  expect(listWrites(calls)).toEqual([[`/people/${sam.id}/deactivate`, { version: 1, handOverTo: kim.id }]]);
});

it('makes an administrator only after a confirmation, and says why it cannot', async () => {
  const calls = stubApi({
    ...responses,
    'PATCH /people/{id}': () =>
      errorResponse(422, 'RULE_BROKEN', { detail: 'This is the last administrator.' }),
  });
  await openWork(<PeopleScreen />);
  await userEvent.selectOptions(await screen.findByLabelText('Role for Kim'), 'ADMIN');
  const dialog = within(await screen.findByRole('dialog', { name: 'Make Kim an administrator?' }));
  expect(listWrites(calls)).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Make administrator' }));
  expect(await screen.findByText('This is the last administrator.')).toBeVisible();
  expect(listWrites(calls)).toEqual([[`/people/${kim.id}`, { version: 1, role: 'ADMIN' }]]);
  expect(screen.queryByLabelText('Role for Gone')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Gone' }));
  const actions = await screen.findAllByRole('menuitem');
  expect(actions.map(({ textContent }) => textContent)).toEqual(['Reactivate']);
});

it('changes one’s own role only after a confirmation, and that of another administrator immediately', async () => {
  const [own, other] = [aPerson(6, { displayName: 'Ada' }), aPerson(7, { displayName: 'Lee' })];
  const [me, lee] = [
    { ...own, id: aProfile().id, role: 'ADMIN' },
    { ...other, role: 'ADMIN' },
  ];
  const calls = stubApi({
    ...responses,
    'GET /people': () => ({ people: [me, lee] }),
    'PATCH /people/{id}': () => ({ person: { ...lee, role: 'STAFF' } }),
  });
  await openWork(<PeopleScreen />);
  const role = await screen.findByLabelText('Role for Ada');
  await userEvent.selectOptions(role, 'STAFF');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change your own role to Staff?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(role).toHaveValue('ADMIN');
  expect(listWrites(calls)).toEqual([]);
  await userEvent.selectOptions(screen.getByLabelText('Role for Lee'), 'STAFF');
  expect(await screen.findByText('Lee is now staff')).toBeVisible();
  expect(listWrites(calls)).toEqual([[`/people/${lee.id}`, { version: 1, role: 'STAFF' }]]);
});

it('says nothing of an email when an invitation is given out again as a link', async () => {
  const invitation = {
    id: sam.id,
    email: 'new@people.test',
    role: 'STAFF',
    customerId: null,
    createdAt: sam.joinedAt,
    expiresAt: sam.joinedAt,
  };
  stubApi({
    ...responses,
    'GET /invitations': () => ({ invitations: [invitation] }),
    'POST /invitations/{id}/resend': () => ({ invitation, link: 'https://x.test/#secret' }),
  });
  await openWork(<PeopleScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'Invite again: new@people.test' }));
  expect(await screen.findByText('The previous link no longer works.')).toBeVisible();
  expect(screen.getByRole('dialog', { name: 'Share this invitation' })).toBeVisible();
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
  stubApi({ ...responses, 'POST /invitations': () => ({ invitation, link: 'https://x.test/#secret' }) });
  await openWork(<PeopleScreen />);
  await userEvent.type(await screen.findByLabelText('Email'), 'new@people.test');
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share this invitation' }));
  expect(dialog.getByLabelText('Invitation link')).toHaveValue('https://x.test/#secret');
});

it('sends the invitation that is shown, and begins the next one without an error', async () => {
  let answer: (response: object) => void = () => undefined;
  stubApi({
    ...responses,
    'POST /invitations': () => new Promise<object>((resolve) => (answer = resolve)),
  });
  await openWork(<PeopleScreen />);
  const email = await screen.findByLabelText('Email');
  await userEvent.type(email, 'new@people.test{Enter}');
  await waitFor(() => expect(email).toHaveAttribute('readonly'));
  await userEvent.selectOptions(screen.getByLabelText('Role'), 'ADMIN');
  expect(screen.getByLabelText('Role')).toHaveValue('STAFF');
  answer({ invitation: { id: sam.id, email: 'new@people.test', role: 'STAFF' }, link: null });
  await waitFor(() => expect(email).not.toHaveAttribute('readonly'));
  await userEvent.type(email, 'x');
  expect(email).toHaveValue('x');
  expect(email).toHaveAccessibleDescription('');
});

it('removes two-step sign-in after a confirmation, only where allowed', async () => {
  const kept = aPerson(4, { displayName: 'Lou', hasSecondFactor: true });
  const lost = aPerson(5, {
    displayName: 'Noa',
    hasSecondFactor: true,
    can: { changeRole: true, deactivate: true, reactivate: false, removeSecondFactor: true },
  });
  const calls = stubApi({
    ...responses,
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
  expect(listWrites(calls)).toEqual([[`/people/${lost.id}/remove-second-factor`, null]]);
});
