import { useEffect, useState } from 'react';
import { ApiError } from '#shared/api/api-error.ts';

/**
 * The one-time secret in the fragment of a link, or an empty string. Moves it from the URL, which the browser history
 * keeps, to this tab, where it survives a reload until `clearLinkToken`.
 */
export function useLinkToken(): string {
  const [token] = useState(
    () => window.location.hash.slice(1) || (sessionStorage.getItem(getTokenKey()) ?? ''),
  );
  useEffect(() => {
    if (window.location.hash === '') return;
    sessionStorage.setItem(getTokenKey(), token);
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [token]);
  return token;
}

/** Removes the token of this page's link after it was used. */
export function clearLinkToken(): void {
  sessionStorage.removeItem(getTokenKey());
}

const getTokenKey = (): string => `link:${window.location.pathname}`;

/** A text of a page that survives reloads in this tab; initially empty. */
export function useTabText(key: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '');
  useEffect(() => sessionStorage.setItem(key, text), [key, text]);
  return [text, setText];
}

/** Whether a link was rejected because of the link itself, not because of other submitted data. */
export function isBrokenLink(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'LINK_INVALID' || error.code === 'INVALID_INPUT');
}
