import { useState, type ReactElement } from 'react';
import { Alert } from '@handover/ui-lite/parts/alert.tsx';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import { hasPasskeys, passkeyMessageOf } from '#shared/passkeys/passkey-error.ts';
import { useSessionActions } from '#shared/session/session-context.tsx';
import styles from './factors.module.css';

/** Signs in by passkey, where the browser knows any; the guest guard leads on from here. */
export function PasskeyButton(): ReactElement | null {
  const { adopt } = useSessionActions();
  const [message, setMessage] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  if (!hasPasskeys()) return null;
  const signIn = async (): Promise<void> => {
    setPending(true);
    setMessage(null);
    try {
      const { askForPasskey } = await import('#shared/passkeys/ceremonies.ts');
      adopt(await askForPasskey());
    } catch (error) {
      setMessage(passkeyMessageOf(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <div className={styles['passkey']}>
      {message !== null && (
        <Alert tone="error" isLive>
          {message}
        </Alert>
      )}
      <Button
        variant="outlined"
        size="large"
        isFullWidth
        isPending={isPending}
        icon="solar:key-linear"
        onClick={() => void signIn()}
      >
        Sign in with a passkey
      </Button>
    </div>
  );
}
