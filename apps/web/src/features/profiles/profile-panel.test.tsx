import type { Profile } from '@handover/contract/profiles.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { openWork, errorResponse, stubApi } from '#test-setup/work.tsx';
import { ProfilePanel } from './profile-panel.tsx';

beforeAll(() => import('./profile-editor.tsx'));

const profile: Profile = {
  id: anId(1),
  businessId: anId(2),
  kind: 'teaser',
  title: 'Dental practice',
  sections: [{ heading: 'Summary', text: 'Two chairs.' }],
  findings: [],
  isChanged: true,
  versions: [],
  released: null,
  publicPath: null,
  viewCount: 0,
  updatedAt: '2026-11-20T15:00:00.000Z',
  version: 3,
};

it('opens the editor with what was typed when the session ended', async () => {
  const calls = stubApi({ 'PUT /profiles/{id}': () => ({ profile }) });
  const { unmount } = await openWork(<ProfilePanel profile={profile} canUpdate />);
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Text' }), ' Near the river.');
  unmount();
  await openWork(<ProfilePanel profile={profile} canUpdate />);
  expect(await screen.findByText('Unsaved changes restored.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('Two chairs. Near the river.');
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  expect(calls.find(({ path }) => path.startsWith('/profiles/'))?.body).toMatchObject({
    sections: [{ heading: 'Summary', text: 'Two chairs. Near the river.' }],
  });
  expect(Object.keys(localStorage).filter((key) => key.startsWith('form-draft:'))).toEqual([]);
});

it('does not overwrite unseen what was saved after the draft was typed', async () => {
  const theirs = { ...profile, sections: [{ heading: 'Summary', text: 'Four chairs.' }], version: 4 };
  const calls = stubApi({
    'PUT /profiles/{id}': () => errorResponse(409, 'STALE_VERSION', { current: theirs }),
    'GET /businesses/{id}/profiles': () => ({ profiles: [theirs] }),
  });
  const { unmount } = await openWork(<ProfilePanel profile={profile} canUpdate />);
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Text' }), ' Bright.');
  unmount();
  await openWork(<ProfilePanel profile={theirs} canUpdate />);
  await userEvent.click(await screen.findByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1));
  expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ version: 3 });
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('Two chairs. Bright.');
  // After the conflict is shown, saving again overwrites the other version.
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() =>
    expect(calls.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({ version: 4 }),
  );
});

it('discards typed text once the editor is canceled', async () => {
  stubApi({});
  const { unmount } = await openWork(<ProfilePanel profile={profile} canUpdate />);
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), ' in Texas');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  unmount();
  await openWork(<ProfilePanel profile={profile} canUpdate />);
  expect(screen.queryByRole('textbox')).toBeNull();
});
