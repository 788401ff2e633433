import type { Profile } from '@handover/contract/auth.ts';
import { ApiError } from '../api/api-error.ts';
import { send } from '../api/client.ts';
import { onTokenChange, readToken, readWorkspaceId, removeToken, storeToken, storeWorkspaceId } from '../api/stored-session.ts';
import { loginCall, logoutCall, profileCall, type Credentials, type SignedIn } from './session-calls.ts';

/** Why nobody is signed in: `expired` by the server, `unreachable` when the profile could not be checked, or the user's own wish. */
export type EndReason = 'expired' | 'unreachable' | 'signed-out';

export type Session =
  | { readonly status: 'loading' }
  | { readonly status: 'unauthenticated'; readonly reason: EndReason | null }
  | { readonly status: 'authenticated'; readonly user: Profile };

export interface SessionStore {
  get: () => Session;
  subscribe: (listener: () => void) => () => void;
  /** Checks the stored token and follows it from then on. Returns what ends the following. */
  start: () => () => void;
  /** @throws ApiError, with INVALID_CREDENTIALS, SECOND_FACTOR_REQUIRED, ACCOUNT_BANNED or TOO_MANY_REQUESTS. */
  signIn: (credentials: Credentials) => Promise<void>;
  /** Takes over a session that another call opened (invitation, first admin). */
  adopt: (signedIn: SignedIn) => void;
  signOut: () => void;
  /** Shows a changed profile. */
  setUser: (user: Profile) => void;
  /** Opens another workspace of the user. @throws ApiError when the server refuses; nothing changes then. */
  switchWorkspace: (id: string) => Promise<void>;
}

/** The session of this browser. `log` is told of a failed profile check and a failed log-out. */
export function createSessionStore(log: (message: string, error: unknown) => void): SessionStore {
  let session: Session = { status: 'loading' };
  let knownToken: string | null = null;
  const listeners = new Set<() => void>();

  const set = (next: Session): void => {
    session = next;
    for (const listener of listeners) listener();
  };

  const adopt = ({ token, user }: SignedIn): void => {
    knownToken = token;
    storeToken(token);
    enter(user);
  };

  const enter = (user: Profile): void => {
    storeWorkspaceId(user.workspaceId);
    set({ status: 'authenticated', user });
  };

  const leave = (reason: EndReason | null): void => {
    knownToken = null;
    removeToken();
    set({ status: 'unauthenticated', reason });
  };

  const check = async (): Promise<void> => {
    const token = readToken();
    knownToken = token;
    if (token === null) return leave(null);
    set({ status: 'loading' });
    try {
      const user = await fetchProfile();
      if (readToken() === token) enter(user);
    } catch (error) {
      if (knownToken !== token) return;
      log('The profile could not be checked', error);
      leave(error instanceof ApiError && error.status === 401 ? 'expired' : 'unreachable');
    }
  };

  const follow = (): void => {
    const token = readToken();
    if (token === knownToken) return;
    if (token !== null) void check();
    else if (session.status === 'authenticated') leave('expired');
  };

  return {
    get: () => session,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: () => {
      const stop = onTokenChange(follow);
      void check();
      return stop;
    },
    signIn: async (credentials) => adopt(await send(loginCall, { body: credentials })),
    adopt,
    signOut: () => {
      // The call carries the token because it is built before the token goes.
      send(logoutCall).catch((error: unknown) => log('The log-out call failed', error));
      leave('signed-out');
    },
    setUser: (user) => set({ status: 'authenticated', user }),
    switchWorkspace: async (id) => {
      const previous = readWorkspaceId();
      storeWorkspaceId(id);
      try {
        enter((await send(profileCall)).user);
      } catch (error) {
        storeWorkspaceId(previous);
        throw error;
      }
    },
  };
}

/** A stored workspace that is no longer the user's must not lock them out: then the server chooses. */
async function fetchProfile(): Promise<Profile> {
  try {
    return (await send(profileCall)).user;
  } catch (error) {
    const isWorkspaceRefused = error instanceof ApiError && [400, 403, 404].includes(error.status) && readWorkspaceId() !== null;
    if (!isWorkspaceRefused) throw error;
    storeWorkspaceId(null);
    return (await send(profileCall)).user;
  }
}
