import { useEffect, useState } from 'react';
import { ApiError } from '#shared/api/api-error.ts';

/** The one-time secret in the fragment of a link, or an empty string. Removes it from the URL so that it is not kept in the browser history. */
export function useLinkToken(): string {
  const [token] = useState(() => window.location.hash.slice(1));
  useEffect(() => {
    if (window.location.hash !== '')
      window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  return token;
}

/** Whether a link was refused for itself, not for what else was sent with it. */
export function isBrokenLink(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'LINK_INVALID' || error.code === 'INVALID_INPUT');
}
