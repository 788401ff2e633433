import { Component, type ReactElement, type ReactNode } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import { ApiError } from '#shared/api/api-error.ts';
import styles from './error-screen.module.css';

/** A route error with its status, a thrown error with its stack, anything else as unknown. */
export function ErrorScreen({ error }: { error: unknown }): ReactElement {
  return (
    <div className={styles['page']} role="alert">
      <ErrorText error={error} />
      <Button variant="outlined" onClick={() => window.location.reload()}>
        Reload page
      </Button>
    </div>
  );
}

function ErrorText({ error }: { error: unknown }): ReactElement {
  if (isRouteErrorResponse(error))
    return (
      <RouteErrorText status={error.status} statusText={error.statusText} message={messageIn(error.data)} />
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

/** A route error carries its message as text, or as `message` of an object. */
function messageIn(data: unknown): string | null {
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
