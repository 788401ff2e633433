import * as contract from '@handover/contract/auth/account-security.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { getDevice } from './trusted-devices.ts';
import {
  cancelEmailChange,
  changeEmail,
  confirmEmail,
  readSecurity,
  sendConfirmation,
} from './email.service.ts';
import { toAddressKey } from '#platform/rate-limits.ts';

const tries = { hits: 60, perSeconds: 900 };

export function emailRoutes(
  routes: Routes,
  platform: Pick<Platform, 'config' | 'keyring' | 'limits' | 'mail'>,
): void {
  routes.add(contract.getAccountSecurity, async ({ actor, work }) => ({
    security: await readSecurity(work, platform, actor),
  }));

  routes.add(contract.changeEmail, async ({ actor, body, work, request }) => ({
    pendingEmail: await changeEmail(work, platform, { actor, ...body, device: getDevice(request) }),
  }));

  routes.add(contract.cancelEmailChange, async ({ actor, work }) => {
    await cancelEmailChange(work, actor);
  });

  routes.add(contract.sendEmailConfirmation, async ({ actor, work }) => ({
    pendingEmail: await sendConfirmation(work, platform, actor),
  }));

  routes.add(contract.confirmEmail, async ({ body, request, transact }) => {
    await platform.limits.hit(toAddressKey('email-link:address', request.ip), tries);
    const device = getDevice(request);
    return transact((work) => confirmEmail(work, platform, { token: body.token, device }));
  });
}
