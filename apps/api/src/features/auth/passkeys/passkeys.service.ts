import {
  passkeyAlgorithms,
  passkeyTransports,
  type beginPasskey as beginPasskeyEndpoint,
  type Passkey,
  type Registration,
} from '@handover/contract/auth/passkeys.ts';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import { AppError, notFound } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { notifySecurityChange } from '#platform/security-mail/security-mail.ts';
import type { SessionActor } from '#platform/session/actor.ts';
import { requireLiveSession } from '#platform/session/authenticate.ts';
import { recordPasskeyUse } from '#platform/session/two-step.queries.ts';
import type { Work } from '#platform/work.ts';
import { getBrand } from '#platform/installation/installation.ts';
import type { Device } from '../trusted-devices.ts';
import { requirePassword, resetAttempts } from '../reauthenticate.ts';
import { challengeMinutes, consumeChallenge, makeChallenge } from './challenges.ts';
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  setPasskeyName,
  type PasskeyRow,
} from './passkeys.queries.ts';
import { getRelyingParty, verifyRegistration } from './verify.ts';

const maxPasskeys = 20;

type Parts = Pick<Platform, 'config' | 'keyring' | 'limits' | 'runner'>;

/** Creates a challenge for a new passkey. Throws CURRENT_PASSWORD_WRONG, RULE_BROKEN at the limit or without a host name. */
export async function beginPasskey(
  work: Work,
  { config, limits }: Pick<Parts, 'config' | 'limits'>,
  { actor, password }: { actor: SessionActor; password: string },
): Promise<ResponseOf<typeof beginPasskeyEndpoint>> {
  const party = getRelyingParty(config.publicUrl);
  const user = await requirePassword(work, { limits }, { userId: actor.userId, password });
  await resetAttempts(limits, user.id);
  const known = await listPasskeys(work.db, user.id);
  assertPasskeyLimit(known);
  const { id, challenge } = await makeChallenge(work.db, {
    purpose: 'register',
    userId: user.id,
    now: work.now,
  });
  return {
    challengeId: id,
    options: {
      challenge,
      rp: { id: party.id, name: await getBrand(work.db) },
      user: { id: toUserHandle(user.id), name: user.email, displayName: user.display_name },
      pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ alg, type: 'public-key' })),
      timeout: challengeMinutes * 60_000,
      attestation: 'none',
      excludeCredentials: known.map((row) => ({
        id: row.credential_id,
        type: 'public-key',
        transports: passkeyTransports.filter((transport) => row.transports.includes(transport)),
      })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
    },
  };
}

/** Adds a passkey. Throws LINK_INVALID for the challenge, RULE_BROKEN for its answer or at the limit. */
export async function addPasskey(
  work: Work,
  platform: Parts,
  { actor, challengeId, name, registration, device }: NewPasskey,
): Promise<Passkey> {
  const { userId } = actor;
  await requireLiveSession(work.db, actor);
  const party = getRelyingParty(platform.config.publicUrl);
  // Outside the transaction, because a wrong answer also consumes the challenge.
  const challenge = await consumeChallenge(platform.runner.db, {
    purpose: 'register',
    userId,
    id: challengeId,
    now: work.now,
  });
  const made = await verifyRegistration(registration, { challenge, party });
  if (made === null)
    throw new AppError(
      'RULE_BROKEN',
      `This passkey could not be verified. Passkeys can only be created at ${party.origin}.`,
    );
  if ((await findPasskey(work.db, made.credentialId)) !== null)
    throw new AppError('CONFLICT', 'This passkey was already added.');
  assertPasskeyLimit(await listPasskeys(work.db, userId));
  const row = await insertPasskey(work.db, {
    id: newId(),
    user_id: userId,
    credential_id: made.credentialId,
    public_key: made.publicKey,
    counter: made.counter,
    transports: [...registration.transports],
    name,
    created_at: work.now,
  });
  await recordPasskeyUse(work.db, { sessionId: actor.sessionId, now: work.now });
  await notifySecurityChange(work, platform, {
    userId,
    event: { kind: 'passkey-added', name },
    origin: device,
  });
  return presentPasskey(row);
}

type NewPasskey = {
  readonly actor: SessionActor;
  readonly challengeId: string;
  readonly name: string;
  readonly registration: Registration;
  readonly device: Device;
};

/** Throws NOT_FOUND for another user's passkey. */
export async function renamePasskey(
  work: Work,
  { userId }: SessionActor,
  { id, name }: { id: string; name: string },
): Promise<Passkey> {
  const row = await setPasskeyName(work.db, { id, userId, name });
  if (row === null) throw notFound('passkey');
  return presentPasskey(row);
}

/** Throws CURRENT_PASSWORD_WRONG, NOT_FOUND for another user's passkey. */
export async function removePasskey(
  work: Work,
  platform: Parts,
  { actor, id, password, device }: { actor: SessionActor; id: string; password: string; device: Device },
): Promise<void> {
  const { id: userId } = await requirePassword(work, platform, { userId: actor.userId, password });
  const name = await deletePasskey(work.db, { id, userId });
  if (name === null) throw notFound('passkey');
  await resetAttempts(platform.limits, userId);
  await notifySecurityChange(work, platform, {
    userId,
    event: { kind: 'passkey-removed', name },
    origin: device,
  });
}

export function presentPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}

/** Checked when a challenge is created and answered, because many challenges can be pending concurrently. */
function assertPasskeyLimit(known: readonly PasskeyRow[]): void {
  if (known.length >= maxPasskeys)
    throw new AppError(
      'RULE_BROKEN',
      `You have ${String(maxPasskeys)} passkeys. Remove one you no longer use.`,
    );
}

/** The user handle that authenticators store: the user's id in base64url. */
export function toUserHandle(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}
