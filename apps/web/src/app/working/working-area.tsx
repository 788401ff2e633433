import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, use, useState, type ReactElement, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { AppProviders } from '@handover/ui/app-providers.tsx';
import { NotificationBell } from '#features/notifications/notification-bell.tsx';
import { createQueryClient } from '#shared/api/query-client.ts';
import { LiveUpdates } from '#shared/live/live-updates.tsx';
import { HeaderToolsContext } from '#shared/page/header-tools.ts';
import { useOptionalUser } from '#shared/session/session-context.tsx';
import { PaletteButton } from '#app/palette/palette-button.tsx';
import { ConnectionNotice } from './connection-notice.tsx';

// Few are asked for what it says.
const TwoStepNotice = lazy(() => import('./two-step-notice.tsx'));

/** What the pages of a signed-in user stand on: queries, theme and toasts. It lives as long as the workspace is shown. */
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
        {/* Before the pages: what they ask after the stream is open need not be asked again. */}
        {isOpen && <LiveUpdates />}
        {children}
        {isOpen && <HeaderTools />}
        <ConnectionNotice />
      </AppProviders>
    </QueryClientProvider>
  );
}

/** Tools that stand in the header and live here, with the workspace's queries above them. */
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
