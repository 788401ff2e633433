import { lazy, type ReactElement } from 'react';
import type { RouteObject } from 'react-router';
import { GuestLayout } from '#app/guest/guest-layout.tsx';
import { GuestOnly, Home } from './guard.tsx';
import { GuardedPage, guestPages, mainLayout } from './pages.tsx';
import { catchAllEntries, routeTable } from './route-table.ts';

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
  { path: '404', element: <NotFound /> },
  { path: '*', element: <NotFound /> },
];

function guestPage(path: keyof typeof guestPages): ReactElement {
  const { Page } = guestPages[path];
  return <Page />;
}
