import type { Profile } from '@handover/contract/auth/auth.ts';
import {
  createContext,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
  type ReactElement,
  type ReactNode,
} from 'react';
import { ApiError } from '#shared/api/api-error.ts';
import { SessionStore, type Session } from './session-store.ts';

const SessionContext = createContext<SessionStore | null>(null);

/** The session of this browser, with warnings about failures. */
export function openSession(): SessionStore {
  return new SessionStore((message, error) => console.warn(message, describe(error)));
}

/** Provides the session to the app and starts it. `store` is a session that was started before rendering. */
export function SessionProvider({
  children,
  store,
}: {
  children: ReactNode;
  store?: SessionStore;
}): ReactElement {
  const [current] = useState(() => store ?? openSession());
  useEffect(() => current.start(), [current]);
  return <SessionContext value={current}>{children}</SessionContext>;
}

export function useSession(): Session {
  const store = useSessionActions();
  return useSyncExternalStore(store.subscribe, store.get);
}

/** Functions to sign in, sign out, and switch the workspace. */
export function useSessionActions(): SessionStore {
  const store = useContext(SessionContext);
  if (store === null) throw new Error('No SessionProvider above this component');
  return store;
}

/** The signed-in user, or null. */
export function useOptionalUser(): Profile | null {
  const session = useSession();
  return session.status === 'authenticated' ? session.user : null;
}

/** The signed-in user. Must be used below a guard. */
export function useUser(): Profile {
  const user = useOptionalUser();
  if (user === null) throw new Error('Nobody is signed in here');
  return user;
}

/** Logs codes and request IDs, never anything that a user wrote. */
function describe(error: unknown): string {
  if (error instanceof ApiError) return `${error.code} ${error.requestId ?? ''}`.trim();
  return error instanceof Error ? error.name : 'unknown';
}
