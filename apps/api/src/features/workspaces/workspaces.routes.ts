import * as contract from '@handover/contract/workspaces.ts';
import type { WorkspaceSettings } from '@handover/contract/workspaces.ts';
import { areas } from '@handover/contract/roles.ts';
import { AppError, notFound, staleVersion } from '../../lib/errors.ts';
import { emailKey } from '../../lib/text.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { sendInvitation } from '../../platform/invitations.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  getWorkspace,
  isMemberAddress,
  listOpenInvitations,
  listStaff,
  updateWorkspace,
  withdrawInvitation,
} from './workspaces.queries.ts';

/** Settings of the current workspace, its people, and their invitations. */
export function workspaceRoutes(
  routes: Routes,
  platform: Pick<Platform, 'keyring' | 'config' | 'mail'>,
): void {
  routes.add(contract.getWorkspaceSettings, async ({ actor, work }) => ({
    workspace: present(await getWorkspace(work.db, actor.workspaceId)),
  }));

  routes.add(contract.updateWorkspaceSettings, async ({ actor, body, work }) => {
    const { version, timeZone, postalAddress, staffAccess, recordScope, ...same } = body;
    const change = {
      ...same,
      ...defined({
        time_zone: timeZone,
        postal_address: postalAddress,
        staff_access: staffAccess,
        record_scope: recordScope,
      }),
    };
    const row = await updateWorkspace(work.db, { workspaceId: actor.workspaceId, version, change });
    if (row === null) throw staleVersion(present(await getWorkspace(work.db, actor.workspaceId)));
    work.audit({ changed: Object.keys(change) });
    work.publish({
      workspaceId: actor.workspaceId,
      noun: 'workspace',
      id: actor.workspaceId,
      version: row.version,
    });
    return { workspace: present(row) };
  });

  routes.add(contract.listMembers, async ({ actor, work }) => {
    const rows = await listStaff(work.db, actor.workspaceId);
    return {
      members: rows.map((row) => ({
        id: row.id,
        displayName: row.display_name,
        email: row.email,
        photoURL: null,
        role: row.role,
      })),
    };
  });

  invitationRoutes(routes, platform);
}

function invitationRoutes(routes: Routes, platform: Pick<Platform, 'keyring' | 'config' | 'mail'>): void {
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

  routes.add(contract.createInvitation, async ({ actor, body, work }) => {
    if (await isMemberAddress(work.db, { workspaceId: actor.workspaceId, emailKey: emailKey(body.email) })) {
      throw new AppError('CONFLICT', 'This person is already in the workspace.', {
        errors: [{ path: 'email', message: 'Already in the workspace' }],
      });
    }
    const { id, expiresAt, link } = await sendInvitation(work, platform, {
      actor,
      email: body.email,
      role: body.role,
      customerId: null,
    });
    return {
      invitation: {
        id,
        email: body.email,
        role: body.role,
        customerId: null,
        createdAt: work.now.toISOString(),
        expiresAt: expiresAt.toISOString(),
      },
      link,
    };
  });

  routes.add(contract.revokeInvitation, async ({ actor, params, work }) => {
    if (
      !(await withdrawInvitation(work.db, {
        workspaceId: actor.workspaceId,
        invitationId: params.id,
        now: work.now,
      }))
    )
      throw notFound('invitation');
  });
}

function present(row: Awaited<ReturnType<typeof getWorkspace>>): WorkspaceSettings {
  return {
    name: row.name,
    timeZone: row.time_zone,
    currency: row.currency,
    postalAddress: row.postal_address,
    announcement: row.announcement,
    staffAccess: areas.filter((area) => row.staff_access.includes(area)),
    recordScope: row.record_scope,
    version: row.version,
  };
}

/** Leaves out what the request did not name. */
function defined<T extends Record<string, unknown>>(
  fields: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
