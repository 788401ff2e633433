import { deferIcons } from '@handover/ui-lite/icon/registry.ts';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter, MemoryRouter, useLocation } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { readToken, storeToken } from '#shared/api/stored-session.ts';
import { SessionProvider } from '#shared/session/session-context.tsx';
import { App } from './app.tsx';
import { workIcons } from './icons/work.generated.ts';

const fetchMock = vi.fn<typeof fetch>();
const scrollTo = vi.fn<typeof window.scrollTo>();

const createOkResponse = (body: unknown): Response => new Response(JSON.stringify(body), { status: 200 });
const createErrorResponse = (status: number, code: string, detail: string): Response =>
  new Response(JSON.stringify({ status, code, detail }), { status });

function Place(): React.ReactNode {
  const { pathname, search } = useLocation();
  return <output data-testid="place">{pathname + search}</output>;
}

function open(address: string): void {
  render(
    <SessionProvider>
      <MemoryRouter initialEntries={[address]}>
        <App />
        <Place />
      </MemoryRouter>
    </SessionProvider>,
  );
}

const isSessionRequest = (address: unknown): boolean =>
  typeof address === 'string' && (address.endsWith('/auth/login') || address.endsWith('/auth/profile'));
/** Session calls succeed and screen calls fail: these tests are only about reaching the screens. */
const stubFetch =
  (session: () => Response): typeof fetch =>
  async (address) =>
    isSessionRequest(address) ? session() : createErrorResponse(503, 'UNAVAILABLE', 'Down');

const findPath = (): string | null => screen.getByTestId('place').textContent;
async function waitForPath(expected: string): Promise<string | null> {
  await waitFor(() => expect(findPath()).toBe(expected), { timeout: 8000 });
  return findPath();
}
const findHeading = (name: string): Promise<HTMLElement> =>
  screen.findByRole('heading', { level: 1, name }, { timeout: 8000 });

deferIcons(async () => workIcons);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  fetchMock.mockReset();
  scrollTo.mockReset();
  vi.stubGlobal('fetch', fetchMock);
  vi.stubGlobal('scrollTo', scrollTo);
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
});

