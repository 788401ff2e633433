import type { ReactElement } from 'react';
import { useIsConnected } from '#shared/live/connection.ts';
import styles from './connection-notice.module.css';

/** Says, while the server cannot be reached, what that means for what is on screen. */
export function ConnectionNotice(): ReactElement {
  const isConnected = useIsConnected();
  return (
    <div aria-live="polite" className={styles['notice']}>
      {!isConnected && (
        <p>
          <strong>{navigator.onLine ? 'The server does not answer.' : 'You are offline.'}</strong> What you
          see may be out of date; what you write is kept on this device.
        </p>
      )}
    </div>
  );
}
