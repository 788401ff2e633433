import { lazy, type ComponentType, type LazyExoticComponent, useEffect, useState } from 'react';

/** A part that is loaded when shown. If loading fails, offline or after a release, the page is shown without it. */
export function optionalPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => load().catch(() => ({ default: Nothing })));
}

function Nothing(): null {
  return null;
}

const maxWaitMs = 1000;

/** Parts that load together are shown together, so that one does not push the other down; the wait is limited. */
export function useInitialLoading(isLoading: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), maxWaitMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isLoading && !isOver) setOver(true);
  return isLoading && !isOver;
}
