import { lazy } from 'react';

const load = () => import('./cell-editor.tsx');
let isAsked = false;

export const CellEditor = lazy(load);

/** Has the editor at hand by the time a cell is opened. One that does not come is asked for again then. */
export function prepareCellEditor(): void {
  // Every `import` walks the modules below it anew, there or not.
  if (isAsked) return;
  isAsked = true;
  load().catch(() => undefined);
}
