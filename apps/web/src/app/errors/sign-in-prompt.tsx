import type { ReactElement } from 'react';
import { Link, useLocation } from 'react-router';
import { buttonClass } from '@handover/ui-lite/parts/button.tsx';
import { rememberOrigin } from '#shared/session/session-store.ts';
import { MessagePage } from './message-page.tsx';

/** Shown to guests on routes that are open but whose content is private. */
export default function SignInPrompt(): ReactElement {
  const location = useLocation();
  return (
    <MessagePage
      icon="solar:lock-keyhole-minimalistic-bold-duotone"
      level="h2"
      title="Sign in to view this page"
    >
      <p>You need an account to view this page.</p>
      <Link to="/sign-in" state={rememberOrigin(location)} className={buttonClass('primary')}>
        Sign in
      </Link>
    </MessagePage>
  );
}
