import { lazy, type ReactElement, type ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { findOrigin, createOriginState, type Session } from '#shared/session/session-store.ts';
import { useSession } from '#shared/session/session-context.tsx';
import { decideAccess, getHome, type Requirement } from './access.ts';

const NoAccess = lazy(async () => ({ default: (await import('#shared/page/message-page.tsx')).NoAccess }));
const SignInPrompt = lazy(async () => ({
  default: (await import('#shared/page/message-page.tsx')).SignInPrompt,
}));

interface GuardProps {
  requires: Requirement;
  children: ReactNode;
}

/** Shows the page or redirects as the specification says. */
export function Guard({ requires, children }: GuardProps): ReactNode {
  const session = useSession();
  const location = useLocation();
  const decision = decideAccess(requires, session, location.pathname);

  switch (decision.kind) {
    case 'wait':
      return <Spinner isPage label="Checking your session" />;
    case 'sign-in':
      return <ToSignIn session={session} />;
    case 'redirect':
      return <Navigate to={decision.to} replace state={createOriginState(location)} />;
    case 'no-access':
      return <NoAccess />;
    case 'prompt':
      return <SignInPrompt />;
    case 'show':
      break;
  }
  return children;
}

/** Remembers the path, except after logging out: the next user starts at their own dashboard. */
function ToSignIn({ session }: { session: Session }): ReactElement {
  const location = useLocation();
  const hasLeft = session.status === 'unauthenticated' && session.reason === 'signed-out';
  return <Navigate to="/sign-in" replace state={hasLeft ? null : createOriginState(location)} />;
}

/** Pages for guests. Signed-in users are redirected to where they came from or to their dashboard. */
export function GuestOnly(): ReactNode {
  const session = useSession();
  const location = useLocation();
  if (session.status === 'loading') return <Spinner isPage label="Checking your session" />;
  if (session.status === 'unauthenticated') return <Outlet />;
  return <Navigate to={findOrigin(location.state) ?? getHome(session.user)} replace />;
}

/** The root path redirects to the dashboard or to sign-in. */
export function Home(): ReactNode {
  const session = useSession();
  if (session.status === 'loading') return <Spinner isPage label="Checking your session" />;
  return <Navigate to={session.status === 'authenticated' ? getHome(session.user) : '/sign-in'} replace />;
}
