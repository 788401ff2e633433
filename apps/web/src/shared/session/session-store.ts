import type { getProfile, login, logout, Profile, signedInResponse } from '@handover/contract/auth/auth.ts';
import { ApiError } from '#shared/api/api-error.ts';
import { send, type CallOf } from '#shared/api/client.ts';
import {
  onSessionChange,
  readToken,
  readWorkspaceId,
  removeToken,
  storeToken,
  storeWorkspaceId,
} from '#shared/api/stored-session.ts';
import type { BodyInput } from '@handover/contract/http/endpoint.ts';
import type * as z from 'zod/mini';
import type { Location } from 'react-router';

/**
 * Why no one is signed in: the server says the session has `expired`, it was `unreachable` when the profile was
 * checked, or the user has signed out.
 */
export type SignOutReason = 'expired' | 'unreachable' | 'signed-out';

export type Session =
  | { readonly status: 'loading' }
  | { readonly status: 'unauthenticated'; readonly reason: SignOutReason | null }
  | { readonly status: 'authenticated'; readonly user: Profile };

type Log = (message: string, error: unknown) => void;

/** The session of this browser. Failed profile checks and failed sign-outs are logged. */
export class SessionStore {
  #session: Session = { status: 'loading' };
  /** The token of the session, or the token being checked. */
  #token: string | null = null;
  /** The number of times that a workspace was chosen. */
  #switches = 0;
  readonly #listeners = new Set<() => void>();
  readonly #log: Log;
  #checked: Promise<void> | null = null;

  constructor(log: Log) {
    this.#log = log;
  }

