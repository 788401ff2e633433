import ipaddr from 'ipaddr.js';
import { AppError } from '#lib/errors.ts';

/** The site as WebAuthn knows it. */
export type RelyingParty = { readonly id: string; readonly origin: string };

/** The site that passkeys belong to; null where people reach it by an IP address, which WebAuthn refuses. */
export function findRelyingParty(publicUrl: string): RelyingParty | null {
  const { hostname, origin } = new URL(publicUrl);
  return ipaddr.isValid(hostname.replaceAll(/[[\]]/g, '')) ? null : { id: hostname, origin };
}

/** The site that passkeys belong to. Throws RULE_BROKEN where there can be none. */
export function getRelyingParty(publicUrl: string): RelyingParty {
  const party = findRelyingParty(publicUrl);
  if (party === null)
    throw new AppError(
      'RULE_BROKEN',
      `Passkeys need a host name, and this installation is reached by an IP address (${publicUrl}). Sign in with your password.`,
    );
  return party;
}
