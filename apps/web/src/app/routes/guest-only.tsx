import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { originOf } from '#shared/session/origin.ts';
import { useSession } from '#shared/session/session-context.tsx';
import { homeOf } from './access.ts';

/** Pages for guests: who is signed in goes back to where they came from, else to their own dashboard. */
export function GuestOnly(): ReactNode {
  const session = useSession();
  const location = useLocation();
  if (session.status === 'loading') return <Spinner isPage label="Checking your session" />;
  if (session.status === 'unauthenticated') return <Outlet />;
  return <Navigate to={originOf(location.state) ?? homeOf(session.user)} replace />;
}

/** The root path: the own dashboard, or sign-in. */
export function Home(): ReactNode {
  const session = useSession();
  if (session.status === 'loading') return <Spinner isPage label="Checking your session" />;
  return <Navigate to={session.status === 'authenticated' ? homeOf(session.user) : '/sign-in'} replace />;
}
