import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, use, useState, type ReactElement, type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { DateInputContext } from '@handover/ui/forms/date-inputs.tsx';
import { AppProviders } from '@handover/ui/app-providers.tsx';
import { NotificationBell } from '#features/notifications/notification-bell.tsx';
import { createQueryClient } from '#shared/api/query-factory.ts';
import { ignoreDoubleClicks } from '#shared/forms/double-clicks.ts';
import { LiveUpdates } from '#shared/live/live-updates.tsx';
import { useOptionalUser, useUser } from '#shared/session/session-context.tsx';
import { useIsConnected } from '#shared/live/live-channel.ts';
import { useLocation } from 'react-router';
import styles from './signed-in-layout.module.css';
import { HeaderToolsContext } from '#shared/page/page-heading.tsx';
import { AccountMenu, ProfileCard, WorkspaceSwitcher } from '#app/layout/account-parts.tsx';
import { getRoleLevel } from '@handover/contract/auth/roles.ts';
import { IconButton } from '@handover/ui-lite/parts/button.tsx';
import { useGlobalShortcut } from '#shared/shortcuts/shortcuts.ts';
// Not lazy, because text typed right after Ctrl-K would be lost.
import { Palette } from '#app/palette/palette.tsx';

// Lazy, because they are rarely shown.
const TwoStepNotice = lazy(() => import('./two-step-notice.tsx'));
const DateInput = lazy(() => import('#shared/dates/date-input.tsx'));
/** Phones have better native pickers. */
const dateInput = window.matchMedia?.('(pointer: fine)').matches ? DateInput : null;

ignoreDoubleClicks();

/** Providers of signed-in pages: queries, theme, and toasts. Remounted when the workspace changes. */
export function SignedInLayout({ children }: { children: ReactNode }): ReactElement {
  const [client] = useState(createQueryClient);
  const twoStep = useOptionalUser()?.twoStep;
  const isOpen = !twoStep?.isOverdue;
  return (
    <QueryClientProvider client={client}>
      <AppProviders page={useLocation().pathname}>
        {twoStep && (
          <Suspense>
            <TwoStepNotice />
          </Suspense>
        )}
        {/* Before the pages, so that data fetched after the stream opens is not fetched again. */}
        {isOpen && <LiveUpdates />}
        <DateInputContext value={dateInput}>{children}</DateInputContext>
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

/** Parts of the layout that only signed-in users load. */
export const signedInParts = { WorkingArea: SignedInLayout, AccountMenu, ProfileCard, WorkspaceSwitcher };

/** Ctrl-K and ⌘-K open the search from anywhere. */
export function PaletteButton(): ReactElement {
  /** The initial query; null while closed. */
  const [start, setStart] = useState<string | null>(null);
  const { role } = useUser();
  useGlobalShortcut('/', 'Search everything', () => setStart(''));
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isAsked = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      if (!isAsked || event.altKey || event.shiftKey) return;
      event.preventDefault();
      // Does nothing while another dialog is open.
      if (document.querySelector('dialog[open], [role="dialog"]') === null) setStart('');
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <IconButton
        icon="solar:magnifier-linear"
        label="Search everything"
        title="Search everything (Ctrl K)"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setStart('')}
      />
      {getRoleLevel(role) >= getRoleLevel('STAFF') && <CreateKey onPress={() => setStart('create ')} />}
      {start !== null && <Palette start={start} onClose={() => setStart(null)} />}
    </>
  );
}

/** The `c` key lists the records that can be created, unless the page has its own create form. */
function CreateKey({ onPress }: { onPress: () => void }): null {
  useGlobalShortcut('c', 'Create', onPress);
  return null;
}
