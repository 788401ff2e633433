import * as contract from '@handover/contract/settings/members.ts';
import { getInvitableEmail } from '#features/customers/customers.public.ts';
import { notFound } from '#lib/errors.ts';
import type { Routes } from '#platform/http/routes.ts';
import { sendInvitation } from '#platform/links/invitations.ts';
import type { Platform } from '#platform/platform.ts';
import { withdrawInvitation } from './members.queries.ts';
import { changeRole, listPeople, reactivate } from './members.service.ts';

export function memberRoutes(routes: Routes, platform: Pick<Platform, 'keyring' | 'config' | 'mail'>): void {
  routes.add(contract.listPeople, async ({ actor, work }) => ({ people: await listPeople(work, actor) }));

  routes.add(contract.changeRole, async ({ actor, params, body, work }) => ({
    person: await changeRole(work, actor, { userId: params.id, ...body }),
  }));

  routes.add(contract.reactivatePerson, async ({ actor, params, body, work }) => ({
    person: await reactivate(work, actor, { userId: params.id, ...body }),
  }));

  routes.add(contract.resendInvitation, async ({ actor, params, work }) => {
    const { workspaceId } = actor;
    const old = await withdrawInvitation(work.db, { workspaceId, invitationId: params.id, now: work.now });
    if (old === null || old.email === null || old.role === null) throw notFound('invitation');
    const { role, customer_id: customerId } = old;
    const email = customerId === null ? old.email : await getInvitableEmail(work.db, actor, customerId);
    const { id, expiresAt, link } = await sendInvitation(work, platform, { actor, email, role, customerId });
    work.audit({ role });
    work.publish({ workspaceId, noun: 'workspace', id });
    const createdAt = work.now.toISOString();
    return {
      invitation: { id, email, role, customerId, createdAt, expiresAt: expiresAt.toISOString() },
      link,
    };
  });
}
