import type { InstallationSettings } from '@handover/contract/installation/installation-settings.ts';
import type { InstallationWorkspace } from '@handover/contract/installation/installation-workspaces.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { anId } from '#test-setup/records.ts';
import { someInstallation } from '#test-setup/settings.ts';
import { openWork, getUrl, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import WorkspacesScreen from './workspaces-screen.tsx';

const boss = aProfile({ role: 'SUPERADMIN' });

function aWorkspace(number: number, changes: Partial<InstallationWorkspace> = {}): InstallationWorkspace {
  return {
    id: anId(number),
    name: `Office ${String(number)}`,
    logoUrl: null,
    plan: 'Pro',
    timeZone: 'America/New_York',
    currency: 'USD',
    people: 4,
    customers: 1_204,
    isPublic: false,
    createdAt: '2026-11-20T15:00:00.000Z',
    archivedAt: null,
    version: 3,
    ...changes,
  };
}

type ApiResponses = Parameters<typeof stubApi>[0];

/** Stubs the API with these workspaces, and returns the recorded calls. */
function stub(workspaces: readonly InstallationWorkspace[], answers: ApiResponses = {}): Call[] {
  const all: ApiResponses = {
    'GET /installation/settings': () => ({ installation: someInstallation() }),
    // The header's data, refetched after a change was saved.
    'GET /installation': () => ({ installation: { ...someInstallation(), needsFirstAdmin: false } }),
    'GET /installation/workspaces': ({ query }) => {
      const found = workspaces.filter(
        ({ name, archivedAt }) =>
          (archivedAt === null) === (query.get('state') === 'active') && name.includes(query.get('q') ?? ''),
      );
      return { workspaces: found, total: found.length, nextCursor: null };
    },
    ...answers,
  };
  return stubApi(all, boss);
}

const listRows = () => within(screen.getByRole('list', { name: 'Workspaces' })).getAllByRole('listitem');

describe('the list of workspaces', () => {
  it('shows each workspace, the current one, and the public one', async () => {
    stub([
      aWorkspace(1, { id: boss.workspaceId ?? '', people: 1, customers: 1, plan: 'Free', isPublic: true }),
      aWorkspace(2),
    ]);
    await openWork(<WorkspacesScreen />);
    await screen.findByText('Office 2');
    const [here, other] = listRows();
    expect(here).toHaveTextContent(
      /Free.*Current.*Public pages.*1 member · 1 customer · Eastern Time \(New York\) · USD/,
    );
    expect(other).toHaveTextContent(/Pro.*4 members · 1,204 customers/);
    expect(screen.getAllByRole('button', { name: /^Switch to/ })).toHaveLength(1);
  });

  it('keeps search and state in the URL and handles no results', async () => {
    stub([aWorkspace(1)]);
    await openWork(<WorkspacesScreen />, { address: '/admin/settings/workspaces?q=Nowhere' });
    await userEvent.click(await screen.findByRole('button', { name: /Clear/ }));
    expect(await screen.findByText('Office 1')).toBeVisible();
    await userEvent.selectOptions(screen.getByLabelText('Show'), 'archived');
    expect(await screen.findByText('No archived workspaces')).toBeVisible();
    expect(getUrl().search).toBe('?state=archived');
  });

  it('shows an error and retries', async () => {
    stub([], { 'GET /installation/workspaces': () => errorResponse(500, 'INTERNAL') });
    await openWork(<WorkspacesScreen />);
    expect(await screen.findByText('The workspaces could not be loaded')).toBeVisible();
    expect(await screen.findByLabelText('Members (Free)')).toBeVisible();
  });
});

describe('a new workspace', () => {
  it('is created once and opens its settings', async () => {
    const made = aWorkspace(7, { name: 'Harbor' });
    const calls = stub([], {
      'POST /installation/workspaces': () => ({ workspace: made }),
      'GET /auth/profile': () => ({ user: boss }),
    });
    await openWork(<WorkspacesScreen />);
    await userEvent.click(screen.getByRole('button', { name: 'New workspace' }));
    const submit = screen.getByRole('button', { name: 'Create workspace' });
    await userEvent.click(submit);
    expect(await screen.findByText('Required')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Name'), 'Harbor');
    await userEvent.selectOptions(screen.getByLabelText('Currency'), 'EUR');
    await userEvent.click(submit);
    expect(await screen.findByRole('dialog', { name: 'Harbor is ready' })).toBeVisible();
    const [sent, ...more] = calls.filter(({ method }) => method === 'POST');
    expect(more).toEqual([]);
    expect(sent).toMatchObject({
      body: { name: 'Harbor', timeZone: boss.timeZone, currency: 'EUR', plan: 'Pro' },
      key: expect.any(String),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Switch to workspace' }));
    await vi.waitFor(() => expect(getUrl().pathname).toBe('/admin/settings/people'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a workspace', () => {
  const menu = async (item: string): Promise<void> => {
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Office 1' }));
    await userEvent.click(screen.getByRole('menuitem', { name: item }));
  };

  it('gets a new name and plan', async () => {
    const calls = stub([aWorkspace(1)], {
      'PATCH /installation/workspaces/{id}': () => ({ workspace: aWorkspace(1, { version: 4 }) }),
    });
    await openWork(<WorkspacesScreen />);
    await menu('Rename or change plan');
    await userEvent.clear(screen.getByLabelText('Name'));
    await userEvent.type(screen.getByLabelText('Name'), 'Harbor');
    await userEvent.selectOptions(screen.getByLabelText('Plan'), 'Free');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Workspace saved')).toBeVisible();
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
      version: 3,
      name: 'Harbor',
      plan: 'Free',
    });
  });

  it('shows what someone else saved, and is saved again over it', async () => {
    const theirs = aWorkspace(1, { name: 'Annex', version: 8 });
    const calls = stub([aWorkspace(1)], {
      'PATCH /installation/workspaces/{id}': ({ body }) =>
        (body as { version: number }).version === theirs.version
          ? { workspace: { ...theirs, version: 9 } }
          : errorResponse(409, 'STALE_VERSION', { current: theirs }),
    });
    await openWork(<WorkspacesScreen />);
    await menu('Rename or change plan');
    await userEvent.selectOptions(screen.getByLabelText('Plan'), 'Free');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/Current version: Annex, Pro plan/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Workspace saved')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
      { version: 3, name: 'Office 1', plan: 'Free' },
      { version: 8, name: 'Office 1', plan: 'Free' },
    ]);
  });

  it('is archived after a confirmation, which shows an error', async () => {
    stub([aWorkspace(1)], {
      'POST /installation/workspaces/{id}/archive': () =>
        errorResponse(422, 'RULE_BROKEN', { detail: 'The public pages use this workspace.' }),
    });
    await openWork(<WorkspacesScreen />);
    await menu('Archive');
    await userEvent.click(screen.getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('The public pages use this workspace.')).toBeVisible();
    expect(screen.getByRole('dialog', { name: 'Archive Office 1?' })).toBeVisible();
  });

  it('that is archived can only be restored', async () => {
    const calls = stub([aWorkspace(1, { archivedAt: '2026-11-21T15:00:00.000Z' })], {
      'POST /installation/workspaces/{id}/restore': () => ({ workspace: aWorkspace(1) }),
    });
    await openWork(<WorkspacesScreen />, { address: '/?state=archived' });
    await userEvent.click(await screen.findByRole('button', { name: 'Restore Office 1' }));
    expect(await screen.findByText('Office 1 restored')).toBeVisible();
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ version: 3 });
    expect(screen.queryByRole('button', { name: /^Actions for|^Switch/ })).toBeNull();
  });
});

describe('the plans', () => {
  const save = async (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'Save plans' }));

  it('save limits; an empty field means no limit', async () => {
    let saved: InstallationSettings = someInstallation();
    const calls = stub([], {
      'PATCH /installation/settings': ({ body }) => {
        saved = { ...saved, ...(body as object), version: 2 };
        return { installation: saved };
      },
    });
    await openWork(<WorkspacesScreen />);
    expect(await screen.findByLabelText('Members (Free)')).toHaveValue('25');
    await userEvent.clear(screen.getByLabelText('Members (Free)'));
    await userEvent.type(screen.getByLabelText('Customers (Pro)'), '1,500');
    await save();
    expect(await screen.findByText('Plans saved')).toBeVisible();
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
      version: 1,
      planLimits: {
        Free: { people: null, customers: null },
        Pro: { people: null, customers: 1_500 },
      },
    });
    expect(screen.getByLabelText('Customers (Pro)')).toHaveValue('1,500');
  });

  it('reject text that is not a number', async () => {
    const calls = stub([]);
    await openWork(<WorkspacesScreen />);
    await userEvent.type(await screen.findByLabelText('Members (Pro)'), 'many');
    await userEvent.clear(screen.getByLabelText('Members (Free)'));
    await userEvent.type(screen.getByLabelText('Members (Free)'), '0');
    await save();
    expect(await screen.findByText('Enter a whole number')).toBeVisible();
    expect(screen.getByText('At least 1')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'PATCH')).toEqual([]);
  });

  it('show a conflict with another change', async () => {
    const theirs = someInstallation({
      planLimits: { Free: { people: 3, customers: null }, Pro: { people: null, customers: null } },
      version: 9,
    });
    stub([], {
      'PATCH /installation/settings': () => errorResponse(409, 'STALE_VERSION', { current: theirs }),
    });
    await openWork(<WorkspacesScreen />);
    await userEvent.type(await screen.findByLabelText('Customers (Free)'), '7');
    await save();
    expect(await screen.findByText(/Someone else changed this/)).toHaveTextContent(
      'Free: 3 members, unlimited customers; Pro: unlimited members, unlimited customers.',
    );
  });
});