  readonly get = (): Session => this.#session;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Checks the stored token once; resolves with the result. */
  readonly check = (): Promise<void> => (this.#checked ??= this.#check());

  /** Checks the stored token and follows changes to it. Returns a function that stops following. */
  readonly start = (): (() => void) => {
    const stop = onSessionChange(() => this.#follow());
    void this.check();
    return stop;
  };

  /** @throws ApiError, with INVALID_CREDENTIALS, SECOND_FACTOR_REQUIRED, ACCOUNT_BANNED or TOO_MANY_REQUESTS. */
  readonly signIn = async (credentials: Credentials): Promise<void> => {
    await this.resume(await send(loginCall, { body: credentials }));
  };

  /** Takes over a session that a call has returned, in the workspace named there. */
  readonly adopt = ({ token, user }: SignedIn): void => {
    this.#setToken(token);
    this.#enter(user);
  };

  /** Takes over a session. After an expired session, it continues in the same workspace. */
  readonly resume = async ({ token, user }: SignedIn): Promise<void> => {
    const hasExpired = this.#session.status === 'unauthenticated' && this.#session.reason === 'expired';
    const last = hasExpired ? readWorkspaceId() : null;
    const isOwn = last !== user.workspaceId && user.workspaces.some(({ id }) => id === last);
    if (last === null || !isOwn) return this.adopt({ token, user });
    this.#setToken(token);
    await this.switchWorkspace(last).catch(() => this.#enter(user));
  };

  readonly signOut = (): void => {
    // The request, which needs the token, is built before the token is removed.
    send(logoutCall).catch((error: unknown) => this.#log('Logging out failed', error));
    if (this.#session.status === 'authenticated') removeTypedText(this.#session.user.id);
    this.#leave('signed-out');
  };

  /** Shows a changed profile. */
  readonly setUser = (user: Profile): void => this.#set({ status: 'authenticated', user });

  /** Refetches the profile, because the user's permissions may have changed. Without a response, nothing changes. */
  readonly refresh = async (): Promise<void> => {
    const token = this.#token;
    if (token === null) return;
    const switches = this.#switches;
    try {
      const user = await fetchProfile();
      if (this.#token === token && this.#switches === switches) this.#enter(user);
    } catch (error) {
      // An ended session is detected by its token. Anything else is temporary.
      this.#log('The profile could not be loaded', error);
    }
  };

  /** Opens another workspace of the user. @throws ApiError if the server rejects it; nothing changes then. */
  readonly switchWorkspace = async (id: string): Promise<void> => {
    const previous = readWorkspaceId();
    this.#switches += 1;
    storeWorkspaceId(id);
    try {
      this.#enter((await send(profileCall)).user);
    } catch (error) {
      storeWorkspaceId(previous);
      throw error;
    }
  };

  async #check(): Promise<void> {
    const token = readToken();
    this.#token = token;
    if (token === null) return this.#leave(null);
    this.#set({ status: 'loading' });
    try {
      const user = await fetchProfile();
      if (this.#token === token) this.#enter(user);
    } catch (error) {
      if (this.#token !== token) return;
      this.#log('The profile could not be loaded', error);
      this.#leave(error instanceof ApiError && error.status === 401 ? 'expired' : 'unreachable');
    }
  }

  #follow(): void {
    const token = readToken();
    if (token === this.#token) return;
    if (token !== null) void this.#check();
    else if (this.#session.status === 'authenticated') this.#leave('expired');
  }

  #setToken(token: string): void {
    this.#token = token;
    storeToken(token);
  }

  #enter(user: Profile): void {
    storeWorkspaceId(user.workspaceId);
    this.#set({ status: 'authenticated', user });
  }

  #leave(reason: SignOutReason | null): void {
    this.#token = null;
    removeToken();
    this.#set({ status: 'unauthenticated', reason });
  }

  #set(next: Session): void {
    this.#session = next;
    for (const listener of this.#listeners) listener();
  }
}

/**
 * If the stored workspace is no longer available to the user, the server chooses one, so that the user is not locked
 * out.
 */
async function fetchProfile(): Promise<Profile> {
  try {
    const { user } = await send(profileCall);
    if (user.workspaceId !== null || readWorkspaceId() === null) return user;
  } catch (error) {
    const isWorkspaceRefused =
      error instanceof ApiError && [400, 403, 404].includes(error.status) && readWorkspaceId() !== null;
    if (!isWorkspaceRefused) throw error;
  }
  storeWorkspaceId(null);
  return (await send(profileCall)).user;
}

/** Prefix of the browser storage keys for unsaved text of a user. */
export function getFormDraftPrefix(userId: string): string {
  return `form-draft:${userId}:`;
}

/** Prefix of the browser storage keys for records that a user opened. */
export function getRecentRecordsPrefix(userId: string): string {
  return `recent-records:${userId}:`;
}

/** Prefix of the browser storage keys under which earlier releases stored notes, tasks, messages, and posts. */
export function getOldDraftPrefix(userId: string): string {
  return `draft:${userId}:`;
}

/** Emails to customers remain, because the server may not have their last changes yet. */
function removeTypedText(userId: string): void {
  const oldPrefix = getOldDraftPrefix(userId);
  const prefixes = [getFormDraftPrefix(userId), getRecentRecordsPrefix(userId), oldPrefix];
  for (const key of Object.keys(localStorage))
    if (prefixes.some((prefix) => key.startsWith(prefix)) && !key.startsWith(`${oldPrefix}email:`))
      localStorage.removeItem(key);
}

/** `{token, user}` of sign-in, invitation and first admin. */
export type SignedIn = z.infer<typeof signedInResponse>;
export type Credentials = BodyInput<typeof login>;

// Only the types are imported, because the session loads before anything else.
const loginCall: CallOf<typeof login> = { method: 'POST', path: '/auth/login' };
const logoutCall: CallOf<typeof logout> = { method: 'POST', path: '/auth/logout' };
export const profileCall: CallOf<typeof getProfile> = { method: 'GET', path: '/auth/profile' };

/** The state of a sign-in link, with path, query, and hash of the page to return to after sign-in. */
export function createOriginState({ pathname, search, hash }: Location): { from: string } {
  return { from: `${pathname}${search}${hash}` };
}

/** The page that a visitor was redirected to sign-in from; null if there is none on this site. */
export function findOrigin(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null;
  const { from } = state;
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : null;
}
