import { removePersonSecondFactor } from '@handover/contract/settings/members.ts';
import { deleteSecondFactor } from '#features/auth/second-factor/second-factor.queries.ts';
import { getPersonToHelp, notifyAndReturn } from '#features/settings/members/members.service.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { notifySecurityChange } from '#platform/security-mail/security-mail.ts';

/** An administrator lets a person who lost their app and recovery codes sign in with only a password again. */
export function removeSecondFactorRoutes(routes: Routes, platform: Pick<Platform, 'keyring'>): void {
  routes.add(removePersonSecondFactor, async ({ actor, params, work }) => {
    const { id: userId } = await getPersonToHelp(work, actor, params.id);
    await deleteSecondFactor(work.db, userId);
    const event = { kind: 'second-factor-removed', by: actor.displayName } as const;
    await notifySecurityChange(work, platform, { userId, event });
    return { person: await notifyAndReturn(work, actor, userId) };
  });
}
