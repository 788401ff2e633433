import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { GuestLayout } from '../guest/guest-layout.tsx';
import { GuestOnly, Home } from './guest-only.tsx';
import { GuardedPage, mainLayout } from './pages.tsx';
import { catchAllEntries, routeTable } from './route-table.ts';

const SignIn = lazy(() => import('../guest/sign-in.tsx'));
const ForgotPassword = lazy(() => import('../guest/forgot-password.tsx'));
const FirstAdmin = lazy(() => import('../guest/first-admin.tsx'));
const ResetPassword = lazy(() => import('../guest/reset-password.tsx'));
const AcceptInvite = lazy(() => import('../guest/accept-invite.tsx'));
const ConfirmEmail = lazy(() => import('../guest/confirm-email.tsx'));
const NotFound = lazy(() => import('../errors/not-found.tsx'));

const guestPages: RouteObject[] = [
  { path: 'sign-in', element: <SignIn /> },
  { path: 'forgot-password', element: <ForgotPassword /> },
  { path: 'first-admin', element: <FirstAdmin /> },
];

// Links from a mail also work for somebody who is signed in on this browser.
const linkPages: RouteObject[] = [
  { path: 'reset-password', element: <ResetPassword /> },
  { path: 'accept-invite', element: <AcceptInvite /> },
  { path: 'confirm-email', element: <ConfirmEmail /> },
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
  { element: <GuestLayout />, children: [{ element: <GuestOnly />, children: guestPages }, ...linkPages] },
  { path: '404', element: <NotFound /> },
  { path: '*', element: <NotFound /> },
];
