import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { send } from '#shared/api/client.ts';
import { readToken, readWorkspaceId, storeToken, storeWorkspaceId } from '#shared/api/stored-session.ts';
import { profileCall, SessionStore } from './session-store.ts';

const fetchMock = vi.fn<typeof fetch>();
const log = vi.fn<(message: string, error: unknown) => void>();
const user = aProfile();
let stop = (): void => undefined;

const createOkResponse = (body: unknown): Response => new Response(JSON.stringify(body), { status: 200 });
const createErrorResponse = (status: number, code: string): Response =>
  new Response(JSON.stringify({ status, code, detail: code }), { status });

async function startStore(): Promise<SessionStore> {
  const store = new SessionStore(log);
  stop = store.start();
  await vi.waitFor(() => expect(store.get().status).not.toBe('loading'));
  return store;
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  fetchMock.mockReset();
  log.mockReset();
  vi.stubGlobal('fetch', fetchMock);
});

afterEach(() => stop());

describe('the session', () => {
  it('starts as loading', () => {
    expect(new SessionStore(log).get()).toEqual({ status: 'loading' });
  });

  it('is unauthenticated without any call when no token is stored', async () => {
    const store = await startStore();
    expect(store.get()).toEqual({ status: 'unauthenticated', reason: null });
    expect(fetchMock).not.toHaveBeenCalled();
  });

  it('fetches the profile of a stored token and is authenticated with its user', async () => {
    storeToken('stored');
    fetchMock.mockResolvedValue(createOkResponse({ user }));
    const store = await startStore();
    expect(fetchMock.mock.lastCall?.[0]).toBe('/api/auth/profile');
    expect(store.get()).toEqual({ status: 'authenticated', user });
    expect(readWorkspaceId()).toBe(user.workspaceId);
  });

  it('is checked once when that began before the app was drawn', async () => {
    storeToken('stored');
    fetchMock.mockResolvedValue(createOkResponse({ user }));
    const store = new SessionStore(log);
    await store.check();
    expect(store.get()).toEqual({ status: 'authenticated', user });
    stop = store.start();
    await store.check();
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });

  it('takes over changed rights, and keeps what it has when there is no answer', async () => {
    storeToken('stored');
    fetchMock.mockResolvedValueOnce(createOkResponse({ user }));
    const store = await startStore();
    fetchMock.mockResolvedValueOnce(createOkResponse({ user: { ...user, areas: [] } }));
    await store.refresh();
    expect(store.get()).toMatchObject({ status: 'authenticated', user: { areas: [] } });
    fetchMock.mockResolvedValueOnce(createErrorResponse(503, 'UNAVAILABLE'));
    await store.refresh();
    expect(store.get()).toMatchObject({ status: 'authenticated', user: { areas: [] } });
  });

  it('stays in the workspace that was chosen while the profile was fetched', async () => {
    storeToken('stored');
    fetchMock.mockResolvedValueOnce(createOkResponse({ user }));
    const store = await startStore();
    const { promise, resolve } = Promise.withResolvers<Response>();
    fetchMock.mockReturnValueOnce(promise);
    const refreshed = store.refresh();
    const chosen = { ...user, workspaceId: '0199a000-0000-7000-8000-0000000000aa' };
    fetchMock.mockResolvedValueOnce(createOkResponse({ user: chosen }));
    await store.switchWorkspace(chosen.workspaceId);
    resolve(createOkResponse({ user }));
    await refreshed;
    expect(store.get()).toEqual({ status: 'authenticated', user: chosen });
    expect(readWorkspaceId()).toBe(chosen.workspaceId);
  });

  it.each([
    ['expired', () => createErrorResponse(401, 'NOT_SIGNED_IN')],
    ['unreachable', () => createErrorResponse(503, 'UNAVAILABLE')],
    ['unreachable', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('clears token and user and logs when the profile fails (%s)', async (reason, answer) => {
    storeToken('stored');
    fetchMock.mockImplementation(async () => answer());
    const store = await startStore();
    expect(store.get()).toEqual({ status: 'unauthenticated', reason });
    expect(readToken()).toBeNull();
    expect(log).toHaveBeenCalledOnce();
  });

  it('drops a stored workspace that the server refuses, and asks again', async () => {
    storeToken('stored');
    storeWorkspaceId('0199a000-0000-7000-8000-0000000000ff');
    fetchMock
      .mockResolvedValueOnce(createErrorResponse(404, 'NOT_FOUND'))
      .mockResolvedValueOnce(createOkResponse({ user }));
    const store = await startStore();
    expect(store.get().status).toBe('authenticated');
    expect(new Headers(fetchMock.mock.lastCall?.[1]?.headers).has('X-Workspace')).toBe(false);
  });
});

describe('signing in', () => {
  it('stores token and user', async () => {
    const store = await startStore();
    fetchMock.mockResolvedValue(createOkResponse({ token: 'fresh', user }));
    await store.signIn({ email: 'avery@handover.test', password: 'correct horse battery' });
    expect(readToken()).toBe('fresh');
    expect(localStorage.getItem('authToken')).toBe('fresh');
    expect(store.get()).toEqual({ status: 'authenticated', user });
  });

  it('passes a refusal on and stays signed out', async () => {
    const store = await startStore();
    fetchMock.mockResolvedValue(createErrorResponse(401, 'INVALID_CREDENTIALS'));
    await expect(store.signIn({ email: 'a@b.test', password: 'x' })).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    });
    expect(store.get().status).toBe('unauthenticated');
  });
});

describe('signing out', () => {
  it.each([
    ['works', () => Promise.resolve(new Response(null, { status: 204 })), 0],
    ['fails', () => Promise.reject(new TypeError('Failed to fetch')), 1],
  ])('calls the server with the token and clears everything when that %s', async (_title, answer, logged) => {
    storeToken('stored');
    fetchMock.mockResolvedValueOnce(createOkResponse({ user }));
    const store = await startStore();
    fetchMock.mockImplementation(answer);
    store.signOut();
    expect(fetchMock.mock.lastCall?.[0]).toBe('/api/auth/logout');
    expect(new Headers(fetchMock.mock.lastCall?.[1]?.headers).get('Authorization')).toBe('Bearer stored');
    expect(readToken()).toBeNull();
    expect(store.get()).toEqual({ status: 'unauthenticated', reason: 'signed-out' });
    await vi.waitFor(() => expect(log).toHaveBeenCalledTimes(logged));
  });
});

describe('a session that expired', () => {
  it('continues in the workspace that was open, whatever the sign-in leads to', async () => {
    const own = {
      id: '0199a000-0000-7000-8000-000000000002',
      name: 'Second',
      plan: 'Pro' as const,
      logoUrl: null,
      role: 'STAFF' as const,
    };
    const there = aProfile({
      workspaceId: own.id,
      workspaces: [...user.workspaces, own],
    });
    storeToken('stored');
    storeWorkspaceId(own.id);
    fetchMock.mockResolvedValueOnce(createOkResponse({ user: there }));
    const store = await startStore();
    fetchMock.mockResolvedValueOnce(createErrorResponse(401, 'NOT_SIGNED_IN'));
    await expect(send(profileCall)).rejects.toMatchObject({ status: 401 });
    const elsewhere = { ...there, workspaceId: user.workspaceId };
    fetchMock
      .mockResolvedValueOnce(createOkResponse({ token: 'fresh', user: elsewhere }))
      .mockResolvedValueOnce(createOkResponse({ user: there }));
    await store.signIn({ email: 'avery@handover.test', password: 'correct horse battery' });
    expect(store.get()).toEqual({ status: 'authenticated', user: there });
    expect(readWorkspaceId()).toBe(own.id);
  });

  it('continues in the workspace of an accepted invitation', async () => {
    storeToken('stored');
    fetchMock.mockResolvedValueOnce(createOkResponse({ user }));
    const store = await startStore();
    fetchMock.mockResolvedValueOnce(createErrorResponse(401, 'NOT_SIGNED_IN'));
    await expect(send(profileCall)).rejects.toMatchObject({ status: 401 });
    const workspaceId = '0199a000-0000-7000-8000-000000000002';
    const [first] = user.workspaces;
    const invited = aProfile({
      workspaceId,
      workspaces: [...user.workspaces, ...(first === undefined ? [] : [{ ...first, id: workspaceId }])],
    });
    fetchMock.mockResolvedValue(createOkResponse({ user }));
    store.adopt({ token: 'fresh', user: invited });
    await vi.waitFor(() => expect(store.get()).toEqual({ status: 'authenticated', user: invited }));
    expect(readWorkspaceId()).toBe(workspaceId);
  });

  it('leaves typed text on the device; logging out removes it, of this user alone', async () => {
    const [own, foreign] = [`form-draft:${user.id}:w:customer:new`, 'form-draft:somebody:w:customer:new'];
    const old = `draft:${user.id}:note:customer:1`;
    const email = `draft:${user.id}:email:1`;
    storeToken('stored');
    fetchMock.mockResolvedValueOnce(createOkResponse({ user }));
    const store = await startStore();
    for (const key of [own, foreign, old, email]) localStorage.setItem(key, 'typed');
    fetchMock.mockResolvedValueOnce(createErrorResponse(401, 'NOT_SIGNED_IN'));
    await expect(send(profileCall)).rejects.toMatchObject({ status: 401 });
    expect(localStorage.getItem(own)).toBe('typed');
    fetchMock.mockResolvedValueOnce(createOkResponse({ token: 'fresh', user }));
    await store.signIn({ email: 'avery@handover.test', password: 'correct horse battery' });
    fetchMock.mockResolvedValueOnce(new Response(null, { status: 204 }));
    store.signOut();
    expect(localStorage.getItem(own)).toBeNull();
    expect(localStorage.getItem(old)).toBeNull();
    expect(localStorage.getItem(email)).toBe('typed');
    expect(localStorage.getItem(foreign)).toBe('typed');
  });
});

describe('a session that is open', () => {
  async function open(): Promise<SessionStore> {
    storeToken('stored');
    fetchMock.mockResolvedValueOnce(createOkResponse({ user }));
    return startStore();
  }

  it('ends when any call is answered with 401', async () => {
    const store = await open();
    fetchMock.mockResolvedValue(createErrorResponse(401, 'NOT_SIGNED_IN'));
    await expect(send(profileCall)).rejects.toMatchObject({ status: 401 });
    expect(store.get()).toEqual({ status: 'unauthenticated', reason: 'expired' });
  });

  it('ends when another tab signs out', async () => {
    const store = await open();
    localStorage.removeItem('authToken');
    window.dispatchEvent(new StorageEvent('storage', { key: 'authToken', newValue: null }));
    expect(store.get().status).toBe('unauthenticated');
  });

  it('follows another tab that signs in as somebody else', async () => {
    const store = await open();
    const other = aProfile({ displayName: 'Jordan Lee', role: 'STAFF' });
    fetchMock.mockResolvedValueOnce(createOkResponse({ user: other }));
    localStorage.setItem('authToken', 'other');
    window.dispatchEvent(new StorageEvent('storage', { key: 'authToken', newValue: 'other' }));
    await vi.waitFor(() => expect(store.get()).toEqual({ status: 'authenticated', user: other }));
  });

  it('switches the workspace with the profile that the server gives there', async () => {
    const store = await open();
    const there = aProfile({ workspaceId: '0199a000-0000-7000-8000-000000000002', role: 'STAFF' });
    fetchMock.mockResolvedValueOnce(createOkResponse({ user: there }));
    await store.switchWorkspace('0199a000-0000-7000-8000-000000000002');
    expect(new Headers(fetchMock.mock.lastCall?.[1]?.headers).get('X-Workspace')).toBe(
      '0199a000-0000-7000-8000-000000000002',
    );
    expect(store.get()).toEqual({ status: 'authenticated', user: there });
  });

  it('continues in another workspace when its own is closed', async () => {
    const store = await open();
    const nowhere = aProfile({ workspaceId: null, role: null });
    const other = aProfile({ workspaceId: '0199a000-0000-7000-8000-000000000002' });
    fetchMock
      .mockResolvedValueOnce(createOkResponse({ user: nowhere }))
      .mockResolvedValueOnce(createOkResponse({ user: other }));
    await store.refresh();
    expect(new Headers(fetchMock.mock.lastCall?.[1]?.headers).get('X-Workspace')).toBeNull();
    expect(store.get()).toEqual({ status: 'authenticated', user: other });
  });

  it('stays in its workspace when the switch is refused', async () => {
    const store = await open();
    fetchMock.mockResolvedValueOnce(createErrorResponse(404, 'NOT_FOUND'));
    await expect(store.switchWorkspace('0199a000-0000-7000-8000-000000000002')).rejects.toMatchObject({
      status: 404,
    });
    expect(readWorkspaceId()).toBe(user.workspaceId);
    expect(store.get()).toEqual({ status: 'authenticated', user });
  });
});
