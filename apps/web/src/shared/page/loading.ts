import { lazy, type ComponentType, type LazyExoticComponent, useEffect, useState } from 'react';

/** A lazily loaded part. If loading fails, because of a lost connection or a release, the page is shown without it. */
export function optionalPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => load().catch(() => ({ default: Nothing })));
}

function Nothing(): null {
  return null;
}

const maxWaitMs = 1000;

/** Parts that load together are shown together, so that one does not push the other down. The wait is limited. */
export function useInitialLoading(isLoading: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), maxWaitMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isLoading && !isOver) setOver(true);
  return isLoading && !isOver;
}
