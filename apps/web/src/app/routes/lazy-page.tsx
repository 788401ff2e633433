import { lazy, useState, type ComponentType, type ReactElement } from 'react';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

export interface LazyPage<Props = object> {
  Page: ComponentType<Props>;
  /** Starts the download before the page is drawn; resolves when it is there, or could not be had. */
  preload: () => Promise<void>;
}

/** A page whose code comes on demand, and again after a failed try. One that is there already is drawn without a wait. */
export function lazyPage<Props extends object = object>(load: Load<Props>): LazyPage<Props> {
  let loading: ReturnType<Load<Props>> | null = null;
  let loaded: ComponentType<Props> | null = null;
  const once: Load<Props> = () => {
    loading ??= load().then(
      (module) => {
        loaded = module.default;
        return module;
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  const Waiting = lazy(once);
  function Page(props: Props): ReactElement {
    // The same for as long as the page is shown, or it would lose its state.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Waiting);
    return <Shown {...props} />;
  }
  return {
    Page,
    preload: () =>
      once().then(
        () => undefined,
        () => undefined,
      ),
  };
}
