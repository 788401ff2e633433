import type { confirmRegistration } from '@handover/contract/buyers/buyer-inquiries.ts';
import { useState, type ReactElement } from 'react';
import { Alert } from '@handover/ui-lite/parts/alert.tsx';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send, type CallOf } from '#shared/api/client.ts';
import { BrokenLink, GuestCard } from '#app/guest-card/guest-card.tsx';
import { clearLinkToken, isBrokenLink, useLinkToken } from '#app/guest-card/one-time-link.ts';

const confirmCall: CallOf<typeof confirmRegistration> = {
  method: 'POST',
  path: '/buyer-registrations/confirm',
};

type State = { name: 'asking' | 'pending' | 'broken' | 'done' } | { name: 'failed'; message: string };

/** Requires a click, since mail scanners open links. */
export default function ConfirmRegistration(): ReactElement {
  const token = useLinkToken();
  const [state, setState] = useState<State>({ name: token === '' ? 'broken' : 'asking' });
  const confirm = async (): Promise<void> => {
    setState({ name: 'pending' });
    try {
      await send(confirmCall, { body: { token } });
      clearLinkToken();
      setState({ name: 'done' });
    } catch (error) {
      setState(
        isBrokenLink(error) ? { name: 'broken' } : { name: 'failed', message: getErrorMessage(error) },
      );
    }
  };
  if (state.name === 'broken')
    return (
      <BrokenLink advice="If you already confirmed, you are registered, and a broker will contact you soon. Otherwise, register again to get a new link." />
    );
  if (state.name === 'done')
    return (
      <GuestCard title="You are registered" hasSignInLink={false}>
        <Alert tone="success" isLive>
          Thank you. A broker will contact you soon.
        </Alert>
      </GuestCard>
    );
  return (
    <GuestCard
      title="Confirm your registration"
      intro="Confirm your email address to complete your registration as a buyer."
      hasSignInLink={false}
    >
      {state.name === 'failed' && (
        <Alert tone="error" isLive>
          {state.message}
        </Alert>
      )}
      <Button size="large" isFullWidth isPending={state.name === 'pending'} onClick={() => void confirm()}>
        Confirm registration
      </Button>
    </GuestCard>
  );
}
