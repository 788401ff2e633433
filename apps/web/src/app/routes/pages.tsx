import { type ComponentType, type ReactElement, type ReactNode, lazy, useState } from 'react';
import { matchRoutes } from 'react-router';
import { loadDeferredIcons } from '@handover/ui-lite/icon/registry.ts';
import { Guard } from './guard.tsx';
import type { RouteEntry } from './access.ts';
import { catchAllEntries, routeTable } from './route-table.ts';
import type { Profile } from '@handover/contract/auth.ts';
import type { signedInParts as allParts } from '#app/working/working-area.tsx';

const entries = [...routeTable, ...catchAllEntries];
const placeholder = lazyPage(() => import('#app/errors/placeholder-page.tsx'));
const pages = new Map<RouteEntry, LazyPage>(
  entries.map((entry) => [entry, entry.load === undefined ? placeholder : lazyPage(entry.load)]),
);

export const mainLayout = lazyPage(() => import('#app/layout/main-layout.tsx'));

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
  'register-buyer': lazyPage(() => import('#app/registration/register-buyer.tsx')),
  'confirm-registration': lazyPage(() => import('#app/registration/confirm-registration.tsx')),
  sign: lazyPage(() => import('#app/documents/sign.tsx')),
  approve: lazyPage(() => import('#app/documents/approve.tsx')),
  teaser: lazyPage(() => import('#app/documents/teaser.tsx')),
};

/** Loads the code of a page while the session is checked. For guests, loads only public pages. */
export async function preloadPageAt(pathname: string, isSignedIn: boolean): Promise<void> {
  const guestPage = new Map<string, LazyPage>(Object.entries(guestPages)).get(
    pathname.replace(/^\/|\/$/g, ''),
  );
  if (guestPage !== undefined) return guestPage.preload();
  const entry = entryAt(pathname);
  if (entry === null) return;
  if (!isSignedIn && entry.requires.kind !== 'open') return guestPages['sign-in'].preload();
  // Run one after another to keep tasks short; the files are already being fetched in parallel (build/fetch-early.ts).
  await mainLayout.preload();
  if (isSignedIn) await loadDeferredIcons();
  if (isSignedIn) await preloadSignedIn();
  await pageOf(entry).preload();
}

/** A page behind its guard. Visitors who are redirected never download it. */
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

type Parts = typeof allParts;

export const workingArea = part<{ children: ReactNode }>((parts) => parts.WorkingArea);
export const accountMenu = part<{ user: Profile }>((parts) => parts.AccountMenu);
export const profileCard = part<{ user: Profile }>((parts) => parts.ProfileCard);
export const workspaceSwitcher = part<{ user: Profile }>((parts) => parts.WorkspaceSwitcher);

/** Loads the parts around every signed-in page. */
async function preloadSignedIn(): Promise<void> {
  const parts = [workingArea, accountMenu, profileCard, workspaceSwitcher];
  await Promise.all(parts.map((each) => each.preload()));
}

function part<Props extends object>(pick: (parts: Parts) => ComponentType<Props>) {
  return lazyPage<Props>(async () => {
    const { signedInParts } = await import('#app/working/working-area.tsx');
    return { default: pick(signedInParts) };
  });
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

export interface LazyPage<Props = object> {
  Page: ComponentType<Props>;
  /** Starts the download early. Resolves even if it fails. */
  preload: () => Promise<void>;
}

/** Like React.lazy, but renders a loaded page without suspending. */
export function lazyPage<Props extends object = object>(load: Load<Props>): LazyPage<Props> {
  let loading: ReturnType<Load<Props>> | null = null;
  let loaded: ComponentType<Props> | null = null;
  const once: Load<Props> = () => {
    loading ??= load().then(
      (module) => {
        loaded = module.default;
        return module;
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  const Waiting = lazy(once);
  function Page(props: Props): ReactElement {
    // Must not change while the page is shown, or it would lose its state.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Waiting);
    return <Shown {...props} />;
  }
  return {
    Page,
    preload: () =>
      once().then(
        () => undefined,
        () => undefined,
      ),
  };
}
