type Leave = () => void;

/** A form with unsaved changes. */
export interface LeaveGuard {
  readonly ask: (leave: Leave) => void;
  readonly navigate: (target: string) => void;
  readonly discard: () => void;
}

export const guards = new Set<LeaveGuard>();

export function hasUnsavedChanges(): boolean {
  return guards.size > 0;
}

/** Leaves the page; the most recently changed form asks first, for example a dialog over a page. */
export function confirmLeave(leave: Leave): void {
  const asking = [...guards].at(-1);
  if (asking === undefined) leave();
  else asking.ask(leave);
}
