import { useEffect, useState } from 'react';

/**
 * The one-time secret that is the fragment of a link; empty when there is none.
 * It is taken out of the address once read, so that it stays in no history entry.
 */
export function useLinkToken(): string {
  const [token] = useState(() => window.location.hash.slice(1));
  useEffect(() => {
    if (window.location.hash !== '')
      window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  return token;
}
