import type { confirmEmail } from '@handover/contract/auth/account-security.ts';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { Alert } from '@handover/ui-lite/parts/alert.tsx';
import { Button, getButtonClass } from '@handover/ui-lite/parts/button.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send, type CallOf } from '#shared/api/client.ts';
import { useSession, useSessionActions } from '#shared/session/session-context.tsx';
import { BrokenLink, GuestCard } from '#app/guest-card/guest-card.tsx';
import { clearLinkToken, isBrokenLink, useLinkToken } from '#app/guest-card/one-time-link.ts';

const confirmCall: CallOf<typeof confirmEmail> = { method: 'POST', path: '/auth/confirm-email' };

const ownAdvice = 'Request a new link under “Your account”.';
const guestAdvice =
  'If you already confirmed your address, sign in with it, or set a password with “Forgot your password?”.';

type State =
  | { name: 'asking' | 'pending' | 'broken' }
  | { name: 'failed'; message: string }
  | { name: 'done'; email: string; resetToken: string | null };

/** Works signed in or out. Requires a click, since mail scanners open links. */
export default function ConfirmEmail(): ReactElement {
  const token = useLinkToken();
  const isSignedIn = useSession().status === 'authenticated';
  const { state, confirm } = useConfirm(token);
  if (state.name === 'broken') return <BrokenLink advice={isSignedIn ? ownAdvice : guestAdvice} />;
  if (state.name === 'done' && state.resetToken !== null)
    return (
      <GuestCard title="Email address confirmed" hasSignInLink={false}>
        <Alert tone="success" isLive>
          Set a new password to sign in with {state.email}.
        </Alert>
        <Link to={`/reset-password#${state.resetToken}`} className={getButtonClass('primary', 'large', true)}>
          Set a new password
        </Link>
      </GuestCard>
    );
  if (state.name === 'done')
    return (
      <GuestCard title="Email address confirmed" hasSignInLink={!isSignedIn}>
        <Alert tone="success" isLive>
          You now sign in with {state.email}.
        </Alert>
        {isSignedIn && (
          <Link to="/account" className={getButtonClass('primary', 'large', true)}>
            Go to your account
          </Link>
        )}
      </GuestCard>
    );
  return (
    <GuestCard
      title="Confirm your email address"
      intro="Select the button to confirm the address that received this link."
      hasSignInLink={false}
    >
      {state.name === 'failed' && (
        <Alert tone="error" isLive>
          {state.message}
        </Alert>
      )}
      <Button size="large" isFullWidth isPending={state.name === 'pending'} onClick={() => void confirm()}>
        Confirm address
      </Button>
    </GuestCard>
  );
}

function useConfirm(token: string): { state: State; confirm: () => Promise<void> } {
  const { refresh } = useSessionActions();
  const [state, setState] = useState<State>({ name: token === '' ? 'broken' : 'asking' });
  const confirm = async (): Promise<void> => {
    setState({ name: 'pending' });
    try {
      const confirmed = await send(confirmCall, { body: { token } });
      clearLinkToken();
      setState({ name: 'done', ...confirmed });
      await refresh();
    } catch (error) {
      setState(
        isBrokenLink(error) ? { name: 'broken' } : { name: 'failed', message: getErrorMessage(error) },
      );
    }
  };
  return { state, confirm };
}
