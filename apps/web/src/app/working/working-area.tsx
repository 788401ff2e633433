import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, use, useState, type ReactElement, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { AppProviders } from '@handover/ui/app-providers.tsx';
import { NotificationBell } from '#features/notifications/notification-bell.tsx';
import { createQueryClient } from '#shared/api/query-factory.ts';
import { LiveUpdates } from '#shared/live/live-updates.tsx';
import { useOptionalUser } from '#shared/session/session-context.tsx';
import { PaletteButton } from '#app/palette/palette-button.tsx';
import { useIsConnected } from '#shared/live/live-channel.ts';
import styles from './working-area.module.css';
import { HeaderToolsContext } from '#shared/page/page-heading.tsx';

// Rarely shown.
const TwoStepNotice = lazy(() => import('./two-step-notice.tsx'));

/** Providers of signed-in pages: queries, theme, and toasts. Remounted when the workspace changes. */
export function WorkingArea({ children }: { children: ReactNode }): ReactElement {
  const [client] = useState(createQueryClient);
  const twoStep = useOptionalUser()?.twoStep;
  const isOpen = !twoStep?.isOverdue;
  return (
    <QueryClientProvider client={client}>
      <AppProviders>
        {twoStep && (
          <Suspense>
            <TwoStepNotice />
          </Suspense>
        )}
        {/* Before the pages, so that data fetched after the stream opens is not fetched again. */}
        {isOpen && <LiveUpdates />}
        {children}
        {isOpen && <HeaderTools />}
        <ConnectionNotice />
      </AppProviders>
    </QueryClientProvider>
  );
}

/** Rendered into the header by a portal, since they need the query client. */
function HeaderTools(): ReactNode {
  const place = use(HeaderToolsContext);
  return (
    place !== null &&
    createPortal(
      <>
        <PaletteButton />
        <NotificationBell />
      </>,
      place,
    )
  );
}

/** Shown while the server cannot be reached. */
export function ConnectionNotice(): ReactElement {
  const isConnected = useIsConnected();
  return (
    <div aria-live="polite" className={styles['notice']}>
      {!isConnected && (
        <p>
          <strong>{navigator.onLine ? 'The server is not responding.' : 'You are offline.'}</strong> The page
          may be out of date. Unsent changes are kept on this device.
        </p>
      )}
    </div>
  );
}
