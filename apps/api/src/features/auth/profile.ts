import type { Profile } from '@handover/contract/auth.ts';
import { roleLevels } from '@handover/contract/roles.ts';
import type { Work } from '../../platform/work.ts';
import { dateIn } from '../../lib/clock.ts';
import { photoUrl } from '../../platform/photos/photos.ts';
import type { SessionActor } from '../../platform/session/actor.ts';
import { getUser } from './auth.queries.ts';
import { findOwnCustomer, listProfileWorkspaces } from './profile.queries.ts';

/** The signed-in user as the contract shows them, in the workspace that the actor works in. */
export async function buildProfile(work: Work, actor: SessionActor): Promise<Profile> {
  const { membership } = actor;
  const user = await getUser(work.db, actor.userId);
  const workspaces = await listProfileWorkspaces(work.db, {
    userId: actor.userId,
    isSuperadmin: actor.isSuperadmin,
  });
  const own = membership?.role === 'CLIENT' ? await findOwnCustomer(work.db, membership) : null;
  const current = workspaces.find((workspace) => workspace.id === membership?.workspaceId);
  const timeZone = membership?.timeZone ?? 'UTC';
  const isAdmin = (membership?.level ?? 0) >= roleLevels.ADMIN;
  return {
    id: user.id,
    role: membership?.role ?? (actor.isSuperadmin ? 'SUPERADMIN' : null),
    displayName: user.display_name,
    email: user.email,
    phone: user.phone,
    photoURL: photoUrl(user.photo_key),
    version: user.version,
    workspaces: workspaces.map(({ id, name, plan, role, logo_key: logoKey }) => ({
      id,
      name,
      plan,
      logoUrl: photoUrl(logoKey),
      role: actor.isSuperadmin ? 'SUPERADMIN' : (role ?? 'CLIENT'),
    })),
    workspaceId: membership?.workspaceId ?? null,
    timeZone,
    today: dateIn(timeZone, work.now),
    areas: [...(membership?.areas ?? []), ...(isAdmin ? (['settings'] as const) : [])],
    customerId: own?.id ?? null,
    broker: toBroker(own),
    announcement: current?.announcement ?? null,
  };
}

function toBroker(own: Awaited<ReturnType<typeof findOwnCustomer>>): Profile['broker'] {
  if (own === null || own.broker_id === null || own.broker_name === null || own.broker_email === null)
    return null;
  return {
    id: own.broker_id,
    displayName: own.broker_name,
    email: own.broker_email,
    photoURL: photoUrl(own.broker_photo_key),
  };
}
