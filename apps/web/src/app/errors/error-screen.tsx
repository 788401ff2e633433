import { Component, useEffect, type ReactElement, type ReactNode } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import { ApiError } from '#shared/api/api-error.ts';
import styles from './error-screen.module.css';

/** A route error with its status, a thrown error with its stack, anything else as unknown. */
export function ErrorScreen({ error, reload = reloadPage }: ErrorScreenProps): ReactElement {
  return (
    <div className={styles['page']} role="alert">
      {isLoadError(error) ? <LoadErrorText reload={reload} /> : <ErrorText error={error} />}
      <Button variant="outlined" onClick={reload}>
        Reload page
      </Button>
    </div>
  );
}

interface ErrorScreenProps {
  error: unknown;
  reload?: () => void;
}

function reloadPage(): void {
  window.location.reload();
}

/** Vite's error for a style sheet, and the errors of Chromium, Firefox, and Safari for a script. */
const loadErrors = /preload CSS|imported module|module script/;

/** Whether the app's code could not be loaded: offline, or replaced by an update. */
function isLoadError(error: unknown): boolean {
  return error instanceof Error && loadErrors.test(error.message);
}

const reloadKey = 'handover.reloaded-at';
const reloadPauseMs = 60_000;

/** Reloads once the server can be reached, at most once a minute so that a broken release does not loop. */
function LoadErrorText({ reload }: { reload: () => void }): ReactElement {
  useEffect(() => {
    const onOnline = (): void => void reloadOnce(reload);
    onOnline();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [reload]);
  return (
    <>
      <h2 className={styles['title']}>
        {navigator.onLine ? 'This page could not be loaded' : 'You are offline'}
      </h2>
      <p>This page opens once you are back online. Pages opened before still work.</p>
    </>
  );
}

async function reloadOnce(reload: () => void): Promise<void> {
  if (!navigator.onLine || Date.now() - Number(sessionStorage.getItem(reloadKey)) < reloadPauseMs) return;
  const isUp = await fetch('/api/health').then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isUp) return;
  sessionStorage.setItem(reloadKey, String(Date.now()));
  reload();
}

function ErrorText({ error }: { error: unknown }): ReactElement {
  if (isRouteErrorResponse(error))
    return (
      <RouteErrorText status={error.status} statusText={error.statusText} message={findMessage(error.data)} />
    );
  if (error instanceof ApiError && error.status > 0)
    return <RouteErrorText status={error.status} statusText={error.code} message={error.detail} />;
  if (error instanceof Error) return <ThrownErrorText error={error} />;
  return <h2 className={styles['title']}>Unknown Error</h2>;
}

function RouteErrorText({
  status,
  statusText,
  message,
}: {
  status: number;
  statusText: string;
  message: string | null;
}): ReactElement {
  return (
    <>
      <h2 className={styles['title']}>{`${String(status)}: ${statusText}`}</h2>
      {message !== null && <p>{message}</p>}
    </>
  );
}

function ThrownErrorText({ error }: { error: Error }): ReactElement {
  return (
    <>
      <h2 className={styles['title']}>Unexpected Application Error!</h2>
      <p>{`${error.name}: ${error.message}`}</p>
      {error.stack !== undefined && <pre className={styles['stack']}>{error.stack}</pre>}
    </>
  );
}

/** A route error has its message as text, or as `message` of an object. */
function findMessage(data: unknown): string | null {
  if (typeof data === 'string') return data === '' ? null : data;
  if (typeof data !== 'object' || data === null || !('message' in data)) return null;
  return typeof data.message === 'string' ? data.message : null;
}

interface ErrorBoundaryState {
  caught: { readonly error: unknown } | null;
}

/** A new `key` resets the error. */
export class ErrorBoundary extends Component<{ children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { caught: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { caught: { error } };
  }

  override render(): ReactNode {
    return this.state.caught === null ? this.props.children : <ErrorScreen error={this.state.caught.error} />;
  }
}
