import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { openWork, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import { useSessionActions } from '#shared/session/session-context.tsx';
import { ProfileSection } from './profile-section.tsx';

const mine = aProfile({ displayName: 'Ann', phone: null, version: 1 });
const theirs = aProfile({ displayName: 'Ann of the other tab', phone: '1', version: 5 });
const listSentBodies = (calls: Call[]) =>
  calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
const getNameField = () => screen.getByRole('textbox', { name: 'Name' });

/** Another tab has saved version 5. */
async function openStale(): Promise<Call[]> {
  const calls = stubApi(
    {
      'GET /auth/security': () => errorResponse(500, 'INTERNAL'),
      'PATCH /auth/profile': ({ body }) =>
        (body as { version: number }).version === 5
          ? { user: { ...theirs, displayName: 'Annie', version: 6 } }
          : errorResponse(409, 'STALE_VERSION', { current: theirs }),
    },
    mine,
  );
  await openWork(<ProfileSection />);
  await userEvent.clear(getNameField());
  await userEvent.type(getNameField(), 'Annie');
  await userEvent.click(screen.getByRole('button', { name: 'Save profile' }));
  expect(await screen.findByText(/Current version: Ann of the other tab, 1/)).toBeVisible();
  expect(getNameField()).toHaveValue('Annie');
  return calls;
}

it('saves what was typed over what another tab saved', async () => {
  const calls = await openStale();
  await userEvent.click(screen.getByRole('button', { name: 'Save profile' }));
  await waitFor(() => expect(screen.queryByText(/Current version/)).toBeNull());
  const change = { displayName: 'Annie', phone: null };
  expect(listSentBodies(calls)).toEqual([
    { ...change, version: 1 },
    { ...change, version: 5 },
  ]);
});

it('shows what another tab saved', async () => {
  const calls = await openStale();
  await userEvent.click(screen.getByRole('button', { name: 'Use theirs' }));
  expect(getNameField()).toHaveValue('Ann of the other tab');
  expect(listSentBodies(calls)).toHaveLength(1);
});

it('keeps what was typed when the profile is loaded again', async () => {
  let user = mine;
  stubApi(
    { 'GET /auth/security': () => errorResponse(500, 'INTERNAL'), 'GET /auth/profile': () => ({ user }) },
    mine,
  );
  function Refresh() {
    const { refresh } = useSessionActions();
    return (
      <button type="button" onClick={() => void refresh()}>
        Refresh
      </button>
    );
  }
  await openWork(
    <>
      <ProfileSection />
      <Refresh />
    </>,
  );
  await userEvent.clear(getNameField());
  await userEvent.type(getNameField(), 'Annie');
  user = theirs;
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Phone' })).toHaveValue('1'));
  expect(getNameField()).toHaveValue('Annie');
});

it('asks before the tab is closed while something is not saved', async () => {
  stubApi({ 'GET /auth/security': () => errorResponse(500, 'INTERNAL') }, mine);
  await openWork(<ProfileSection />);
  const isAllowed = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(isAllowed()).toBe(true);
  await userEvent.type(getNameField(), ' Lee');
  expect(isAllowed()).toBe(false);
});
