import type { FirstSteps as Steps } from '@handover/contract/dashboard.ts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { FirstSteps } from './first-steps.tsx';

const createSteps = (changes: Partial<Steps> = {}): Steps => ({
  isEmpty: false,
  isSample: false,
  hasCustomers: true,
  hasImported: true,
  hasInvited: false,
  hasMailServer: false,
  hasPostalAddress: false,
  ...changes,
});
const findHeading = (): HTMLElement | null => screen.queryByRole('heading', { level: 2 });

it('lead an empty workspace to its import, invitation, mail server, and postal address', async () => {
  stubApi({});
  await openWork(
    <FirstSteps steps={createSteps({ isEmpty: true, hasCustomers: false, hasImported: false })} />,
  );
  expect(findHeading()).toHaveTextContent('Welcome');
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/admin/users?import=new',
    '/admin/users/create',
    '/admin/settings/people',
    '/admin/settings/mail',
    '/admin/settings/workspace',
  ]);
  expect(screen.queryByRole('button', { name: 'Hide' })).not.toBeInTheDocument();
});

it('shows completed steps from data and can be hidden permanently', async () => {
  const user = userEvent.setup();
  stubApi({});
  const { unmount } = await openWork(<FirstSteps steps={createSteps()} />);
  expect(screen.getAllByText('Done')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Hide' }));
  expect(findHeading()).toBeNull();
  unmount();
  await openWork(<FirstSteps steps={createSteps()} />);
  expect(findHeading()).toBeNull();
});

it.each([
  { hasImported: false, hasCustomers: false },
  { hasInvited: false },
  { hasMailServer: false },
  { hasPostalAddress: false },
])('are shown while one is left: %j', async (left) => {
  stubApi({});
  const done = { hasInvited: true, hasMailServer: true, hasPostalAddress: true };
  await openWork(<FirstSteps steps={createSteps({ ...done, ...left })} />);
  expect(findHeading()).toHaveTextContent('Setup');
  expect(screen.getAllByText('Done')).toHaveLength(3);
});

it.each([
  ['all is done', createSteps({ hasInvited: true, hasMailServer: true, hasPostalAddress: true })],
  ['the workspace is a sample', createSteps({ isSample: true })],
])('are not shown once %s', async (_case, done) => {
  stubApi({});
  await openWork(<FirstSteps steps={done} />);
  expect(findHeading()).toBeNull();
});
