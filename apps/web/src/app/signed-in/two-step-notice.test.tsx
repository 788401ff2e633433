import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { openWork, stubApi, type Call } from '#test-setup/work.tsx';
import TwoStepNotice from './two-step-notice.tsx';

const dueAt = '2030-12-06T16:00:00.000Z';
const profileWithDeadline = (isOverdue = false) => aProfile({ twoStep: { dueAt, isOverdue } });
const countChecks = (calls: Call[]) => calls.filter(({ path }) => path === '/auth/profile').length;

it('shows the deadline in the workspace’s time zone, with a link to set-up', async () => {
  stubApi({}, profileWithDeadline());
  await openWork(<TwoStepNotice />, { address: '/admin/users' });
  expect(screen.getByRole('alert')).toHaveTextContent('Friday, December 6, 2030 at 10:00 AM');
  expect(screen.getByRole('link', { name: 'Set up' })).toHaveAttribute('href', '/account');
});

it('needs no link at the set-up itself', async () => {
  stubApi({}, profileWithDeadline());
  await openWork(<TwoStepNotice />, { address: '/account' });
  expect(screen.queryByRole('link')).toBeNull();
});

it('explains how to regain access after the deadline', async () => {
  stubApi({}, profileWithDeadline(true));
  await openWork(<TwoStepNotice />, { address: '/account' });
  expect(screen.getByRole('alert')).toHaveTextContent(/below to regain access/);
});

it('disappears when the rule is removed, checked when the user returns to the page', async () => {
  let profile = profileWithDeadline(true);
  const calls = stubApi({ 'GET /auth/profile': () => ({ user: profile }) });
  await openWork(<TwoStepNotice />, { address: '/account' });
  profile = aProfile();
  act(() => void window.dispatchEvent(new Event('focus')));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(countChecks(calls)).toBe(2);
});

it('checks again at the deadline', async () => {
  vi.useFakeTimers({ now: Date.parse(dueAt) - 60_000, shouldAdvanceTime: true });
  let profile = profileWithDeadline();
  stubApi({ 'GET /auth/profile': () => ({ user: profile }) });
  await openWork(<TwoStepNotice />, { address: '/account' });
  profile = profileWithDeadline(true);
  await act(() => vi.advanceTimersByTimeAsync(62_000));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(/below to regain access/));
});
