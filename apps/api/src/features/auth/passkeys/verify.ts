import { passkeyAlgorithms, type Assertion, type Registration } from '@handover/contract/passkeys.ts';
import ipaddr from 'ipaddr.js';
import { AppError } from '#lib/errors.ts';

type NewCredential = {
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
};

// Loaded with the first ceremony: reading it takes a start-up some tenths of a second.
const loadVerifier = () => import('@simplewebauthn/server');

/** The credential that an authenticator made for a challenge, its user verified; null when anything about it is wrong. */
export async function verifyRegistration(
  { id, clientDataJSON, attestationObject, transports }: Registration,
  { challenge, party }: { challenge: string; party: RelyingParty },
): Promise<NewCredential | null> {
  const { verifyRegistrationResponse } = await loadVerifier();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject, transports },
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...passkeyAlgorithms],
  }).catch(() => ({ verified: false, registrationInfo: undefined }));
  if (!verified || registrationInfo === undefined) return null;
  const { credential } = registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
  };
}

/**
 * The new counter of a passkey that signed a challenge, its user verified; null when anything about it is
 * wrong, a counter that did not rise included.
 */
export async function verifyAssertion(
  { id, clientDataJSON, authenticatorData, signature, userHandle }: Assertion,
  {
    challenge,
    party,
    credential,
  }: { challenge: string; party: RelyingParty; credential: { publicKey: Buffer; counter: number } },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await loadVerifier();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature, userHandle },
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: { id, publicKey: new Uint8Array(credential.publicKey), counter: credential.counter },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  return verified && authenticationInfo !== undefined ? authenticationInfo.newCounter : null;
}

/** The site as WebAuthn knows it. */
type RelyingParty = { readonly id: string; readonly origin: string };

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
      `Passkeys require a host name, but this installation is opened by IP address (${publicUrl}). Sign in with your password.`,
    );
  return party;
}
