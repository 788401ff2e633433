import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { anId } from '#test-setup/records.ts';
import { openWork, getUrl, stubApi } from '#test-setup/work.tsx';
import { CustomerList } from '#test-setup/customer-list.tsx';
import userEvent from '@testing-library/user-event';

const [dental, urgent] = [anId(1), anId(2)];
const jordan = anId(5);

async function open(filter: string): Promise<void> {
  stubApi({
    'GET /users': () => ({ users: [], total: 0, nextCursor: null }),
    'GET /tags': () => ({ tags: [{ id: dental, name: 'Dental' }] }),
    'GET /members': () => ({ members: [{ id: jordan, displayName: 'Jordan Reyes', role: 'STAFF' }] }),
  });
  await openWork(<CustomerList />, { address: `/?${filter}` });
}

const listChips = (): string[] =>
  screen
    .getAllByRole('button', { name: /^Remove / })
    .map((chip) => chip.getAttribute('aria-label')?.replace('Remove ', '') ?? '');

it('names what is listed, not the field', async () => {
  await open(
    `status=banned&brokerId=${jordan}&isVerified=false&isUnsubscribed=false&noContactSince=2026-03-01&deleted=true`,
  );
  expect(await screen.findByRole('button', { name: 'Remove With Jordan Reyes' })).toBeVisible();
  expect(listChips()).toEqual([
    'Banned',
    'Not verified',
    'Subscribed',
    'With Jordan Reyes',
    'No contact since Mar 1, 2026',
    'In the trash',
  ]);
});

it('names own customers', async () => {
  await open(`brokerId=${aProfile().id}`);
  expect(await screen.findByRole('button', { name: 'Remove Mine' })).toBeVisible();
});

it('removes tags one by one, deleted ones too', async () => {
  const user = userEvent.setup();
  await open(`tagId=${dental}&tagId=${urgent}`);
  expect(await screen.findByRole('button', { name: 'Remove Dental' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove A tag' }));
  expect(getUrl().search).toBe(`?tagId=${dental}`);
});

it('leaves the search text and quick filters to their own controls', async () => {
  await open('q=smile&brokerId=none');
  expect(screen.getByRole('searchbox')).toHaveValue('smile');
  expect(screen.getByRole('button', { name: 'Unassigned', pressed: true })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Remove / })).toBeNull();
});
