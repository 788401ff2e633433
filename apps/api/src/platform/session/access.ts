import type { Access } from '@handover/contract/endpoint.ts';
import { levelOf, roleLevels } from '@handover/contract/roles.ts';
import { AppError, forbidden } from '../../lib/errors.ts';
import type { Member, SessionActor } from './actor.ts';

/** The signed-in user. Throws NOT_SIGNED_IN without one. */
export function requireSession(actor: SessionActor | null): SessionActor {
  if (actor === null) throw new AppError('NOT_SIGNED_IN', 'Sign in to go on.');
  return actor;
}

/** The member that an endpoint's access rule lets pass. Throws NOT_SIGNED_IN or FORBIDDEN. */
export function requireMember(
  actor: SessionActor | null,
  access: Extract<Access, { kind: 'member' }>,
): Member {
  const { membership } = requireSession(actor);
  if (membership === null) throw forbidden('You have no access to this workspace.');
  if (membership.level < levelOf(access.level)) throw forbidden();
  const isClosedToStaff =
    access.area !== undefined &&
    membership.level === roleLevels.STAFF &&
    !membership.areas.includes(access.area);
  if (isClosedToStaff) throw forbidden('This area is not open to staff in this workspace.');
  return membership;
}
