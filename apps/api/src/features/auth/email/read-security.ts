import type { AccountSecurity } from '@handover/contract/account-security.ts';
import type { Platform } from '#platform/platform.ts';
import type { SessionActor } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { listPasskeys } from '../passkeys/passkeys.queries.ts';
import { presentPasskey } from '../passkeys/passkeys.service.ts';
import { findRelyingParty } from '../passkeys/relying-party.ts';
import { countRecoveryCodes, findSecondFactor } from '../second-factor/second-factor.queries.ts';
import { findOpenConfirmation, isEmailConfirmed } from './email.queries.ts';

/** How the account of the signed-in user is held. */
export async function readSecurity(
  { db, now }: Work,
  { config }: Pick<Platform, 'config'>,
  { userId }: SessionActor,
): Promise<AccountSecurity> {
  const open = await findOpenConfirmation(db, { userId, now });
  const second = await findSecondFactor(db, userId);
  return {
    isEmailConfirmed: await isEmailConfirmed(db, userId),
    pendingEmail: open === null ? null : { email: open.email, expiresAt: open.expiresAt.toISOString() },
    secondFactor:
      second === null || second.enabled_at === null
        ? null
        : {
            enabledAt: second.enabled_at.toISOString(),
            recoveryCodesLeft: await countRecoveryCodes(db, userId),
          },
    passkeys: (await listPasskeys(db, userId)).map(presentPasskey),
    passkeyOrigin: findRelyingParty(config.publicUrl)?.origin ?? null,
  };
}
