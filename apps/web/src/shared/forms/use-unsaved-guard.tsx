import { useEffect, useLayoutEffect, useRef, useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { confirmLeave, guards, type LeaveGuard } from './leave-guards.ts';

/**
 * Asks before the user leaves unsaved changes by a link, by Back, or by closing the tab. Returns the dialog to render.
 * Programmatic navigation, as after saving or when the session ends, is not blocked, except through `confirmLeave`. If
 * a page has several forms, one asks for all of them.
 */
export function useUnsavedGuard(isDirty: boolean, onDiscard?: () => void): ReactElement | null {
  const navigate = useNavigate();
  const [leave, setLeave] = useState<(() => void) | null>(null);

  const discard = useRef(onDiscard);
  useEffect(() => {
    discard.current = onDiscard;
  });
  // The guard ends in the same commit that shows the form as saved; an effect after painting would leave it active for
  // a moment.
  useLayoutEffect(
    () =>
      isDirty
        ? addGuard({
            ask: (go) => setLeave(() => go),
            navigate: (target) => void navigate(target),
            discard: () => discard.current?.(),
          })
        : undefined,
    [isDirty, navigate],
  );

  if (leave === null || !isDirty) return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirmLabel="Leave"
      isDangerous
      onClose={() => setLeave(null)}
      onConfirm={() => {
        setLeave(null);
        for (const guard of guards) guard.discard();
        leave();
      }}
    >
      Your changes will be lost.
    </ConfirmDialog>
  );
}

let ends: readonly (() => void)[] = [];

function addGuard(guard: LeaveGuard): () => void {
  guards.add(guard);
  if (guards.size === 1) ends = [guardTab(), guardLinks(confirmNavigation), guardBack(confirmLeave)];
  return () => {
    guards.delete(guard);
    if (guards.size > 0) return;
    for (const end of ends) end();
  };
}

function confirmNavigation(target: string): void {
  const asking = [...guards].at(-1);
  asking?.ask(() => asking.navigate(target));
}

/** Asks before the tab is closed, until the returned function is called. */
export function guardTab(): () => void {
  const stop = (event: Event): void => event.preventDefault();
  window.addEventListener('beforeunload', stop);
  return () => window.removeEventListener('beforeunload', stop);
}

function guardLinks(onLink: (target: string) => void): () => void {
  const stop = (event: MouseEvent): void => {
    const target = findInnerLink(event);
    if (target === null) return;
    event.preventDefault();
    event.stopPropagation();
    onLink(target);
  };
  document.addEventListener('click', stop, { capture: true });
  return () => document.removeEventListener('click', stop, { capture: true });
}

/** Back cannot be blocked, so a second history entry for the page is added; going back to the first entry asks. */
function guardBack(ask: (leave: () => void) => void): () => void {
  const { href } = window.location;
  let isLeaving = false;
  const pushCopy = (): void => window.history.pushState(window.history.state, '', href);
  const onBack = (): void => {
    if (isLeaving || isSamePageFragment(href)) return;
    pushCopy();
    ask(() => {
      isLeaving = true;
      window.history.go(-2);
    });
  };
  if (removal !== undefined) clearTimeout(removal);
  else if (isRemoving) onRemoved = pushCopy;
  else pushCopy();
  removal = undefined;
  window.addEventListener('popstate', onBack);
  return () => {
    window.removeEventListener('popstate', onBack);
    if (onRemoved === pushCopy) onRemoved = null;
    else if (!isLeaving) removal = setTimeout(removeCopy, 0, href);
  };
}

/** Whether the address is a fragment of this page, as after following the skip link. */
function isSamePageFragment(href: string): boolean {
  const { location } = window;
  return location.href !== href && location.href.split('#')[0] === href.split('#')[0];
}

/** Removes the second history entry of a form that was saved or cleared, unless another guard reuses it first. */
let removal: ReturnType<typeof setTimeout> | undefined;
/** While the browser is going back from that entry, a new guard waits before it adds its own entry. */
let isRemoving = false;
let onRemoved: (() => void) | null = null;

function removeCopy(href: string): void {
  removal = undefined;
  // A redirect, for example to sign-in, has replaced the entry.
  if (window.location.href !== href) return;
  isRemoving = true;
  const onPop = (event: PopStateEvent): void => {
    isRemoving = false;
    if (onRemoved === null) return;
    event.stopImmediatePropagation();
    onRemoved();
    onRemoved = null;
  };
  window.addEventListener('popstate', onPop, { once: true });
  window.history.back();
}

/** The target path of a plain click on a link to another page of this app; null for any other click. */
function findInnerLink(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (
    !(link instanceof HTMLAnchorElement) ||
    link.target === '_blank' ||
    link.origin !== window.location.origin ||
    link.hasAttribute('download') ||
    `${link.pathname}${link.search}` === `${window.location.pathname}${window.location.search}`
  )
    return null;
  return `${link.pathname}${link.search}${link.hash}`;
}
