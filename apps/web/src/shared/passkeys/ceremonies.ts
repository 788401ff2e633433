import type {
  addPasskey,
  beginPasskeySignIn,
  Passkey,
  passkeyTransports,
  signInWithPasskey,
  beginPasskey,
} from '@handover/contract/auth/passkeys.ts';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { send, type CallOf } from '#shared/api/client.ts';
import type { SignedIn } from '#shared/session/session-store.ts';
import { PasskeyError, toPasskeyError } from './passkey-error.ts';

// Only the types are imported, so that sign-in does not load the schema library.
const beginSignInCall: CallOf<typeof beginPasskeySignIn> = {
  method: 'POST',
  path: '/auth/passkey-sign-in/begin',
};
const signInCall: CallOf<typeof signInWithPasskey> = { method: 'POST', path: '/auth/passkey-sign-in' };
const addCall: CallOf<typeof addPasskey> = { method: 'POST', path: '/auth/passkeys' };

type Transport = (typeof passkeyTransports)[number];
const transports: readonly Transport[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/** Signs in with a passkey that the user selects in the browser's own dialog. @throws PasskeyError, ApiError */
export async function askForPasskey(): Promise<SignedIn> {
  const { challengeId, options } = await send(beginSignInCall);
  assertSameSite(options.rpId);
  const { id, response } = await startAuthentication({ optionsJSON: options }).catch(rethrow);
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  if (userHandle === undefined)
    throw new PasskeyError('This passkey is not linked to an account. Sign in with your password.');
  const assertion = { id, clientDataJSON, authenticatorData, signature, userHandle };
  return send(signInCall, { body: { challengeId, assertion } });
}

/** Creates a passkey in the browser's own dialog and adds it to the account. @throws PasskeyError, ApiError */
export async function makePasskey(
  { challengeId, options }: ResponseOf<typeof beginPasskey>,
  name: string,
): Promise<Passkey> {
  assertSameSite(options.rp.id);
  const { id, response } = await startRegistration({ optionsJSON: options }).catch(rethrow);
  const { clientDataJSON, attestationObject } = response;
  const registration = {
    id,
    clientDataJSON,
    attestationObject,
    transports: transports.filter((transport) => response.transports?.includes(transport)),
  };
  return (await send(addCall, { body: { challengeId, name, registration } })).passkey;
}

/** Without this check, the browser's error would only say that the operation is insecure. */
function assertSameSite(site: string): void {
  const { hostname } = window.location;
  if (hostname === site || hostname.endsWith(`.${site}`)) return;
  throw new PasskeyError(`Passkeys work at ${site} only. You opened this page at ${hostname}.`);
}

function rethrow(error: unknown): never {
  throw toPasskeyError(error);
}
