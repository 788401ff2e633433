import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { anId } from '#test-setup/records.ts';
import { openWork, getUrl, errorResponse, stubApi } from '#test-setup/work.tsx';
import DirectoryPage from './directory.tsx';

const aColleague = (index: number, parts: object) => ({
  id: anId(index),
  email: `p${String(index)}@office.test`,
  phone: null,
  photoURL: null,
  role: 'STAFF',
  customerCount: 0,
  ...parts,
});
const people = [
  aColleague(1, { displayName: 'José Ortiz', phone: '(555) 010-0199', customerCount: 1 }),
  aColleague(2, { displayName: 'Mia Admin', role: 'ADMIN', customerCount: 1200 }),
  aColleague(3, { displayName: 'Ned Closed', customerCount: null }),
];

const listNames = (): string[] =>
  screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

it('shows how to reach each, and leads to their customers', async () => {
  stubApi({ 'GET /directory': () => ({ people }) });
  await openWork(<DirectoryPage />);
  const [jose, mia, ned] = await screen.findAllByRole('listitem');
  if (jose === undefined || mia === undefined || ned === undefined) throw new Error('three people');
  expect(within(jose).getByRole('link', { name: '(555) 010-0199' })).toHaveAttribute(
    'href',
    'tel:5550100199',
  );
  expect(within(jose).getByRole('link', { name: 'p1@office.test' })).toBeVisible();
  expect(within(jose).getByRole('link', { name: 'Broker of 1 customer' })).toBeVisible();
  expect(within(mia).getByRole('link', { name: 'Broker of 1,200 customers' })).toHaveAttribute(
    'href',
    `/admin/users?brokerId=${anId(2)}`,
  );
  expect(ned).not.toHaveTextContent('Broker of');
});

it('finds by name without accents, and by the digits of a phone number', async () => {
  const user = userEvent.setup();
  stubApi({ 'GET /directory': () => ({ people }) });
  await openWork(<DirectoryPage />);
  const box = await screen.findByRole('searchbox', { name: 'Search name, email, or phone' });
  await screen.findAllByRole('listitem');
  await user.type(box, 'jose{Enter}');
  expect(listNames()).toEqual(['José Ortiz']);
  expect(getUrl().search).toBe('?q=jose');
  await user.clear(box);
  await user.type(box, '0100{Enter}');
  expect(listNames()).toEqual(['José Ortiz']);
  await user.clear(box);
  await user.type(box, 'nobody{Enter}');
  await user.click(await screen.findByRole('button', { name: /clear/i }));
  expect(listNames()).toHaveLength(3);
});

it('is closed to clients, without asking the server, and says when it failed', async () => {
  const calls = stubApi({}, aProfile({ role: 'CLIENT', areas: [] }));
  const { unmount } = await openWork(<DirectoryPage />);
  expect(await screen.findByText('No access')).toBeVisible();
  expect(calls.some(({ path }) => path === '/directory')).toBe(false);
  unmount();
  stubApi({ 'GET /directory': () => errorResponse(403, 'FORBIDDEN') });
  await openWork(<DirectoryPage />);
  expect(await screen.findByText('The directory could not be loaded')).toBeVisible();
});
