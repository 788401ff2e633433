import { lazy } from 'react';

const load = () => import('./list-actions.tsx');
let isAsked = false;

export const ListActions = lazy(load);

/** Has the bar at hand by the time something is selected. One that does not come is asked for again then. */
export function prepareListActions(): void {
  if (isAsked) return;
  isAsked = true;
  load().catch(() => undefined);
}
