import { lazy, type ReactElement } from 'react';
import { type RouteObject, Outlet } from 'react-router';
import { GuestOnly, Home } from './guard.tsx';
import { GuardedPage, guestPages, mainLayout } from './pages.tsx';
import { catchAllEntries, routeTable } from './route-table.ts';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { Logo } from '#app/brand/logo.tsx';
import { useHeaderOffset } from '#app/layout/use-header-offset.ts';
import styles from '#app/guest/guest-layout.module.css';

const NotFound = lazy(() => import('#app/errors/not-found.tsx'));

const guestRoutes: RouteObject[] = [
  { path: 'sign-in', element: guestPage('sign-in') },
  { path: 'forgot-password', element: guestPage('forgot-password') },
  { path: 'first-admin', element: guestPage('first-admin') },
];

// Links from emails also work while signed in.
const linkRoutes: RouteObject[] = [
  { path: 'reset-password', element: guestPage('reset-password') },
  { path: 'accept-invite', element: guestPage('accept-invite') },
  { path: 'confirm-email', element: guestPage('confirm-email') },
  { path: 'register-buyer', element: guestPage('register-buyer') },
  { path: 'confirm-registration', element: guestPage('confirm-registration') },
];

/** Public pages with a document to read. */
const documentRoutes: RouteObject[] = [
  { path: 'sign', element: guestPage('sign') },
  { path: 'approve', element: guestPage('approve') },
  { path: 'teaser', element: guestPage('teaser') },
];

/** All routes of the app. */
export const routes: RouteObject[] = [
  { index: true, element: <Home /> },
  {
    element: <mainLayout.Page />,
    children: [...routeTable, ...catchAllEntries].map((entry) => ({
      path: entry.path,
      element: <GuardedPage entry={entry} />,
    })),
  },
  { element: <GuestLayout />, children: [{ element: <GuestOnly />, children: guestRoutes }, ...linkRoutes] },
  { element: <GuestLayout isWide />, children: documentRoutes },
  { path: '404', element: <NotFound /> },
  { path: '*', element: <NotFound /> },
];

function guestPage(path: keyof typeof guestPages): ReactElement {
  const { Page } = guestPages[path];
  return <Page />;
}

/** The layout of sign-in pages, or of a document. */
export function GuestLayout({ isWide = false }: { isWide?: boolean }): ReactElement {
  const isOffset = useHeaderOffset();
  return (
    <div className={styles['layout']}>
      <header className={classNames(styles['header'], isOffset && styles['offset'])}>
        <Logo />
      </header>
      <main className={styles['main']}>
        <div className={classNames(styles['column'], isWide && styles['wide'])}>
          <Outlet />
        </div>
      </main>
    </div>
  );
}
