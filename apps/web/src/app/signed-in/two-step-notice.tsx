import { formatFullTime } from '@handover/ui/parts/time-text.ts';
import Alert from '@mui/material/Alert';
import { useEffect, type ReactElement } from 'react';
import { Link, useLocation } from 'react-router';
import { useSessionActions, useUser } from '#shared/session/session-context.tsx';

/** The maximum delay of a browser timer; longer delays fire immediately. */
const maxWaitMs = 2 ** 31 - 1;

/** Reminds members without two-step sign-in of the workspace's rule and deadline. */
export default function TwoStepNotice(): ReactElement | null {
  const { twoStep, timeZone } = useUser();
  const { pathname } = useLocation();
  useFollowingProfile(twoStep?.dueAt);
  if (twoStep === null) return null;
  const isSetUpHere = pathname === '/account';
  return (
    <Alert
      severity={twoStep.isOverdue ? 'warning' : 'info'}
      sx={{ mb: 3, displayPrint: 'none', ...(isSetUpHere && { maxWidth: 880 }) }}
    >
      <strong>This workspace requires two-step sign-in.</strong>{' '}
      {twoStep.isOverdue ? (
        'Set up an authenticator app or a passkey below to regain access. If you already have a passkey, sign in with it.'
      ) : (
        <>
          You have access without it until {formatFullTime(new Date(twoStep.dueAt), timeZone)}.{' '}
          {isSetUpHere ? (
            'Set up an authenticator app or a passkey below.'
          ) : (
            <Link to="/account">Set up</Link>
          )}
        </>
      )}
    </Alert>
  );
}

/** Refreshes at the deadline and when the page regains focus, since live updates are off while access is suspended. */
function useFollowingProfile(dueAt: string | undefined): void {
  const { refresh } = useSessionActions();
  useEffect(() => {
    const ask = (): void => void refresh();
    const waitMs = Date.parse(dueAt ?? '') - Date.now();
    const timer = waitMs > 0 ? setTimeout(ask, Math.min(waitMs + 1000, maxWaitMs)) : undefined;
    window.addEventListener('focus', ask);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('focus', ask);
    };
  }, [dueAt, refresh]);
}
