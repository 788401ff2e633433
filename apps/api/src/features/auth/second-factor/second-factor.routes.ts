import * as contract from '@handover/contract/auth/account-security.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { getDevice } from '../trusted-devices.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
} from './second-factor.service.ts';

export function secondFactorRoutes(routes: Routes, platform: Pick<Platform, 'keyring' | 'limits'>): void {
  routes.add(contract.beginSecondFactor, async ({ actor, body, work }) => ({
    enrolment: await beginSecondFactor(work, platform, { actor, password: body.password }),
  }));

  routes.add(contract.confirmSecondFactor, async ({ actor, body, work, request }) => ({
    recoveryCodes: await confirmSecondFactor(work, platform, {
      actor,
      code: body.code,
      device: getDevice(request),
    }),
  }));

  routes.add(contract.renewRecoveryCodes, async ({ actor, body, work, request }) => ({
    recoveryCodes: await renewRecoveryCodes(work, platform, { actor, ...body, device: getDevice(request) }),
  }));

  routes.add(contract.disableSecondFactor, async ({ actor, body, work, request }) => {
    await disableSecondFactor(work, platform, { actor, ...body, device: getDevice(request) });
  });
}
