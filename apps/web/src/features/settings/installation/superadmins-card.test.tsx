import type { Superadmins } from '@handover/contract/installation/superadmins.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { anId } from '#test-setup/records.ts';
import { openWork, errorResponse, stubApi } from '#test-setup/work.tsx';
import { SuperadminsCard } from './superadmins-card.tsx';

const own = aProfile({ role: 'SUPERADMIN' });
const aPerson = (id: string, displayName: string) => ({
  id,
  displayName,
  email: `${displayName.toLowerCase()}@people.test`,
  photoURL: null,
});
const boss = aPerson(own.id, 'Bo');
const ada = aPerson(anId(2), 'Ada');
const alone: Superadmins = { superadmins: [{ ...boss, canRemove: false }], candidates: [ada] };
const both: Superadmins = {
  superadmins: [ada, boss].map((person) => ({ ...person, canRemove: true })),
  candidates: [],
};
const listRows = () => within(screen.getByRole('list', { name: 'Superadmins' })).getAllByRole('listitem');

it('adds an administrator after the user enters their password', async () => {
  let isFirst = true;
  const calls = stubApi(
    {
      'GET /installation/superadmins': () => alone,
      'POST /installation/superadmins': () => {
        if (!isFirst) return both;
        isFirst = false;
        return errorResponse(422, 'CURRENT_PASSWORD_WRONG', {
          errors: [{ path: 'password', message: 'Incorrect current password.' }],
        });
      },
    },
    own,
  );
  await openWork(<SuperadminsCard />);
  expect(await screen.findByText('bo@people.test')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Add superadmin' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add superadmin' }));
  await userEvent.selectOptions(dialog.getByLabelText('Administrator'), ada.id);
  await userEvent.type(dialog.getByLabelText('Your password'), 'secret{Enter}');
  expect(await dialog.findByText('Incorrect current password.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(listRows()).toHaveLength(2));
  expect(calls.at(-1)?.body).toEqual({ userId: ada.id, password: 'secret' });
});

it('removes one while another remains', async () => {
  const calls = stubApi(
    {
      'GET /installation/superadmins': () => both,
      'POST /installation/superadmins/{id}/remove': () => alone,
    },
    own,
  );
  await openWork(<SuperadminsCard />);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Ada' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Ada as a superadmin?' }));
  await userEvent.type(dialog.getByLabelText('Your password'), 'secret{Enter}');
  await waitFor(() => expect(listRows()).toHaveLength(1));
  const { path, body } = calls.find(({ method }) => method === 'POST') ?? {};
  expect([path, body]).toEqual([`/installation/superadmins/${ada.id}/remove`, { password: 'secret' }]);
});
