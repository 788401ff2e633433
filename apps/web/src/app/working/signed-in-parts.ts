import { AccountMenu, ProfileCard, WorkspaceSwitcher } from '#app/layout/account-parts.tsx';
import { WorkingArea } from './working-area.tsx';

/** Parts of the layout that only signed-in users load. */
export const signedInParts = { WorkingArea, AccountMenu, ProfileCard, WorkspaceSwitcher };
