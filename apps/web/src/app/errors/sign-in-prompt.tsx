import type { ReactElement } from 'react';
import { Link, useLocation } from 'react-router';
import { buttonClass } from '@handover/ui-lite/parts/button.tsx';
import { rememberOrigin } from '#shared/session/origin.ts';
import { MessagePage } from './message-page.tsx';

/** In place of content that belongs to somebody, on a route that opens for everybody. */
export default function SignInPrompt(): ReactElement {
  const location = useLocation();
  return (
    <MessagePage
      icon="solar:lock-keyhole-minimalistic-bold-duotone"
      level="h2"
      title="Sign in to see this page"
    >
      <p>What stands here belongs to an account.</p>
      <Link to="/sign-in" state={rememberOrigin(location)} className={buttonClass('primary')}>
        Sign in
      </Link>
    </MessagePage>
  );
}
