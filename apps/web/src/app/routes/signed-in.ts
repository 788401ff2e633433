import type { Profile } from '@handover/contract/auth.ts';
import type { ComponentType, ReactNode } from 'react';
import type { signedInParts as allParts } from '#app/working/signed-in-parts.ts';
import { lazyPage } from './lazy-page.tsx';

type Parts = typeof allParts;

export const workingArea = part<{ children: ReactNode }>((parts) => parts.WorkingArea);
export const accountMenu = part<{ user: Profile }>((parts) => parts.AccountMenu);
export const profileCard = part<{ user: Profile }>((parts) => parts.ProfileCard);
export const workspaceSwitcher = part<{ user: Profile }>((parts) => parts.WorkspaceSwitcher);

/** Fetches what is drawn around every page of somebody who is signed in. */
export async function preloadSignedIn(): Promise<void> {
  const parts = [workingArea, accountMenu, profileCard, workspaceSwitcher];
  await Promise.all(parts.map((each) => each.preload()));
}

/** They come in one file. */
function part<Props extends object>(pick: (parts: Parts) => ComponentType<Props>) {
  return lazyPage<Props>(async () => {
    const { signedInParts } = await import('#app/working/signed-in-parts.ts');
    return { default: pick(signedInParts) };
  });
}
