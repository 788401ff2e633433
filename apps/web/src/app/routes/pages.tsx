import type { ReactElement, ReactNode } from 'react';
import { matchRoutes } from 'react-router';
import { loadDeferredIcons } from '@handover/ui-lite/icon/registry.ts';
import { Guard } from './guard.tsx';
import { lazyPage, type LazyPage } from './lazy-page.tsx';
import type { RouteEntry } from './route-entry.ts';
import { catchAllEntries, routeTable } from './route-table.ts';

const entries = [...routeTable, ...catchAllEntries];
const placeholder = lazyPage(() => import('../errors/placeholder-page.tsx'));
const pages = new Map<RouteEntry, LazyPage>(
  entries.map((entry) => [entry, entry.load === undefined ? placeholder : lazyPage(entry.load)]),
);

export const mainLayout = lazyPage(() => import('../layout/main-layout.tsx'));
export const workingArea = lazyPage<{ children: ReactNode }>(() => import('../working/working-area.tsx'));

/** The entry of the route table that an address leads to. */
export function entryAt(pathname: string): RouteEntry | null {
  const match = matchRoutes(
    entries.map(({ path }) => ({ path })),
    pathname,
  )?.at(-1);
  return entries.find(({ path }) => path === match?.route.path) ?? null;
}

/** Fetches all that a signed-in visitor of the address will need, side by side with the check of their session. */
export function preloadWorkAt(pathname: string): void {
  const entry = entryAt(pathname);
  if (entry === null) return;
  void loadDeferredIcons();
  for (const part of [mainLayout, workingArea, pageOf(entry)]) part.preload();
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
