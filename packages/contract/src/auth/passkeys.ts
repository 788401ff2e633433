import * as z from 'zod/mini';
import { currentPassword, signedInResponse } from './auth.ts';
import { id, idParams, nameLine, timestamp } from '../http/common.ts';
import { anyone, defineEndpoint, signedIn } from '../http/endpoint.ts';

/** The transports that WebAuthn defines; others are ignored. */
export const passkeyTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

/** Accepted key types, as COSE identifiers: Ed25519, ES256, and RS256. */
export const passkeyAlgorithms = [-8, -7, -257] as const;

export const passkey = z.object({
  id,
  name: z.string(),
  createdAt: timestamp,
  lastUsedAt: z.nullable(timestamp),
});
export type Passkey = z.infer<typeof passkey>;

const base64url = (max: number): z.ZodMiniString =>
  z.string().check(z.minLength(1), z.maxLength(max), z.regex(/^[A-Za-z0-9_-]+$/, 'Not base64url'));

const transports = z.array(z.enum(passkeyTransports));
const descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports });

/** WebAuthn's `PublicKeyCredentialCreationOptionsJSON`, limited to what this server sets. */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});

/** WebAuthn's `PublicKeyCredentialRequestOptionsJSON`, for any passkey of this site with user verification. */
export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
});

export const beginPasskeyBody = z.strictObject({ password: currentPassword });
export const passkeyNameBody = z.strictObject({ name: nameLine(60) });

/** An authenticator's registration response, base64url as the browser returns it. */
export const registration = z.strictObject({
  id: base64url(1400),
  clientDataJSON: base64url(8000),
  attestationObject: base64url(20_000),
  transports: z.array(z.enum(passkeyTransports)).check(z.maxLength(10)),
});
export type Registration = z.infer<typeof registration>;

/** An authenticator's signed response, base64url as the browser returns it. */
export const assertion = z.strictObject({
  id: base64url(1400),
  clientDataJSON: base64url(8000),
  authenticatorData: base64url(8000),
  signature: base64url(4000),
  userHandle: base64url(100),
});
export type Assertion = z.infer<typeof assertion>;

export const beginPasskey = defineEndpoint({
  method: 'POST',
  path: '/auth/passkeys/begin',
  summary: 'Create a challenge for a new passkey, valid for 5 minutes',
  access: signedIn,
  status: 200,
  body: beginPasskeyBody,
  response: z.object({ challengeId: id, options: creationOptions }),
});
export const addPasskey = defineEndpoint({
  method: 'POST',
  path: '/auth/passkeys',
  summary: 'Add a passkey',
  access: signedIn,
  status: 201,
  body: z.strictObject({ challengeId: id, name: nameLine(60), registration }),
  response: z.object({ passkey }),
});
export const renamePasskey = defineEndpoint({
  method: 'PATCH',
  path: '/auth/passkeys/{id}',
  summary: 'Rename a passkey',
  access: signedIn,
  status: 200,
  params: idParams,
  body: passkeyNameBody,
  response: z.object({ passkey }),
});
export const removePasskey = defineEndpoint({
  method: 'POST',
  path: '/auth/passkeys/{id}/remove',
  summary: 'Remove a passkey',
  access: signedIn,
  status: 204,
  params: idParams,
  body: beginPasskeyBody,
});
export const beginPasskeySignIn = defineEndpoint({
  method: 'POST',
  path: '/auth/passkey-sign-in/begin',
  summary: 'Create a challenge for sign-in with a passkey, valid for 5 minutes',
  access: anyone,
  status: 200,
  response: z.object({ challengeId: id, options: requestOptions }),
});
export const signInWithPasskey = defineEndpoint({
  method: 'POST',
  path: '/auth/passkey-sign-in',
  summary: 'Sign in with a passkey; counts as both factors',
  access: anyone,
  status: 200,
  body: z.strictObject({ challengeId: id, assertion }),
  response: signedInResponse,
});
