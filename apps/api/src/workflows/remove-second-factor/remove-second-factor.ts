import { removePersonSecondFactor } from '@handover/contract/members.ts';
import { deleteSecondFactor } from '#features/auth/second-factor/second-factor.queries.ts';
import { getPersonToHelp, tellAndReturn } from '#features/settings/members/members.service.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { tellOfSecurity } from '#platform/security-mail/security-mail.ts';

/** A person lost app and recovery codes: an administrator lets them sign in by password again. */
export function removeSecondFactorRoutes(routes: Routes, platform: Pick<Platform, 'keyring'>): void {
  routes.add(removePersonSecondFactor, async ({ actor, params, work }) => {
    const { id: userId } = await getPersonToHelp(work, actor, params.id);
    await deleteSecondFactor(work.db, userId);
    const event = { kind: 'second-factor-removed', by: actor.displayName } as const;
    await tellOfSecurity(work, platform, { userId, event });
    return { person: await tellAndReturn(work, actor, userId) };
  });
}
