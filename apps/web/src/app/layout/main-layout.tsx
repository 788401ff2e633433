import { Suspense, useState, type ReactElement, type ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router';
import { registerIcons } from '@handover/ui-lite/icon/registry.ts';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { useInstallation } from '#shared/installation/installation.ts';
import { HeaderToolsContext } from '#shared/page/header-tools.ts';
import { PageHeadingContext, type PageHeading } from '#shared/page/page-heading.tsx';
import { useOptionalUser } from '#shared/session/session-context.tsx';
import { ErrorBoundary } from '#app/errors/error-boundary.tsx';
import { publicIcons } from '#app/icons/public.generated.ts';
import { entryAt } from '#app/routes/pages.tsx';
import { workingArea } from '#app/routes/signed-in.ts';
import { Header } from './header/header.tsx';
import styles from './main-layout.module.css';
import { Sidebar } from './sidebar/sidebar.tsx';

registerIcons(publicIcons);

const noHeading: PageHeading = { title: '', description: '', icon: '' };

/** Header, sidebar and breadcrumb title around every page of the route table, for guests too. */
export default function MainLayout(): ReactElement {
  const { pathname } = useLocation();
  const [pageHeading, setPageHeading] = useState<Partial<PageHeading> | null>(null);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const installation = useInstallation();
  const heading = { ...(entryAt(pathname) ?? noHeading), ...pageHeading };
  return (
    <div className={styles['layout']}>
      <title>{[heading.title, installation?.name].filter(Boolean).join(' · ')}</title>
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <Header heading={heading} toolsRef={setTools} />
      <Sidebar />
      <main id="main" tabIndex={-1} className={styles['main']}>
        <Suspense fallback={<Spinner isPage />}>
          <ErrorBoundary key={pathname}>
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

/** Signed-in pages get MUI, queries and toasts; guests read public pages without that weight. A workspace switch starts afresh. */
function Page(): ReactNode {
  const user = useOptionalUser();
  if (user === null) return <Outlet />;
  return (
    <workingArea.Page key={user.workspaceId}>
      <Outlet />
    </workingArea.Page>
  );
}
