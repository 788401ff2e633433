import type { ReactElement } from 'react';
import { Link, useLocation } from 'react-router';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { buttonClass } from '@handover/ui-lite/parts/button.tsx';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import type { PageHeading } from '../../../shared/page/page-heading.tsx';
import { useSession } from '../../../shared/session/session-context.tsx';
import { Logo } from '../../brand/logo.tsx';
import { HelpButton } from '../../help/help-button.tsx';
import { NavDrawer } from '../sidebar/nav-drawer.tsx';
import { AccountMenu } from './account-menu.tsx';
import { BreadcrumbTitle } from './breadcrumb-title.tsx';
import styles from './header.module.css';
import { useHeaderOffset } from './use-header-offset.ts';

/** Menu button, logo, breadcrumb title, help and account. It turns into a blurred bar once the page is scrolled. */
export function Header({ heading }: { heading: PageHeading }): ReactElement {
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
            {session.status === 'authenticated' && <AccountMenu user={session.user} />}
            {session.status === 'unauthenticated' && <SignInLink />}
          </div>
        </div>
        <BreadcrumbTitle heading={heading} />
      </div>
    </header>
  );
}

function SignInLink(): ReactElement {
  const { pathname, search } = useLocation();
  return (
    <Link to="/sign-in" state={{ from: `${pathname}${search}` }} className={buttonClass('primary')}>
      Sign in
    </Link>
  );
}
