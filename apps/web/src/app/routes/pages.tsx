import type { ReactElement } from 'react';
import { matchRoutes } from 'react-router';
import { loadDeferredIcons } from '@handover/ui-lite/icon/registry.ts';
import { Guard } from './guard.tsx';
import { lazyPage, type LazyPage } from './lazy-page.tsx';
import type { RouteEntry } from './route-entry.ts';
import { catchAllEntries, routeTable } from './route-table.ts';
import { preloadSignedIn } from './signed-in.ts';

const entries = [...routeTable, ...catchAllEntries];
const placeholder = lazyPage(() => import('#app/errors/placeholder-page.tsx'));
const pages = new Map<RouteEntry, LazyPage>(
  entries.map((entry) => [entry, entry.load === undefined ? placeholder : lazyPage(entry.load)]),
);

export const mainLayout = lazyPage(() => import('#app/layout/main-layout.tsx'));

/** The entry of the route table that an address leads to. */
export function entryAt(pathname: string): RouteEntry | null {
  const match = matchRoutes(
    entries.map(({ path }) => ({ path })),
    pathname,
  )?.at(-1);
  return entries.find(({ path }) => path === match?.route.path) ?? null;
}

/** Pages for guests, by path. */
export const guestPages = {
  'sign-in': lazyPage(() => import('#app/guest/sign-in.tsx')),
  'forgot-password': lazyPage(() => import('#app/guest/forgot-password.tsx')),
  'first-admin': lazyPage(() => import('#app/guest/first-admin.tsx')),
  'reset-password': lazyPage(() => import('#app/guest/reset-password.tsx')),
  'accept-invite': lazyPage(() => import('#app/guest/accept-invite.tsx')),
  'confirm-email': lazyPage(() => import('#app/guest/confirm-email.tsx')),
};

/**
 * Fetches the code that the address will need, side by side with the check of the session. Who is not signed
 * in gets what is open to everybody.
 */
export async function preloadPageAt(pathname: string, isSignedIn: boolean): Promise<void> {
  const guestPage = new Map<string, LazyPage>(Object.entries(guestPages)).get(
    pathname.replace(/^\/|\/$/g, ''),
  );
  if (guestPage !== undefined) return guestPage.preload();
  const entry = entryAt(pathname);
  if (entry === null) return;
  if (!isSignedIn && entry.requires.kind !== 'open') return guestPages['sign-in'].preload();
  // One after the other they are run in tasks of their own. Their files are on the way together (build/fetch-early.ts).
  await mainLayout.preload();
  if (isSignedIn) await loadDeferredIcons();
  if (isSignedIn) await preloadSignedIn();
  await pageOf(entry).preload();
}

/** A page of the route table behind its guard. Who is sent away never downloads it. */
export function GuardedPage({ entry }: { entry: RouteEntry }): ReactElement {
  const { Page } = pageOf(entry);
  return (
    <Guard requires={entry.requires}>
      <Page />
    </Guard>
  );
}

function pageOf(entry: RouteEntry): LazyPage {
  return pages.get(entry) ?? placeholder;
}
