import type { ReactElement, ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { rememberOrigin } from '#shared/session/session-store.ts';

/** Leads to sign-in and back here. */
export function SignInLink({ children }: { children: ReactNode }): ReactElement {
  const location = useLocation();
  return (
    <Link to="/sign-in" state={rememberOrigin(location)}>
      {children}
    </Link>
  );
}
