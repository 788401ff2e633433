import { toCalendarDate } from '@handover/domain/local-time.ts';
import type { Profile } from '@handover/contract/auth/auth.ts';
import { getRenamedStages } from '@handover/contract/businesses/pipeline.ts';
import { roleLevels } from '@handover/contract/auth/roles.ts';
import type { Work } from '#platform/work.ts';
import { findPhotoUrl } from '#platform/photos/photos.ts';
import { readPipeline } from '#features/workspaces/workspaces.public.ts';
import { getDeliveryMode, type MailParts } from '#platform/mail/workspace-mail.ts';
import type { Member, SessionActor } from '#platform/session/actor.ts';
import { getUser } from './auth.queries.ts';
import { listClientCustomers, listProfileWorkspaces, type ClientCustomer } from './profile.queries.ts';

export async function buildProfile(work: Work, actor: SessionActor, parts: MailParts): Promise<Profile> {
  const { membership } = actor;
  const user = await getUser(work.db, actor.userId);
  const workspaces = await listProfileWorkspaces(work.db, {
    userId: actor.userId,
    isSuperadmin: actor.isSuperadmin,
  });
  const customers = membership?.role === 'CLIENT' ? await listClientCustomers(work.db, membership) : [];
  const own = customers.find(({ is_own: isOwn }) => isOwn) ?? null;
  const current = workspaces.find((workspace) => workspace.id === membership?.workspaceId);
  // An API key opens one workspace and names no other.
  const open = actor.apiScopes === null ? workspaces : workspaces.filter((one) => one === current);
  const timeZone = membership?.timeZone ?? 'UTC';
  const isAdmin = (membership?.level ?? 0) >= roleLevels.ADMIN;
  return {
    id: user.id,
    role: membership?.role ?? (actor.isSuperadmin ? 'SUPERADMIN' : null),
    displayName: user.display_name,
    email: user.email,
    phone: user.phone,
    photoURL: findPhotoUrl(user.photo_key),
    version: user.version,
    workspaces: open.map(({ id, name, plan, role, logo_key: logoKey }) => ({
      id,
      name,
      plan,
      logoUrl: findPhotoUrl(logoKey),
      role: actor.isSuperadmin ? 'SUPERADMIN' : (role ?? 'CLIENT'),
    })),
    workspaceId: membership?.workspaceId ?? null,
    isMember: current !== undefined && current.role !== null,
    timeZone,
    today: toCalendarDate(work.now, timeZone),
    areas: [...(membership?.areas ?? []), ...(isAdmin ? (['settings'] as const) : [])],
    customerId: own?.id ?? null,
    customers: customers.map((customer) => ({
      id: customer.id,
      name: customer.name,
      isOwn: customer.is_own,
      broker: customer.is_own ? toBroker(customer) : null,
    })),
    announcement: current?.announcement ?? null,
    hasPostalAddress: current?.has_postal_address ?? false,
    deliversEmail:
      current !== undefined &&
      (await getDeliveryMode(work.db, { workspaceId: current.id, parts })) === 'smtp',
    twoStep: toDemand(membership),
    stageNames: getMemberStageNames(membership, current?.pipeline),
  };
}

/** Refreshes the profile in the user's other tabs. */
export function publishProfile(work: Work, { userId, membership }: SessionActor): void {
  if (membership === null) return;
  const { workspaceId } = membership;
  work.publish({ workspaceId, noun: 'workspace', id: workspaceId, userId });
}

function toBroker(customer: ClientCustomer): Profile['customers'][number]['broker'] {
  const { broker_id: id, broker_name: displayName, broker_email: email } = customer;
  if (id === null || displayName === null || email === null) return null;
  return { id, displayName, email, photoURL: findPhotoUrl(customer.broker_photo_key) };
}

function toDemand(membership: Member | null): Profile['twoStep'] {
  if (membership === null || membership.twoStep === null) return null;
  const { dueAt, isOverdue } = membership.twoStep;
  return { dueAt: dueAt.toISOString(), isOverdue };
}

/** Clients only get the client-facing stage names. */
function getMemberStageNames(membership: Member | null, stored: unknown): Profile['stageNames'] {
  const renamed = getRenamedStages(readPipeline(stored));
  return membership?.role === 'CLIENT' ? { ...renamed, staff: {} } : renamed;
}
