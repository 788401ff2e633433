import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** A part whose code comes when it is shown. Where it cannot come, offline or after a release, the page stands without it. */
export function optionalPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => load().catch(() => ({ default: Nothing })));
}

function Nothing(): null {
  return null;
}
