import type { Location } from 'react-router';

/** The state that a way to sign-in carries, so that who signs in comes back to this place, query and hash included. */
export function rememberOrigin({ pathname, search, hash }: Location): { from: string } {
  return { from: `${pathname}${search}${hash}` };
}

/** The place a visitor was sent to sign-in from, as it was remembered; null when there is none on this site. */
export function originOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null;
  const { from } = state;
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : null;
}
