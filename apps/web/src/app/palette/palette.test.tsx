import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { aProfile } from '../../../test-setup/profile.ts';
import { anId } from '../../../test-setup/records.ts';
import { openWork, place, refusal, stubApi } from '../../../test-setup/work.tsx';
import { startShortcuts } from '../../shared/shortcuts/shortcuts.ts';
import { PaletteButton } from './palette-button.tsx';

const hits = [
  {
    kind: 'customer',
    id: anId(1),
    title: 'Dana Dashwood',
    detail: 'Dash Dental',
    slug: null,
    customerId: null,
  },
  {
    kind: 'post',
    id: anId(2),
    title: 'Dash to the exit',
    detail: null,
    slug: 'dash-to-the-exit',
    customerId: null,
  },
];

beforeAll(() => {
  // The test's document has no modal dialogs and lays nothing out.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

const options = (): string[] => screen.getAllByRole('option').map((option) => option.textContent);
const active = (): string | null => screen.getByRole('option', { selected: true }).textContent;

async function openPalette(): Promise<ReturnType<typeof userEvent.setup>> {
  await openWork(<PaletteButton />);
  const user = userEvent.setup();
  await user.keyboard('{Control>}k{/Control}');
  const input = await screen.findByRole('combobox', { name: 'Search everything' }, { timeout: 8000 });
  // As a modal dialog does in a browser.
  input.focus();
  return user;
}

describe('the palette', () => {
  it('opens by Ctrl-K and leads to a record by keyboard alone', async () => {
    const calls = stubApi({ 'GET /search': () => ({ hits }) });
    const user = await openPalette();
    await user.keyboard('dash');
    await screen.findByRole('option', { name: /Dana Dashwood/ });
    expect(options()).toEqual(['Dana DashwoodDash Dental', 'Dash to the exit', 'Dashboard']);
    expect(active()).toContain('Dana');
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(active()).toContain('Dana');
    await user.keyboard('{ArrowUp}{ArrowUp}');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(place().pathname).toBe('/blog/dash-to-the-exit'));
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(calls.filter(({ path }) => path === '/search').map(({ query }) => query.get('q'))).toEqual([
      'dash',
    ]);
  });

  it('offers what the user may open and create, without asking the server', async () => {
    const calls = stubApi({});
    await openPalette();
    expect(options()).toEqual(
      expect.arrayContaining(['New customer', 'New task', 'Tasks', 'Settings', 'Your account', 'Logout']),
    );
    expect(calls.some(({ path }) => path === '/search')).toBe(false);
  });

  it('leads to people, notes and e-mails where they are read', async () => {
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
      await waitFor(() => expect(place().pathname + place().search).toBe(to));
      unmount();
    }
  });

  it('opens by / and, with what can be created, by c; and turns such keys off', async () => {
    const stop = startShortcuts();
    stubApi({ 'GET /search': () => ({ hits: [] }) });
    await openWork(<PaletteButton />);
    const user = userEvent.setup();
    await user.keyboard('c');
    await screen.findByRole('combobox', { name: 'Search everything' });
    expect(options()).toEqual(['New customer', 'Import customers', 'New task', 'New business', 'New post']);
    await user.click(screen.getByRole('option', { name: 'New task' }));
    await user.keyboard('/');
    await screen.findByRole('combobox', { name: 'Search everything' });
    await user.click(screen.getByRole('option', { name: 'Turn single-key shortcuts off' }));
    expect(screen.queryByRole('combobox')).toBeNull();
    await user.keyboard('/');
    expect(screen.queryByRole('combobox')).toBeNull();
    stop();
  });

  it('gives a client their pages and searches no records', async () => {
    const calls = stubApi({}, aProfile({ role: 'CLIENT', areas: [] }));
    const user = await openPalette();
    expect(options()).not.toContain('New customer');
    expect(options()).not.toContain('Settings');
    await user.keyboard('deals');
    await waitFor(() => expect(options()).toEqual(['Deals']));
    expect(calls.some(({ path }) => path === '/search')).toBe(false);
  });

  it('says that nothing was found, and that records were not searched', async () => {
    let isDown = false;
    stubApi({ 'GET /search': () => (isDown ? refusal(503, 'UNAVAILABLE') : { hits: [] }) });
    const user = await openPalette();
    await user.keyboard('zebra');
    expect(await screen.findByText('Nothing is called “zebra”.')).toBeVisible();
    isDown = true;
    await user.keyboard('s');
    expect(await screen.findByText(/Records were not searched/)).toBeVisible();
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
