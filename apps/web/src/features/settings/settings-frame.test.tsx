import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { someInstallation } from '#test-setup/settings.ts';
import { openWork, errorResponse, stubApi } from '#test-setup/work.tsx';
import { PageHeadingContext } from '#shared/page/page-heading.tsx';
import SettingsFrame from './settings-frame.tsx';

const frame = (
  <Routes>
    <Route path="/admin/settings/:section?" element={<SettingsFrame />} />
  </Routes>
);
// Sections are loaded when they are shown. Loading them up front keeps tests from waiting for the compiler.
beforeAll(async () => {
  await Promise.all([
    import('./workspace/workspace-screen.tsx'),
    import('./installation/installation-screen.tsx'),
  ]);
}, 60_000);

const listLinks = () =>
  within(screen.getByRole('navigation', { name: 'Settings' }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href')?.split('/').at(-1));

describe('settings sections', () => {
  it('start with the workspace', async () => {
    stubApi({ 'GET /workspace': () => errorResponse(500, 'INTERNAL') });
    await openWork(frame, { address: '/admin/settings' });
    expect(await screen.findByText('The settings could not be loaded')).toBeVisible();
    expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('Workspace');
    expect(listLinks()).toEqual([
      'workspace',
      'policies',
      'people',
      'pipeline',
      'valuation',
      'state-rules',
      'closing-checklists',
      'commission',
      'agreements',
      'mail',
      'catalogs',
      'retention',
      'api-keys',
      'webhooks',
      'audit',
    ]);
  });

  it.each(['nowhere', 'installation', 'workspaces', 'installation-audit'])(
    'say plainly that an administrator has no %s',
    async (section) => {
      stubApi({});
      await openWork(frame, { address: `/admin/settings/${section}` });
      expect(screen.getByText('Section not found')).toBeVisible();
      expect(listLinks()).toHaveLength(15);
    },
  );

  it('set the page title', async () => {
    stubApi({ 'GET /workspace': () => errorResponse(500, 'INTERNAL') });
    const setHeading = vi.fn();
    const headed = <PageHeadingContext value={setHeading}>{frame}</PageHeadingContext>;
    const { unmount } = await openWork(headed, { address: '/admin/settings/workspace' });
    expect(setHeading.mock.calls.at(-1)?.[0]).toMatchObject({ title: 'Workspace' });
    unmount();
    await openWork(headed, { address: '/admin/settings' });
    expect(setHeading.mock.calls.at(-1)?.[0]).toEqual({});
  });

  it('include the installation for a superadmin', async () => {
    const answers = {
      'GET /installation/settings': () => ({ installation: someInstallation() }),
      'GET /installation/backups': () => ({ backups: [], schedule: { isNightly: false, keptCount: 7 } }),
    };
    stubApi(answers, aProfile({ role: 'SUPERADMIN' }));
    await openWork(frame, { address: '/admin/settings/installation' });
    expect(await screen.findByLabelText('Tagline')).toHaveValue('Sold with care');
    expect(listLinks()?.slice(-3)).toEqual(['installation', 'workspaces', 'installation-audit']);
  });
});
