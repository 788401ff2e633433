import { fullTime } from '@handover/ui/parts/time-text.ts';
import Alert from '@mui/material/Alert';
import { useEffect, type ReactElement } from 'react';
import { Link, useLocation } from 'react-router';
import { useSessionActions, useUser } from '#shared/session/session-context.tsx';

/** The longest that a timer of a browser waits: it would end at once beyond that. */
const maxWaitMs = 2 ** 31 - 1;

/** What the workspace asks of who signs in by password alone, and until when. It follows the rule by itself. */
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
      <strong>This workspace asks for two-step sign-in.</strong>{' '}
      {twoStep.isOverdue ? (
        'It opens again once you have set up an authenticator app or a passkey below. If you have a passkey already, sign in with it.'
      ) : (
        <>
          You can go on without it until {fullTime(new Date(twoStep.dueAt), timeZone)}.{' '}
          {isSetUpHere ? (
            'Set up an authenticator app or a passkey below.'
          ) : (
            <Link to="/account">Set it up</Link>
          )}
        </>
      )}
    </Alert>
  );
}

/** Asks anew when the time is over, and when the person comes back to the page: no live notices reach who is held back. */
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
