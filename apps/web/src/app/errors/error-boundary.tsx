import { Component, type ReactNode } from 'react';
import { ErrorScreen } from './error-screen.tsx';

interface ErrorBoundaryState {
  caught: { readonly error: unknown } | null;
}

/** Shows the error screen in place of what threw. A new `key` starts afresh. */
export class ErrorBoundary extends Component<{ children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { caught: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { caught: { error } };
  }

  override render(): ReactNode {
    return this.state.caught === null ? this.props.children : <ErrorScreen error={this.state.caught.error} />;
  }
}
