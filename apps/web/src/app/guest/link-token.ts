import { useEffect, useState } from 'react';

/** The one-time secret in the fragment of a link, or an empty string. Removes it from the URL so that it is not kept in the browser history. */
export function useLinkToken(): string {
  const [token] = useState(() => window.location.hash.slice(1));
  useEffect(() => {
    if (window.location.hash !== '')
      window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  return token;
}
