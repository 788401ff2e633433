import { Link, useLocation } from 'react-router';
import { Button, getButtonClass } from '@handover/ui-lite/parts/button.tsx';
import { useSessionActions } from '#shared/session/session-context.tsx';
import { createOriginState } from '#shared/session/session-store.ts';
import type { ReactElement, ReactNode } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import styles from './message-page.module.css';

interface MessagePageProps {
  icon: string;
  /** h2 below the header's h1; h1 on a separate page. */
  level: 'h1' | 'h2';
  title: string;
  children?: ReactNode;
}

export function MessagePage({ icon, level: Heading, title, children }: MessagePageProps): ReactElement {
  return (
    <div className={styles['page']}>
      <span className={styles['icon']}>
        <Icon name={icon} size={44} />
      </span>
      <Heading className={styles['title']}>{title}</Heading>
      <div className={styles['text']}>{children}</div>
    </div>
  );
}

/** Shown when the visitor has no access even to their own dashboard. */
export function NoAccess(): ReactElement {
  const { signOut } = useSessionActions();
  return (
    <MessagePage icon="solar:lock-keyhole-minimalistic-bold-duotone" level="h2" title="No access">
      <p>
        You do not have access to this page in this workspace. Ask an administrator for access, or switch to
        another workspace.
      </p>
      <Button variant="outlined" onClick={signOut}>
        Use another account
      </Button>
    </MessagePage>
  );
}

/** Shown to guests on open routes with private content. */
export function SignInPrompt(): ReactElement {
  const location = useLocation();
  return (
    <MessagePage
      icon="solar:lock-keyhole-minimalistic-bold-duotone"
      level="h2"
      title="Sign in to view this page"
    >
      <p>You need an account to view this page.</p>
      <Link to="/sign-in" state={createOriginState(location)} className={getButtonClass('primary')}>
        Sign in
      </Link>
    </MessagePage>
  );
}