describe('a guest', () => {
  it('is led from the root path to sign-in', async () => {
    open('/');
    expect(await waitForPath('/sign-in')).toBe('/sign-in');
  });

  it('returns to the requested page, query included, after signing in', async () => {
    const user = userEvent.setup();
    open('/admin/tasks?view=mine');
    await findHeading('Sign in');
    fetchMock.mockImplementation(stubFetch(() => createOkResponse({ token: 'fresh', user: aProfile() })));
    await user.type(screen.getByLabelText('Email'), 'avery@handover.test');
    await user.type(screen.getByLabelText('Password'), 'correct horse battery');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await waitForPath('/admin/tasks?view=mine')).toBe('/admin/tasks?view=mine');
    expect(await findHeading('Tasks')).toBeVisible();
  });

  it('keeps the requested page through a password reset', async () => {
    const user = userEvent.setup();
    open('/admin/tasks?view=mine');
    await findHeading('Sign in');
    await user.click(screen.getByRole('link', { name: 'Forgot your password?' }));
    await findHeading('Forgot your password?');
    await user.click(screen.getByRole('link', { name: 'Back to sign in' }));
    await findHeading('Sign in');
    fetchMock.mockImplementation(stubFetch(() => createOkResponse({ token: 'fresh', user: aProfile() })));
    await user.type(screen.getByLabelText('Email'), 'avery@handover.test');
    await user.type(screen.getByLabelText('Password'), 'correct horse battery');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await waitForPath('/admin/tasks?view=mine')).toBe('/admin/tasks?view=mine');
  });

  it('reads why the sign-in was refused', async () => {
    const user = userEvent.setup();
    open('/sign-in');
    await findHeading('Sign in');
    fetchMock.mockImplementation(async () =>
      createErrorResponse(403, 'ACCOUNT_BANNED', 'This account is banned.'),
    );
    await user.type(screen.getByLabelText('Email'), 'banned@handover.test');
    await user.type(screen.getByLabelText('Password'), 'correct horse battery');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This account is banned.');
    expect(readToken()).toBeNull();
  });

  it('asks for the second factor in a separate step, and returns to the requested page', async () => {
    const user = userEvent.setup();
    open('/admin/tasks?view=mine');
    await findHeading('Sign in');
    const sent: unknown[] = [];
    fetchMock.mockImplementation(async (address, init) => {
      if (!isSessionRequest(address)) return createErrorResponse(503, 'UNAVAILABLE', 'Down');
      const body: unknown = JSON.parse(typeof init?.body === 'string' ? init.body : '');
      sent.push(body);
      return body !== null && typeof body === 'object' && 'code' in body
        ? createOkResponse({ token: 'fresh', user: aProfile() })
        : createErrorResponse(401, 'SECOND_FACTOR_REQUIRED', 'Code, please');
    });
    await user.type(screen.getByLabelText('Email'), 'avery@handover.test');
    await user.type(screen.getByLabelText('Password'), 'correct horse battery');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await findHeading('Enter your code');
    expect(screen.getByLabelText('Code from your authenticator app')).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    await user.type(screen.getByLabelText('Recovery code'), 'k3v9f-2m7qx');
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('correct horse');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await waitForPath('/admin/tasks?view=mine')).toBe('/admin/tasks?view=mine');
    expect(sent.at(-1)).toEqual({
      email: 'avery@handover.test',
      password: 'correct horse battery',
      code: 'k3v9f-2m7qx',
    });
  });

  it('confirms an address by a button, and reads when the link no longer works', async () => {
    const user = userEvent.setup();
    window.location.hash = `#${'a'.repeat(43)}`;
    open('/confirm-email');
    await findHeading('Confirm your email address');
    expect(fetchMock).not.toHaveBeenCalled();
    fetchMock.mockImplementation(async () =>
      createOkResponse({ email: 'new@handover.test', resetToken: null }),
    );
    await user.click(screen.getByRole('button', { name: 'Confirm address' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('You now sign in with new@handover.test.');
  });

  it('keeps the link of a reset over a reload, until the password is changed', async () => {
    const user = userEvent.setup();
    const tokens: unknown[] = [];
    fetchMock.mockImplementation(async (address, init) => {
      const body: unknown = JSON.parse(typeof init?.body === 'string' ? init.body : '');
      tokens.push(body !== null && typeof body === 'object' && 'token' in body && body.token);
      return typeof address === 'string' && address.endsWith('/auth/reset-preview')
        ? createOkResponse({ reset: { isFirstProof: false, hasSecondFactor: false, passkeys: [] } })
        : new Response(null, { status: 204 });
    });
    window.location.hash = `#${'a'.repeat(43)}`;
    open('/reset-password');
    await findHeading('Set a new password');
    expect(window.location.hash).toBe('');
    cleanup();
    open('/reset-password');
    await findHeading('Set a new password');
    await user.type(screen.getByLabelText('New password'), 'seven quiet herons');
    await user.click(screen.getByRole('button', { name: 'Set password' }));
    await findHeading('Password changed');
    expect(tokens).toEqual(Array(3).fill('a'.repeat(43)));
    cleanup();
    open('/reset-password');
    await findHeading('This link does not work');
  });

  it('follows another link that is opened in the same tab', async () => {
    const user = userEvent.setup();
    fetchMock.mockImplementation(async () =>
      createErrorResponse(400, 'LINK_INVALID', 'This link has expired.'),
    );
    window.history.replaceState(null, '', `/confirm-email#${'a'.repeat(43)}`);
    render(
      <SessionProvider>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </SessionProvider>,
    );
    await findHeading('Confirm your email address');
    await user.click(screen.getByRole('button', { name: 'Confirm address' }));
    await findHeading('This link does not work');
    expect(screen.getByText(/“Forgot your password\?”/)).toBeVisible();
    window.location.hash = `#${'b'.repeat(43)}`;
    await findHeading('Confirm your email address');
    await user.click(screen.getByRole('button', { name: 'Confirm address' }));
    await waitFor(() => expect(fetchMock.mock.lastCall?.[1]?.body).toContain('b'.repeat(43)));
    await findHeading('This link does not work');
    window.history.replaceState(null, '', '/');
  });

  it('continues to a new password after the first confirmation of an address', async () => {
    const user = userEvent.setup();
    window.location.hash = `#${'a'.repeat(43)}`;
    open('/confirm-email');
    await findHeading('Confirm your email address');
    fetchMock.mockImplementation(async () =>
      createOkResponse({ email: 'new@handover.test', resetToken: 'b'.repeat(43) }),
    );
    await user.click(screen.getByRole('button', { name: 'Confirm address' }));
    expect(await screen.findByRole('link', { name: 'Set a new password' })).toHaveAttribute(
      'href',
      `/reset-password#${'b'.repeat(43)}`,
    );
  });

  it('chooses which passkeys to keep when resetting the password, and needs a code to drop the app', async () => {
    const user = userEvent.setup();
    const passkey = { createdAt: '2026-11-03T09:00:00.000Z', lastUsedAt: null };
    const [laptopId, unknownId] = [
      '018f0000-0000-7000-8000-000000000001',
      '018f0000-0000-7000-8000-000000000002',
    ];
    const passkeys = [
      { id: laptopId, name: 'Laptop', ...passkey },
      { id: unknownId, name: 'Unknown', ...passkey },
    ];
    const sent: unknown[] = [];
    fetchMock.mockImplementation(async (address, init) => {
      if (typeof address === 'string' && address.endsWith('/auth/reset-preview'))
        return createOkResponse({ reset: { isFirstProof: false, hasSecondFactor: true, passkeys } });
      sent.push(JSON.parse(typeof init?.body === 'string' ? init.body : ''));
      return new Response(null, { status: 204 });
    });
    window.location.hash = `#${'a'.repeat(43)}`;
    open('/reset-password');
    await findHeading('Set a new password');
    await user.type(screen.getByLabelText('New password'), 'seven quiet herons');
    await user.click(screen.getByRole('checkbox', { name: /Laptop/ }));
    await user.click(screen.getByRole('checkbox', { name: /Keep the authenticator app/ }));
    await user.click(screen.getByRole('button', { name: 'Set password' }));
    const code = screen.getByLabelText('Code from the app, or a recovery code');
    await waitFor(() => expect(code).toBeInvalid());
    expect(sent).toEqual([]);
    await user.type(code, 'k3v9f-2m7qx');
    await user.click(screen.getByRole('button', { name: 'Set password' }));
    await findHeading('Password changed');
    expect(sent).toEqual([
      {
        token: 'a'.repeat(43),
        newPassword: 'seven quiet herons',
        keepPasskeyIds: [laptopId],
        secondFactorCode: 'k3v9f-2m7qx',
      },
    ]);
  });

  it('sees the fields that the contract refuses, the first with the focus, and no call is made', async () => {
    const user = userEvent.setup();
    open('/sign-in');
    await findHeading('Sign in');
    await user.type(screen.getByLabelText('Email'), 'not an address');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    const email = screen.getByLabelText('Email');
    await waitFor(() => expect(email).toBeInvalid());
    expect(email).toHaveFocus();
    expect(screen.getByLabelText('Password')).toBeInvalid();
    expect(fetchMock).not.toHaveBeenCalled();
  });

  it('sees public pages in the layout, with a sign-in link and nothing private', async () => {
    open('/blog');
    await findHeading('Blog');
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeVisible();
    expect(screen.queryByText('Settings')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Account' })).not.toBeInTheDocument();
  });

  it('finds a prompt in place of content that belongs to an account', async () => {
    open('/payment-management');
    await screen.findByText('Sign in to view this page', {}, { timeout: 8000 });
    expect(findPath()).toBe('/payment-management');
  });

  it.each(['/404', '/nowhere', '/nothing/here'])('sees the page-not-found screen at %s', async (address) => {
    open(address);
    expect(await findHeading('Page not found')).toBeVisible();
  });
});

describe('somebody signed in', () => {
  function signedIn(changes: Parameters<typeof aProfile>[0]): void {
    storeToken('stored');
    fetchMock.mockImplementation(stubFetch(() => createOkResponse({ user: aProfile(changes) })));
  }

  it.each([
    ['ADMIN', '/', '/admin/dashboard'],
    ['CLIENT', '/', '/user/dashboard'],
    ['ADMIN', '/sign-in', '/admin/dashboard'],
    ['CLIENT', '/admin/users', '/user/dashboard'],
    ['STAFF', '/admin/settings', '/admin/dashboard'],
  ] as const)('as %s is led from %s to %s', async (role, from, to) => {
    signedIn({ role, areas: role === 'STAFF' ? ['dashboard'] : [] });
    open(from);
    expect(await waitForPath(to)).toBe(to);
  });

  it.each(['STAFF', null] as const)(
    'as %s without any area sees "no access" instead of a loop',
    async (role) => {
      signedIn({ role, areas: [] });
      open('/admin/users');
      await screen.findByText('No access', {}, { timeout: 8000 });
      expect(findPath()).toBe('/admin/dashboard');
    },
  );

  it.each(['/', '/admin/settings/people', '/admin/nothing', '/user', '/sign-in'])(
    'whose second step is overdue comes from %s to their account, and stays there',
    async (from) => {
      signedIn({ twoStep: { dueAt: '2026-11-20T15:00:00.000Z', isOverdue: true } });
      open(from);
      await findHeading('Your account');
      expect(findPath()).toBe('/account');
    },
  );

  it('sees the placeholder in the layout at an unknown path of the admin area', async () => {
    signedIn({});
    open('/admin/nothing/here');
    await screen.findByText('Page not found', {}, { timeout: 8000 });
    expect(screen.getByRole('button', { name: 'Account' })).toBeVisible();
  });

  it('starts a new page at the top with the focus on its heading, and a new query in place', async () => {
    const user = userEvent.setup();
    signedIn({});
    open('/generate-plan');
    await screen.findByText('Not available yet', {}, { timeout: 8000 });
    expect(scrollTo).not.toHaveBeenCalled();
    await user.click(screen.getByRole('link', { name: 'Tasks' }));
    expect(await findHeading('Tasks')).toHaveFocus();
    expect(scrollTo).toHaveBeenCalledWith(0, 0);
    expect(document.title).toMatch(/^Tasks/);
  });

  it('goes to sign-in after Logout, whatever the server responds', async () => {
    const user = userEvent.setup();
    signedIn({});
    open('/admin/dashboard');
    await user.click(await screen.findByRole('button', { name: 'Account' }, { timeout: 8000 }));
    expect(screen.getByText('avery@handover.test', { selector: '[class*="who"] *' })).toBeVisible();
    fetchMock.mockImplementation(async () => new Response(null, { status: 204 }));
    await user.click(screen.getByRole('menuitem', { name: 'Logout' }));
    await findHeading('Sign in');
    expect(readToken()).toBeNull();
  });

  it('is sent to sign-in with the reason when the session ends', async () => {
    signedIn({});
    open('/admin/dashboard');
    await screen.findByRole('button', { name: 'Account' }, { timeout: 8000 });
    act(() => {
      localStorage.removeItem('authToken');
      window.dispatchEvent(new StorageEvent('storage', { key: 'authToken' }));
    });
    await findHeading('Sign in');
    expect(screen.getByText(/Your session has expired/)).toBeVisible();
  });

  it('reads the announcement of the workspace in the header, which is hidden without one', async () => {
    signedIn({ announcement: 'Closed on Friday' });
    open('/admin/dashboard');
    expect(await screen.findByText('Closed on Friday', {}, { timeout: 8000 })).toBeVisible();
  });
});
