import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { anId } from '#test-setup/records.ts';
import { openWork, getUrl, errorResponse, stubApi } from '#test-setup/work.tsx';
import { getRecentRecordsPrefix } from '#shared/session/session-store.ts';
import { startShortcuts } from '#shared/shortcuts/shortcuts.ts';
import { useUnsavedGuard } from '#shared/forms/use-unsaved-guard.tsx';
import { PaletteButton } from '#app/signed-in/signed-in-layout.tsx';

const hits = [
  {
    kind: 'customer',
    id: anId(1),
    title: 'Dana Dashwood',
    detail: 'Dash Dental',
    slug: null,
    customerId: null,
    matched: null,
    rank: 2,
  },
  {
    kind: 'post',
    id: anId(2),
    title: 'Dash to the exit',
    detail: null,
    slug: 'dash-to-the-exit',
    customerId: null,
    matched: null,
    rank: 1,
  },
];

beforeAll(() => {
  // jsdom has no modal dialogs and no layout.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
});

const listOptions = (): string[] => screen.getAllByRole('option').map((option) => option.textContent);
const findActiveOption = (): string | null => screen.getByRole('option', { selected: true }).textContent;

function UnsavedForm(): ReactElement | null {
  return useUnsavedGuard(true);
}

async function openPalette(page?: ReactElement): Promise<ReturnType<typeof userEvent.setup>> {
  await openWork(
    <>
      {page}
      <PaletteButton />
    </>,
  );
  const user = userEvent.setup();
  await user.keyboard('{Control>}k{/Control}');
  const input = await screen.findByRole('combobox', { name: 'Search everything' }, { timeout: 8000 });
  // A browser focuses the field when the modal dialog opens.
  input.focus();
  await screen.findAllByRole('option', {}, { timeout: 8000 });
  return user;
}

