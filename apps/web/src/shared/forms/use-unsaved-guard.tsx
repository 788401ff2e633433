import { useEffect, useLayoutEffect, useRef, useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';

type Leave = () => void;

/** A form with unsaved changes. */
interface Guard {
  readonly ask: (leave: Leave) => void;
  readonly navigate: (target: string) => void;
  readonly discard: () => void;
}

/**
 * Asks before unsaved changes are left: by a link, by Back, or by closing the tab. Returns the dialog to draw.
 * Programmatic navigation, as after saving or when the session ends, is not blocked. If a page has several forms, one
 * asks for all of them.
 */
export function useUnsavedGuard(isDirty: boolean, onDiscard?: () => void): ReactElement | null {
  const navigate = useNavigate();
  const [leave, setLeave] = useState<Leave | null>(null);

  const discard = useRef(onDiscard);
  useEffect(() => {
    discard.current = onDiscard;
  });
  // Ends in the same step that shows the form as saved; an effect after painting would still ask for a moment.
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

const guards = new Set<Guard>();
let ends: readonly (() => void)[] = [];

function addGuard(guard: Guard): () => void {
  guards.add(guard);
  if (guards.size === 1) ends = [guardTab(), guardLinks(confirmNavigation), guardBack(ask)];
  return () => {
    guards.delete(guard);
    if (guards.size > 0) return;
    for (const end of ends) end();
  };
}

/** The form that was changed last asks, such as a dialog over a page. */
function ask(leave: Leave): void {
  [...guards].at(-1)?.ask(leave);
}

function confirmNavigation(target: string): void {
  const asking = [...guards].at(-1);
  asking?.ask(() => asking.navigate(target));
}

function guardTab(): () => void {
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

/** Back cannot be blocked, so the history gets a second entry of the page: going back to the first entry asks. */
function guardBack(ask: (leave: Leave) => void): () => void {
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

/** Whether the address is this page at one of its places, as after the link that skips to the content. */
function isSamePageFragment(href: string): boolean {
  const { location } = window;
  return location.href !== href && location.href.split('#')[0] === href.split('#')[0];
}

/** Removes the second entry of a form that was saved or emptied, unless another guard takes it over first. */
let removal: ReturnType<typeof setTimeout> | undefined;
/** The browser is going back from that entry: a guard that starts in the meantime adds its entry afterwards. */
let isRemoving = false;
let onRemoved: (() => void) | null = null;

function removeCopy(href: string): void {
  removal = undefined;
  // A redirect, as to sign-in, has replaced the entry.
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
