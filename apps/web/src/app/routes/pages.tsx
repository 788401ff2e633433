import type { ComponentType, ReactElement, ReactNode } from 'react';
import { matchRoutes } from 'react-router';
import { loadDeferredIcons } from '@handover/ui-lite/icon/registry.ts';
import { Guard } from './guard.tsx';
import { guestPages } from './guest-pages.ts';
import { type LazyPage, lazyPage } from './lazy-page.tsx';
import type { RouteEntry } from './access.ts';
import { catchAllEntries, routeTable } from './route-table.ts';
import type { Profile } from '@handover/contract/auth/auth.ts';
import type { signedInParts as allParts } from '#app/signed-in/signed-in-layout.tsx';

const entries = [...routeTable, ...catchAllEntries];
const placeholder = lazyPage(() => import('#app/errors/placeholder-page.tsx'));
const pages = new Map<RouteEntry, LazyPage>(
  entries.map((entry) => [entry, entry.load === undefined ? placeholder : lazyPage(entry.load)]),
);

export const mainLayout = lazyPage(() => import('#app/layout/main-layout.tsx'));

export function findEntry(pathname: string): RouteEntry | null {
  const match = matchRoutes(
    entries.map(({ path }) => ({ path })),
    pathname,
  )?.at(-1);
  return entries.find(({ path }) => path === match?.route.path) ?? null;
}

/** Loads the code of a page of the layout while the session is checked. For guests, loads only public pages. */
export async function preloadEntry(pathname: string, isSignedIn: boolean): Promise<void> {
  const entry = findEntry(pathname);
  if (entry === null) return;
  if (!isSignedIn && entry.requires.kind !== 'open') return guestPages['sign-in'].preload();
  // Run one after another to keep tasks short; the files are already being fetched in parallel (build/preload-data.ts).
  await mainLayout.preload();
  if (isSignedIn) await loadDeferredIcons();
  if (isSignedIn) await preloadSignedIn();
  await getPage(entry).preload();
}

/** A page behind its guard. Visitors who are redirected never download it. */
export function GuardedPage({ entry }: { entry: RouteEntry }): ReactElement {
  const { Page } = getPage(entry);
  return (
    <Guard requires={entry.requires}>
      <Page />
    </Guard>
  );
}

function getPage(entry: RouteEntry): LazyPage {
  return pages.get(entry) ?? placeholder;
}

type Parts = typeof allParts;

export const workingArea = createPart<{ children: ReactNode }>((parts) => parts.WorkingArea);
export const accountMenu = createPart<{ user: Profile }>((parts) => parts.AccountMenu);
export const profileCard = createPart<{ user: Profile }>((parts) => parts.ProfileCard);
export const workspaceSwitcher = createPart<{ user: Profile }>((parts) => parts.WorkspaceSwitcher);

/** Loads the parts around every signed-in page. */
async function preloadSignedIn(): Promise<void> {
  const parts = [workingArea, accountMenu, profileCard, workspaceSwitcher];
  await Promise.all(parts.map((each) => each.preload()));
}

function createPart<Props extends object>(pick: (parts: Parts) => ComponentType<Props>) {
  return lazyPage<Props>(async () => {
    const { signedInParts } = await import('#app/signed-in/signed-in-layout.tsx');
    return { default: pick(signedInParts) };
  });
}
