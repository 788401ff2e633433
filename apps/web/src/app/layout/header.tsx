import { Suspense, type ReactElement, type Ref, lazy, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { getButtonClass } from '@handover/ui-lite/parts/button.tsx';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import type { PageHeading } from '#shared/page/page-heading.tsx';
import { createOriginState } from '#shared/session/session-store.ts';
import { useSession } from '#shared/session/session-context.tsx';
import { Logo } from '#app/brand/logo.tsx';
import { accountMenu } from '#app/routes/pages.tsx';
import { NavDrawer } from './sidebar.tsx';
import { useHeaderOffset } from './use-header-offset.ts';
import styles from './header.module.css';
import { useShortcut } from '#shared/shortcuts/shortcuts.ts';

interface HeaderProps {
  heading: PageHeading;
  /** The element for the tools of the work area. */
  toolsRef: Ref<HTMLDivElement>;
}

/** Becomes a blurred bar once the page is scrolled. */
export function Header({ heading, toolsRef }: HeaderProps): ReactElement {
  const isOffset = useHeaderOffset();
  const session = useSession();
  const announcement = session.status === 'authenticated' ? session.user.announcement : null;
  return (
    <header className={classNames(styles['header'], isOffset && styles['offset'])}>
      <p className={styles['announcement']} hidden={announcement === null}>
        <Icon name="solar:info-circle-bold" size={20} />
        <span>{announcement}</span>
      </p>
      <div className={styles['row']}>
        <div className={styles['bar']}>
          <NavDrawer />
          <div className={styles['markOnly']}>
            <Logo isSingle />
          </div>
          <div className={styles['fullLogo']}>
            <Logo />
          </div>
          <div className={styles['actions']}>
            <HelpButton />
            {session.status === 'authenticated' && <div ref={toolsRef} className={styles['tools']} />}
            {session.status === 'authenticated' && (
              <Suspense fallback={<div className={styles['accountPlace']} />}>
                <accountMenu.Page user={session.user} />
              </Suspense>
            )}
            {session.status === 'unauthenticated' && <SignInLink />}
          </div>
        </div>
        <BreadcrumbTitle heading={heading} />
      </div>
    </header>
  );
}

function SignInLink(): ReactElement {
  const location = useLocation();
  return (
    <Link to="/sign-in" state={createOriginState(location)} className={getButtonClass('primary')}>
      Sign in
    </Link>
  );
}

/** The title is the page's only h1. */
function BreadcrumbTitle({ heading }: { heading: PageHeading }): ReactElement {
  return (
    <div className={styles['block']}>
      <span className={styles['icon']}>{heading.icon !== '' && <Icon name={heading.icon} size={24} />}</span>
      <div className={styles['text']}>
        <h1 dir="auto" className={styles['title']}>
          {heading.title}
        </h1>
        <p dir="auto" className={styles['description']}>
          {heading.description}
        </p>
      </div>
    </div>
  );
}

const HelpPanel = lazy(() => import('../help/help-panel.tsx'));

/** The `?` key opens the help panel as well. */
export function HelpButton(): ReactElement {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused');
  useShortcut('?', 'Open help', () => setState('open'));
  return (
    <>
      <button
        type="button"
        className={styles['help']}
        aria-haspopup="dialog"
        onClick={() => setState('open')}
      >
        <Icon name="solar:question-circle-linear" size={22} />
        <span className={styles['buttonText']}>Need help?</span>
      </button>
      {state !== 'unused' && (
        <Suspense>
          <HelpPanel isOpen={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  );
}
