import type { ReactElement } from 'react';
import { type RouteObject, Outlet, useLocation } from 'react-router';
import { GuestOnly, Home } from './guard.tsx';
import { guestPages } from './guest-pages.ts';
import { type LazyPage, lazyPage } from './lazy-page.tsx';
import { classNames } from '@handover/ui-lite/parts/class-names.ts';
import { Logo } from '#app/brand/logo.tsx';
import { useHeaderOffset } from '#app/layout/use-header-offset.ts';
import styles from '#app/guest/guest-layout.module.css';

/** A separate file, so that pages for guests do not load the tables of all other routes. */
const layoutRoutes = lazyPage(() => import('./layout-routes.tsx'));

const guestRoutes = createGuestRoutes('sign-in', 'forgot-password', 'first-admin');

// Links from emails also work while signed in.
const linkRoutes = createGuestRoutes(
  'reset-password',
  'accept-invite',
  'confirm-email',
  'register-buyer',
  'confirm-registration',
);

/** Public pages that show a document. */
const documentRoutes = createGuestRoutes('sign', 'approve', 'shared', 'teaser');

export const routes: RouteObject[] = [
  { index: true, element: <Home /> },
  { element: <GuestLayout />, children: [{ element: <GuestOnly />, children: guestRoutes }, ...linkRoutes] },
  { element: <GuestLayout isWide />, children: documentRoutes },
  { path: '*', element: <layoutRoutes.Page /> },
];

/** Loads the code of a page while the session is checked. For guests, loads only public pages. */
export async function preloadPage(pathname: string, isSignedIn: boolean): Promise<void> {
  const guestPage = new Map<string, LazyPage>(Object.entries(guestPages)).get(
    pathname.replace(/^\/|\/$/g, ''),
  );
  if (guestPage !== undefined) return guestPage.preload();
  await layoutRoutes.preload();
  const { preloadEntry: preloadEntryAt } = await import('./pages.tsx');
  return preloadEntryAt(pathname, isSignedIn);
}

function createGuestRoutes(...paths: (keyof typeof guestPages)[]): RouteObject[] {
  return paths.map((path) => {
    const { Page } = guestPages[path];
    return { path, element: <Page /> };
  });
}

/** The layout of sign-in and document pages. Opening another link on the same page remounts the page. */
export function GuestLayout({ isWide = false }: { isWide?: boolean }): ReactElement {
  const isOffset = useHeaderOffset();
  const { hash } = useLocation();
  return (
    <div className={styles['layout']}>
      <header className={classNames(styles['header'], isOffset && styles['offset'])}>
        <Logo />
      </header>
      <main className={styles['main']}>
        <div className={classNames(styles['column'], isWide && styles['wide'])}>
          <Outlet key={hash} />
        </div>
      </main>
    </div>
  );
}
