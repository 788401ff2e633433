import { Suspense, useState, type ReactElement, type ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router';
import { registerIcons } from '@handover/ui-lite/icon/registry.ts';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { useInstallation } from '#shared/installation/installation.ts';
import { PageHeadingContext, type PageHeading, HeaderToolsContext } from '#shared/page/page-heading.tsx';
import { useOptionalUser } from '#shared/session/session-context.tsx';
import { ErrorBoundary } from '#app/errors/error-screen.tsx';
import { publicIcons } from '#app/icons/public.generated.ts';
import { findEntry } from '#app/routes/pages.tsx';
import { workingArea } from '#app/routes/pages.tsx';
import { Header } from './header.tsx';
import styles from './main-layout.module.css';
import { Sidebar } from './sidebar.tsx';

registerIcons(publicIcons);

const noHeading: PageHeading = { title: '', description: '', icon: '' };

/** The layout of every page in the route table, for guests too. */
export default function MainLayout(): ReactElement {
  const { pathname } = useLocation();
  const [pageHeading, setPageHeading] = useState<Partial<PageHeading> | null>(null);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const installation = useInstallation();
  const heading = { ...(findEntry(pathname) ?? noHeading), ...pageHeading };
  return (
    <div className={styles['layout']}>
      <title>{[heading.title, installation?.name].filter(Boolean).join(' · ')}</title>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Header heading={heading} toolsRef={setTools} />
      <Sidebar />
      <main id="main" tabIndex={-1} className={styles['main']}>
        <Suspense fallback={<Spinner isPage />}>
          <ErrorBoundary>
            <PageHeadingContext value={setPageHeading}>
              <HeaderToolsContext value={tools}>
                <Page />
              </HeaderToolsContext>
            </PageHeadingContext>
          </ErrorBoundary>
        </Suspense>
      </main>
    </div>
  );
}

/**
 * Only signed-in pages load MUI, queries, and toasts. Switching the workspace remounts all of it; another path
 * remounts the page only, so that loaded data and the live stream are kept.
 */
function Page(): ReactNode {
  const user = useOptionalUser();
  const { pathname } = useLocation();
  const page = (
    <ErrorBoundary key={pathname}>
      <Outlet />
    </ErrorBoundary>
  );
  return user === null ? page : <workingArea.Page key={user.workspaceId}>{page}</workingArea.Page>;
}
