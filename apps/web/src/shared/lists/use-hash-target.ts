import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router';

/** Scrolls an element into view if the URL hash refers to it. Returns its ref and whether it is the target. */
export function useHashTarget<E extends HTMLElement>(
  id: string,
): { ref: RefObject<E | null>; isTarget: boolean } {
  const ref = useRef<E>(null);
  const { hash } = useLocation();
  const isTarget = hash === `#${id}`;
  useEffect(() => {
    if (isTarget) ref.current?.scrollIntoView({ block: 'center' });
  }, [isTarget]);
  return { ref, isTarget };
}

interface Pages {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/** Loads pages until the list contains the item that the URL hash refers to. */
export function useLoadUntilFound(
  kind: string,
  { query, items }: { query: Pages; items: readonly { id: string }[] },
): void {
  const { hash } = useLocation();
  const targetId = hash.startsWith(`#${kind}-`) ? hash.slice(kind.length + 2) : undefined;
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const isMissing = targetId !== undefined && items.every(({ id }) => id !== targetId);
  const isToFetch = isMissing && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (isToFetch) void fetchNextPage();
  }, [isToFetch, fetchNextPage]);
}

/** Calls `onReached` whenever the element gets close to the viewport. */
export function useNearViewport(onReached: () => void): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const latest = useRef(onReached);
  useEffect(() => {
    latest.current = onReached;
  });
  useEffect(() => {
    if (element.current === null) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) latest.current();
      },
      { rootMargin: '200px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return element;
}
