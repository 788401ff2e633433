import { passkeyAlgorithms, type Assertion, type Registration } from '@handover/contract/auth/passkeys.ts';
import ipaddr from 'ipaddr.js';
import { AppError } from '#lib/errors.ts';

type NewCredential = {
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
};

// Loaded on first use, because it would slow down the start by some tenths of a second.
const loadVerifier = () => import('@simplewebauthn/server');

/** Verifies a registration, including user verification; null if anything is invalid. */
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

/** Verifies a sign-in, including user verification, and returns the new counter; null if anything is invalid, such as a counter that did not increase. */
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

/** The site in terms of WebAuthn. */
type RelyingParty = { readonly id: string; readonly origin: string };

/** The site of the passkeys; null if it is opened by IP address, which WebAuthn does not allow. */
export function findRelyingParty(publicUrl: string): RelyingParty | null {
  const { hostname, origin } = new URL(publicUrl);
  return ipaddr.isValid(hostname.replaceAll(/[[\]]/g, '')) ? null : { id: hostname, origin };
}

/** Throws RULE_BROKEN if the site is opened by IP address. */
export function getRelyingParty(publicUrl: string): RelyingParty {
  const party = findRelyingParty(publicUrl);
  if (party === null)
    throw new AppError(
      'RULE_BROKEN',
      `Passkeys do not work when the site is opened by IP address (${publicUrl}). Sign in with your password.`,
    );
  return party;
}
