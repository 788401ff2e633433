import { Suspense, useEffect, useRef, type ReactElement } from 'react';
import { useLocation, useRoutes } from 'react-router';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { ErrorBoundary } from './errors/error-screen.tsx';
import { routes } from './routes/routes.tsx';

/** On a new path, scrolls to the top and focuses the heading. */
export function App(): ReactElement {
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo(0, 0);
    focusHeading();
  }, [pathname]);

  return (
    <ErrorBoundary>
      <Suspense fallback={<Spinner isPage />}>{useRoutes(routes)}</Suspense>
    </ErrorBoundary>
  );
}

/** Makes screen readers announce the new page. Not called on the first load. */
function focusHeading(): void {
  const heading = document.querySelector('h1');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
