import { AccountMenu } from '#app/layout/header/account-menu.tsx';
import { ProfileCard } from '#app/layout/sidebar/profile-card.tsx';
import { WorkspaceSwitcher } from '#app/layout/sidebar/workspace-switcher.tsx';
import { WorkingArea } from './working-area.tsx';

/** What stands around every page of somebody who is signed in. Guests, who read the public pages, do not load it. */
export const signedInParts = { WorkingArea, AccountMenu, ProfileCard, WorkspaceSwitcher };
