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
