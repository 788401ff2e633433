import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router';

/** Brings an element into view when the address names it after the `#`. Whether it does, and the ref to put on it. */
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

/** Loads more pages until the item of a kind is there that the address names after the `#`. */
export function useReachItem(
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
