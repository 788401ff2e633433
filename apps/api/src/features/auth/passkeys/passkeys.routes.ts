import * as contract from '@handover/contract/auth/passkeys.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { getDevice } from '../trusted-devices.ts';
import { buildProfile } from '../profile.ts';
import { openSession } from '../sign-in.service.ts';
import { challengeMinutes, makeChallenge } from './challenges.ts';
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from './passkeys.service.ts';
import { getRelyingParty } from './verify.ts';
import { verifyPasskey } from './sign-in.service.ts';
import { toAddressKey } from '#platform/rate-limits.ts';

type Parts = Pick<Platform, 'runner' | 'config' | 'keyring' | 'limits' | 'mail' | 'logger'>;

const perAddress = { hits: 100, perSeconds: 900 };

export function passkeyRoutes(routes: Routes, platform: Parts): void {
  routes.add(contract.beginPasskey, ({ actor, body, work }) =>
    beginPasskey(work, platform, { actor, password: body.password }),
  );

  routes.add(contract.addPasskey, async ({ actor, body, work, request }) => ({
    passkey: await addPasskey(work, platform, { actor, ...body, device: getDevice(request) }),
  }));

  routes.add(contract.renamePasskey, async ({ actor, params, body, work }) => ({
    passkey: await renamePasskey(work, actor, { id: params.id, name: body.name }),
  }));

  routes.add(contract.removePasskey, async ({ actor, params, body, work, request }) => {
    const { password } = body;
    await removePasskey(work, platform, { actor, id: params.id, password, device: getDevice(request) });
  });

  signInRoutes(routes, platform);
}

function signInRoutes(routes: Routes, platform: Parts): void {
  const { limits, config } = platform;

  routes.add(contract.beginPasskeySignIn, async ({ request, work }) => {
    const party = getRelyingParty(config.publicUrl);
    await limits.hit(toAddressKey('passkey-challenge:address', request.ip), perAddress);
    const { id, challenge } = await makeChallenge(work.db, { purpose: 'sign-in', now: work.now });
    const userVerification = 'required' as const;
    const timeout = challengeMinutes * 60_000;
    return { challengeId: id, options: { challenge, rpId: party.id, timeout, userVerification } };
  });

  routes.add(contract.signInWithPasskey, async ({ body, request, transact }) => {
    const device = getDevice(request);
    await limits.hit(toAddressKey('passkey-sign-in:address', request.ip), perAddress);
    const user = await verifyPasskey(platform, { ...body, device });
    return transact(async (work) => {
      const { token, actor } = await openSession(work, platform, { user, device, isByPasskey: true });
      return { token, user: await buildProfile(work, actor, platform) };
    });
  });
}
