import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

export interface LazyPage<Props = object> {
  Page: LazyExoticComponent<ComponentType<Props>>;
  /** Starts the download before the page is drawn. */
  preload: () => void;
}

/** A page whose code comes on demand, and again after a failed try. */
export function lazyPage<Props = object>(load: Load<Props>): LazyPage<Props> {
  let loading: ReturnType<Load<Props>> | null = null;
  const once: Load<Props> = () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
  return { Page: lazy(once), preload: () => void once().catch(() => undefined) };
}
