import { lazy, type ReactElement, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { rememberOrigin } from '#shared/session/origin.ts';
import { useSession } from '#shared/session/session-context.tsx';
import type { Session } from '#shared/session/session-store.ts';
import { decideAccess, type Requirement } from './access.ts';

const NoAccess = lazy(() => import('#app/errors/no-access.tsx'));
const SignInPrompt = lazy(() => import('#app/errors/sign-in-prompt.tsx'));

interface GuardProps {
  requires: Requirement;
  children: ReactNode;
}

/** Shows its page to whom it is open; sends everybody else where the specification says. */
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
      return <Navigate to={decision.to} replace state={rememberOrigin(location)} />;
    case 'no-access':
      return <NoAccess />;
    case 'prompt':
      return <SignInPrompt />;
    case 'show':
      break;
  }
  return children;
}

/** The place is remembered, except after a log-out: the next person starts at their own dashboard. */
function ToSignIn({ session }: { session: Session }): ReactElement {
  const location = useLocation();
  const hasLeft = session.status === 'unauthenticated' && session.reason === 'signed-out';
  return <Navigate to="/sign-in" replace state={hasLeft ? null : rememberOrigin(location)} />;
}
