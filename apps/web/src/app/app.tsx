import { Suspense, useEffect, useRef, type ReactElement } from 'react';
import { useLocation, useRoutes } from 'react-router';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { ErrorBoundary } from './errors/error-boundary.tsx';
import { routes } from './routes/routes.tsx';

/** The routes, and what holds for every page: a new path starts at the top, with the focus on its heading. */
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

/** Screen readers then say the new page's title; the first load leaves the focus alone. */
function focusHeading(): void {
  const heading = document.querySelector('h1');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