describe('the palette', () => {
  it('opens by Ctrl-K and leads to a record by keyboard alone', async () => {
    const calls = stubApi({ 'GET /search': () => ({ hits }) });
    const user = await openPalette();
    await user.keyboard('dash');
    await screen.findByRole('option', { name: /^Dana Dashwood/ });
    const actions = ['Send an email to', 'Log a call with', 'Add a task for'];
    expect(listOptions()).toEqual([
      'Dash to the exit',
      'Dashboard',
      'Dana DashwoodDash Dental',
      ...actions.map((action) => `${action} Dana DashwoodDash Dental`),
    ]);
    expect(findActiveOption()).toContain('Dash to');
    await user.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}');
    expect(findActiveOption()).toBe('Dashboard');
    await user.keyboard('{ArrowUp}');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(getUrl().pathname).toBe('/blog/dash-to-the-exit'));
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(calls.filter(({ path }) => path === '/search').map(({ query }) => query.get('q'))).toEqual([
      'dash',
    ]);
  });

  it('offers what the user may open and create, without asking the server', async () => {
    const calls = stubApi({});
    await openPalette();
    expect(listOptions()).toEqual(
      expect.arrayContaining(['New customer', 'New task', 'Tasks', 'Settings', 'Your account', 'Logout']),
    );
    expect(calls.some(({ path }) => path === '/search')).toBe(false);
  });

  it('opens the form to email a customer, log a call with them, or add a task for them', async () => {
    stubApi({ 'GET /search': ({ query }) => ({ hits: query.get('q') === 'dana' ? hits : [] }) });
    const asked = [
      ['write to dana', 'Send an email to Dana Dashwood', 'email'],
      ['Log a call with dana', 'Log a call with Dana Dashwood', 'call'],
      ['task for dana', 'Add a task for Dana Dashwood', 'task'],
    ] as const;
    for (const [query, label, compose] of asked) {
      const { unmount } = await openWork(<PaletteButton />);
      const user = userEvent.setup();
      await user.click(screen.getByRole('button', { name: 'Search everything' }));
      await user.type(await screen.findByRole('combobox', { name: 'Search everything' }), query);
      await screen.findByRole('option', { name: new RegExp(label) });
      expect(findActiveOption()).toContain(label);
      await user.keyboard('{Enter}');
      const to = `/admin/users/view/${anId(1)}?compose=${compose}`;
      await waitFor(() => expect(getUrl().pathname + getUrl().search).toBe(to));
      unmount();
    }
  });

  it('asks for the recipient’s name, and continues in the same field', async () => {
    const calls = stubApi({ 'GET /search': () => ({ hits }) });
    const user = await openPalette();
    await user.click(screen.getByRole('option', { name: 'Send an email to…' }));
    const field = screen.getByRole('combobox', { name: 'Search everything' });
    expect(field).toHaveFocus();
    expect(field).toHaveValue('Send an email to ');
    await user.keyboard('dana');
    await screen.findByRole('option', { name: /Send an email to Dana Dashwood/ });
    expect(listOptions()).toEqual(['Send an email to Dana DashwoodDash Dental']);
    // No one is called "Send an email to dana".
    expect(calls.filter(({ path }) => path === '/search').map(({ query }) => query.get('q'))).toEqual([
      'dana',
    ]);
  });

  it('leads to saved views and imports, and shows the state of an import', async () => {
    const found = { detail: null, slug: null, recordType: null, customerId: null, matched: null, rank: 2 };
    const others = [
      {
        ...found,
        kind: 'view',
        id: anId(3),
        title: 'Banned in Ohio',
        recordType: 'customer',
        slug: 'view=v&status=banned',
      },
      { ...found, kind: 'view', id: anId(6), title: 'Ohio closings', recordType: 'deal', slug: 'view=d' },
      { ...found, kind: 'import', id: anId(4), title: 'ohio.csv', recordType: 'business', detail: 'running' },
    ];
    stubApi({ 'GET /search': () => ({ hits: others }) });
    const links = [
      '/admin/users?view=v&status=banned',
      '/admin/business-center/deals?view=d',
      `/admin/business-center?import=${anId(4)}`,
    ];
    for (const [index, to] of links.entries()) {
      const { unmount } = await openWork(<PaletteButton />);
      const user = userEvent.setup();
      await user.click(screen.getByRole('button', { name: 'Search everything' }));
      await user.type(await screen.findByRole('combobox', { name: 'Search everything' }), 'ohio');
      expect(await screen.findByRole('option', { name: /ohio\.csv.*Running/ })).toBeVisible();
      await user.click(screen.getByRole('option', { name: new RegExp(others[index]?.title ?? '') }));
      await waitFor(() => expect(getUrl().pathname + getUrl().search).toBe(to));
      unmount();
    }
  });

  it('names what matched if it was not the title, and suggests similar records below', async () => {
    const phone = { ...hits[0], title: 'Dana Dashwood', matched: '+12005550100', rank: 4 };
    const similar = { ...hits[0], id: anId(5), title: 'Dina Dash', rank: 5 };
    stubApi({ 'GET /search': () => ({ hits: [phone, similar] }) });
    const user = await openPalette();
    await user.keyboard('0100');
    expect(await screen.findByRole('option', { name: /Dash Dental, \+12005550100/ })).toBeVisible();
    const group = screen.getByRole('group', { name: 'Did you mean' });
    expect(group).toHaveTextContent('Dina Dash');
  });

  it('opens no hit of the search before by Enter', async () => {
    stubApi({
      'GET /search': ({ query }) =>
        query.get('q') === 'dash' ? { hits: [{ ...hits[0], rank: 0 }] } : new Promise(() => undefined),
    });
    const user = await openPalette();
    await user.keyboard('dash');
    await screen.findByRole('option', { name: /^Dana Dashwood/ });
    await user.keyboard('w');
    expect(screen.getByRole('option', { name: /^Dana Dashwood/ })).toBeVisible();
    await user.clear(screen.getByRole('combobox'));
    await user.keyboard('jones');
    expect(screen.queryByRole('option', { name: /Dana Dashwood/ })).not.toBeInTheDocument();
  });

  it('shows the records that were opened last before anything is typed', async () => {
    stubApi({ 'GET /search': () => ({ hits: [] }) });
    const { id, workspaceId } = aProfile();
    const recent = [
      { path: '/admin/users/view/1', title: 'Ann Abbott', noun: 'customer', icon: 'solar:user-bold' },
    ];
    localStorage.setItem(`${getRecentRecordsPrefix(id)}${workspaceId ?? ''}`, JSON.stringify(recent));
    await openPalette();
    expect(listOptions()[0]).toBe('Ann Abbottcustomer');
  });

  it('finds commands by other words for them, and inner pages', async () => {
    stubApi({ 'GET /search': () => ({ hits: [] }) });
    const user = await openPalette();
    const wanted = [
      ['sign out', 'Logout'],
      ['add a task', 'New task'],
      ['triage', 'Unknown senders'],
      ['audit', 'Settings: Audit log'],
    ] as const;
    for (const [query, label] of wanted) {
      await user.clear(screen.getByRole('combobox', { name: 'Search everything' }));
      await user.keyboard(query);
      expect(listOptions()).toContain(label);
    }
    await user.clear(screen.getByRole('combobox', { name: 'Search everything' }));
    await user.keyboard('installation');
    expect(screen.queryByRole('option', { name: 'Settings: Installation' })).toBeNull();
  });

  it('leads to people, notes and emails where they are read', async () => {
    const found = { slug: null, detail: null, customerId: anId(7) };
    const others = [
      { ...found, kind: 'person', id: anId(3), title: 'Dash Broker', customerId: null },
      { ...found, kind: 'note', id: anId(4), title: 'About the dash' },
      { ...found, kind: 'email', id: anId(5), title: 'Your dash' },
    ];
    stubApi({ 'GET /search': () => ({ hits: others }) });
    const places = ['/user?q=Dash%20Broker', `/admin/users/view/${anId(7)}?tab=notes`];
    const mail = `/admin/users/view/${anId(7)}?tab=conversation`;
    for (const [index, to] of [...places, mail].entries()) {
      const { unmount } = await openWork(<PaletteButton />);
      const user = userEvent.setup();
      await user.click(screen.getByRole('button', { name: 'Search everything' }));
      await user.type(await screen.findByRole('combobox', { name: 'Search everything' }), 'dash');
      await screen.findByRole('option', { name: /Dash Broker/ });
      await user.click(screen.getByRole('option', { name: others[index]?.title }));
      await waitFor(() => expect(getUrl().pathname + getUrl().search).toBe(to));
      unmount();
    }
  });

  it('opens with /, and with c for new records; single keys can be turned off', async () => {
    const stop = startShortcuts();
    stubApi({ 'GET /search': () => ({ hits: [] }) });
    await openWork(<PaletteButton />);
    const user = userEvent.setup();
    await user.keyboard('c');
    await screen.findByRole('option', { name: 'New customer' });
    expect(listOptions()).toEqual([
      'New customer',
      'Import customers',
      'New task',
      'New business',
      'New post',
    ]);
    await user.click(screen.getByRole('option', { name: 'New task' }));
    await user.keyboard('/');
    await user.click(await screen.findByRole('option', { name: 'Turn single-key shortcuts off' }));
    expect(screen.queryByRole('combobox')).toBeNull();
    await user.keyboard('/');
    expect(screen.queryByRole('combobox')).toBeNull();
    stop();
  });

  it('lists each of several workspaces with the same name', async () => {
    const one = { id: anId(31), name: 'Dallas', plan: 'Free', logoUrl: null, role: 'ADMIN' } as const;
    const workspaces = [...aProfile().workspaces, one, { ...one, id: anId(32) }];
    stubApi({ 'GET /search': () => ({ hits: [] }) }, aProfile({ workspaces }));
    const user = await openPalette();
    await user.keyboard('dallas');
    const [first, second] = await screen.findAllByRole('option', { name: /Dallas/ });
    expect(first).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{ArrowDown}');
    expect(second).toHaveAttribute('aria-selected', 'true');
  });

  it.each(['your account', 'logout'])(
    'closes and asks before “%s” leaves unsaved changes',
    async (command) => {
      const calls = stubApi({ 'GET /search': () => ({ hits: [] }) });
      const user = await openPalette(<UnsavedForm />);
      await user.keyboard(`${command}{Enter}`);
      expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
      expect(screen.queryByRole('combobox', { name: 'Search everything' })).toBeNull();
      expect(getUrl().pathname).toBe('/');
      expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
    },
  );

  it('opens the page after the question, and the current page without one', async () => {
    stubApi({ 'GET /search': () => ({ hits: [] }) });
    const user = await openPalette(<UnsavedForm />);
    await user.keyboard('your account{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(getUrl().pathname).toBe('/account'));
    // The form is still shown here, but its page is the current one.
    await user.keyboard('{Control>}k{/Control}');
    (await screen.findByRole('combobox')).focus();
    await user.keyboard('your account{Enter}');
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull();
  });

  it('gives a client their pages and searches no records', async () => {
    const calls = stubApi({}, aProfile({ role: 'CLIENT', areas: [] }));
    const user = await openPalette();
    expect(listOptions()).not.toContain('New customer');
    expect(listOptions()).not.toContain('Settings');
    expect(listOptions().join()).not.toMatch(/Send an email|Unknown senders|Settings:/);
    await user.keyboard('deals');
    await waitFor(() => expect(listOptions()).toEqual(['Deals']));
    expect(calls.some(({ path }) => path === '/search')).toBe(false);
  });

  it('says that nothing was found, and that records were not searched', async () => {
    let isDown = false;
    stubApi({ 'GET /search': () => (isDown ? errorResponse(503, 'UNAVAILABLE') : { hits: [] }) });
    const user = await openPalette();
    await user.keyboard('zebra');
    expect(await screen.findByText('No results for “zebra”.')).toBeVisible();
    isDown = true;
    await user.keyboard('s');
    expect(await screen.findByText(/Records could not be searched/)).toBeVisible();
  });

  it('closes by its button, for touch screens', async () => {
    stubApi({});
    const user = await openPalette();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('stays closed while another dialog asks something', async () => {
    stubApi({});
    await openWork(
      <>
        <PaletteButton />
        <div role="dialog" aria-label="Other" />
      </>,
    );
    await userEvent.setup().keyboard('{Control>}k{/Control}');
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});
