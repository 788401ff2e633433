import { type ComponentType, type ReactElement, lazy, useState } from 'react';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

export interface LazyPage<Props = object> {
  Page: ComponentType<Props>;
  /** Starts the download early. Resolves even if it fails. */
  preload: () => Promise<void>;
}

/** Like React.lazy, but renders a loaded page without suspending. */
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
    // Must not change while the page is shown, or it would lose its state.
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
