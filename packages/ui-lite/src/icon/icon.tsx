import { lazy, Suspense, useEffect, useSyncExternalStore, type ReactElement } from 'react';
import styles from './icon.module.css';
import { findDrawing, loadDeferredIcons, subscribeToIcons } from './registry.ts';

const RemoteIcon = lazy(() => import('./remote-icon.tsx'));

export interface IconProps {
  /** `prefix:name`. Icons named in code are bundled; others come from the icon hosts. */
  name: string;
  /** Size in pixels, reserved before the icon loads. */
  size?: number;
  /** Set only if no text has the same meaning. */
  label?: string;
}

export function Icon({ name, size = 24, label }: IconProps): ReactElement {
  const semantics = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  // A loaded icon never changes; only a missing one has to wait for its bundle.
  const body = findDrawing(name);
  return (
    <span className={styles['box']} style={{ width: size, height: size }} {...semantics}>
      {typeof body === 'string' ? drawIcon(body, size) : <LateDrawing name={name} size={size} />}
    </span>
  );
}

function LateDrawing({ name, size }: { name: string; size: number }): ReactElement {
  const body = useSyncExternalStore(subscribeToIcons, () => findDrawing(name));
  useEffect(() => {
    if (body === null) void loadDeferredIcons();
  }, [body]);

  if (body === null) return <Placeholder />;
  if (body === undefined) {
    return (
      <Suspense fallback={<Placeholder />}>
        <RemoteIcon name={name} size={size} fallback={<Placeholder />} />
      </Suspense>
    );
  }
  return drawIcon(body, size);
}

function drawIcon(body: string, size: number): ReactElement {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      focusable="false"
      // oxlint-disable-next-line react/no-danger -- drawings of a package, bundled at build time; nothing a person wrote gets here
      dangerouslySetInnerHTML={{ __html: body }}
    />
  );
}

function Placeholder(): ReactElement {
  return <span className={styles['placeholder']} />;
}
