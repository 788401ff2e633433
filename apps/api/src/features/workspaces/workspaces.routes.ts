import { getWorkspaceUsage } from '@handover/contract/settings/workspace-limits.ts';
import {
  getWorkspaceSettings,
  updateWorkspaceSettings,
} from '@handover/contract/settings/workspace-settings.ts';
import * as contract from '@handover/contract/settings/workspaces.ts';
import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import { AppError, notFound } from '#lib/errors.ts';
import { emailKey } from '#lib/text.ts';
import type { Routes } from '#platform/http/routes.ts';
import { sendInvitation } from '#platform/links/invitations.ts';
import { findPhotoUrl } from '#platform/photos/photos.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { customerQuota } from '#features/customers/customers.public.ts';
import { peopleQuota, readUsage } from '#platform/workspace-limits/quota.ts';
import { logoRoutes } from './logo.routes.ts';
import { changeSettings } from './settings.service.ts';
import { presentWorkspace } from './workspaces.presenter.ts';
import {
  getWorkspace,
  isStaffAddress,
  listOpenInvitations,
  listStaff,
  withdrawInvitation,
} from './workspaces.queries.ts';

type Parts = Pick<Platform, 'keyring' | 'config' | 'mail' | 'storage'>;

export function workspaceRoutes(routes: Routes, platform: Parts): void {
  routes.add(getWorkspaceSettings, async ({ actor, work }) => ({
    workspace: presentWorkspace(await getWorkspace(work.db, actor.workspaceId)),
  }));

  routes.add(updateWorkspaceSettings, async ({ actor, body, work }) => ({
    workspace: await changeSettings(work, actor, body),
  }));

  routes.add(getWorkspaceUsage, async ({ actor: { workspaceId }, work }) => {
    const { plan, usage: people } = await readUsage(work, { workspaceId, quota: peopleQuota });
    const { usage: customers } = await readUsage(work, { workspaceId, quota: customerQuota });
    return { usage: { plan, people, customers } };
  });

  logoRoutes(routes, platform);

  routes.add(contract.listMembers, async ({ actor, work }) => {
    const rows = await listStaff(work.db, actor.workspaceId);
    return {
      members: rows.map((row) => ({
        id: row.id,
        displayName: row.display_name,
        email: row.email,
        photoURL: findPhotoUrl(row.photo_key),
        role: row.role,
      })),
    };
  });

  invitationRoutes(routes, platform);
}

function invitationRoutes(routes: Routes, platform: Parts): void {
  routes.add(contract.listInvitations, async ({ actor, work }) => {
    const rows = await listOpenInvitations(work.db, { workspaceId: actor.workspaceId, now: work.now });
    return {
      invitations: rows.flatMap(({ id, email, role, customer_id, created_at, expires_at }) =>
        email === null || role === null
          ? []
          : [
              {
                id,
                email,
                role,
                customerId: customer_id,
                createdAt: created_at.toISOString(),
                expiresAt: expires_at.toISOString(),
              },
            ],
      ),
    };
  });

  routes.add(contract.createInvitation, ({ actor, body, work }) =>
    invite(work, platform, { actor, ...body }),
  );

  routes.add(contract.revokeInvitation, async ({ actor, params, work }) => {
    const { workspaceId } = actor;
    const old = await withdrawInvitation(work.db, { workspaceId, invitationId: params.id, now: work.now });
    if (old === null) throw notFound('invitation');
    work.audit({ role: old.role });
  });
}

type Invite = { actor: Member; email: string; role: 'STAFF' | 'ADMIN' };

async function invite(
  work: Work,
  platform: Parts,
  { actor, email, role }: Invite,
): Promise<ResponseOf<typeof contract.createInvitation>> {
  if (await isStaffAddress(work.db, { workspaceId: actor.workspaceId, emailKey: emailKey(email) }))
    throw new AppError('CONFLICT', 'This person is already a member of the workspace.', {
      errors: [{ path: 'email', message: 'Already a member' }],
    });
  const { id, expiresAt, link } = await sendInvitation(work, platform, {
    actor,
    email,
    role,
    customerId: null,
  });
  work.audit({ role });
  const invitation = {
    id,
    email,
    role,
    customerId: null,
    createdAt: work.now.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
  return { invitation, link };
}
