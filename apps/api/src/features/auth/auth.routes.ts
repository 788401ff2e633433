import { previewReset as previewResetEndpoint } from '@handover/contract/auth/account-security.ts';
import * as contract from '@handover/contract/auth/auth.ts';
import type { FastifyRequest } from 'fastify';
import { notFound, staleVersion } from '#lib/errors.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { listLiveSessions, updateProfile } from './auth.queries.ts';
import { getDevice } from './trusted-devices.ts';
import { acceptInvite, createFirstAdmin, previewInvite } from './invite.service.ts';
import {
  changePassword,
  endSessions,
  previewReset,
  requestReset,
  resetPassword,
} from './password.service.ts';
import { buildProfile, publishProfile } from './profile.ts';
import { emailRoutes } from './email.routes.ts';
import { ownPhotoRoutes } from './own-photo.routes.ts';
import { passkeyRoutes } from './passkeys/passkeys.routes.ts';
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts';
import { superadminRoutes } from './superadmins/superadmins.routes.ts';
import { openSession, verifyCredentials } from './sign-in.service.ts';
import { toAddressKey } from '#platform/rate-limits.ts';

type Parts = Pick<Platform, 'runner' | 'limits' | 'keyring' | 'config' | 'mail' | 'storage' | 'logger'>;

export function authRoutes(routes: Routes, platform: Parts): void {
  sessionRoutes(routes, platform);
  linkRoutes(routes, platform);
  deviceRoutes(routes);
  secondFactorRoutes(routes, platform);
  passkeyRoutes(routes, platform);
  emailRoutes(routes, platform);
  ownPhotoRoutes(routes, platform);
  superadminRoutes(routes, platform);
}

function sessionRoutes(routes: Routes, platform: Parts): void {
  routes.add(contract.login, async ({ body, request, transact }) => {
    const user = await verifyCredentials(platform, body, getDevice(request));
    return transact(async (work) => {
      const { token, actor } = await openSession(work, platform, { user, device: getDevice(request) });
      return { token, user: await buildProfile(work, actor, platform) };
    });
  });

  routes.add(contract.logout, async ({ actor, work }) => {
    await endSessions(work, { userId: actor.userId, onlyId: actor.sessionId });
  });

  routes.add(contract.getProfile, async ({ actor, work }) => ({
    user: await buildProfile(work, actor, platform),
  }));

  routes.add(contract.updateProfile, async ({ actor, body, work }) => {
    const isCurrent = await updateProfile(work.db, {
      userId: actor.userId,
      displayName: body.displayName,
      phone: body.phone,
      version: body.version,
      now: work.now,
    });
    const user = await buildProfile(work, actor, platform);
    if (!isCurrent) throw staleVersion(user);
    publishProfile(work, actor);
    return { user };
  });

  routes.add(contract.changePassword, async ({ actor, body, work, request }) => {
    await changePassword(work, platform, { actor, ...body, device: getDevice(request) });
  });
}

function linkRoutes(routes: Routes, platform: Parts): void {
  const linkTries = { hits: 60, perSeconds: 900 };
  const count = (request: FastifyRequest) =>
    platform.limits.hit(toAddressKey('link:address', request.ip), linkTries);

  routes.add(contract.forgotPassword, async ({ body, request }) => {
    await requestReset(platform, { email: body.email, device: getDevice(request) });
  });

  routes.add(previewResetEndpoint, async ({ body, request, work }) => {
    await count(request);
    return { reset: await previewReset(work, body.token) };
  });

  routes.add(contract.resetPassword, async ({ body, request, transact }) => {
    await count(request);
    await transact((work) => resetPassword(work, platform, { ...body, device: getDevice(request) }));
  });

  routes.add(contract.previewInvite, async ({ body, request, work }) => {
    await count(request);
    return { invite: await previewInvite(work, body.token) };
  });

  routes.add(contract.acceptInvite, async ({ body, request }) => {
    await count(request);
    return acceptInvite(platform, {
      token: body.token,
      displayName: body.displayName,
      password: body.password,
      code: body.code,
      device: getDevice(request),
    });
  });

  routes.add(contract.createFirstAdmin, async ({ body, request, transact }) => {
    await count(request);
    return transact((work) => createFirstAdmin(work, platform, { ...body, device: getDevice(request) }));
  });
}

function deviceRoutes(routes: Routes): void {
  routes.add(contract.listSessions, async ({ actor, work }) => {
    const rows = await listLiveSessions(work.db, { userId: actor.userId, now: work.now });
    return {
      sessions: rows.map((row) => ({
        id: row.id,
        isCurrent: row.id === actor.sessionId,
        userAgent: row.user_agent,
        ipAddress: row.ip_address,
        createdAt: row.created_at.toISOString(),
        lastSeenAt: row.last_seen_at.toISOString(),
      })),
    };
  });

  routes.add(contract.revokeSession, async ({ actor, params, work }) => {
    const ended = await endSessions(work, { userId: actor.userId, onlyId: params.id });
    if (ended === 0) throw notFound('session');
  });

  routes.add(contract.revokeOtherSessions, async ({ actor, work }) => {
    await endSessions(work, { userId: actor.userId, exceptId: actor.sessionId });
  });
}
