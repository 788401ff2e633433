import { scopeByEndpoint } from '@handover/contract/http/api-scope-table.ts';
import { isRead, type Access, type Endpoint } from '@handover/contract/http/endpoint.ts';
import { recordInfo, type RecordType } from '@handover/contract/records/records.ts';
import { getRoleLevel, roleLevels, type Area } from '@handover/contract/auth/roles.ts';
import { AppError, forbidden, notFound } from '#lib/errors.ts';
import type { Member, SessionActor } from './actor.ts';

/** The signed-in user. Throws NOT_SIGNED_IN. */
export function requireSession(actor: SessionActor | null): SessionActor {
  if (actor === null) throw new AppError('NOT_SIGNED_IN', 'Sign in to continue.');
  return actor;
}

/** Checks that an API key's scopes cover the endpoint. Throws FORBIDDEN. */
export function requireScope(actor: SessionActor | null, endpoint: Endpoint): void {
  if (actor === null || actor.apiScopes === null) return;
  const scope = scopeByEndpoint.get(endpoint);
  if (scope === undefined) throw forbidden('API keys cannot do this.');
  if (scope !== 'any' && scope !== 'record' && !actor.apiScopes.includes(scope))
    throw forbidden(`This API key lacks the scope ${scope}.`);
}

/** The access of an API key in this request, for reading or writing as the request does; null without a key. */
export function findApiNouns(actor: SessionActor | null, endpoint: Endpoint): readonly string[] | null {
  if (actor === null || actor.apiScopes === null) return null;
  const suffix = isRead(endpoint) ? ':read' : ':write';
  return actor.apiScopes.flatMap((scope) => (scope.endsWith(suffix) ? [scope.slice(0, -suffix.length)] : []));
}

/**
 * The member allowed by an endpoint's access rule. Throws NOT_SIGNED_IN, FORBIDDEN,
 * SECOND_FACTOR_REQUIRED_BY_WORKSPACE, or NOT_FOUND for records (`isRecord`) that the member can never see.
 */
export function requireMember(
  actor: SessionActor | null,
  { access, isRecord }: { access: Extract<Access, { kind: 'member' }>; isRecord: boolean },
): Member {
  const { membership } = requireSession(actor);
  if (membership === null) throw forbidden('You don’t have access to this workspace.');
  requireTwoStep(membership);
  const isClosedToStaff = access.area !== undefined && !isOpenTo(membership, access.area);
  const isBelowLevel = membership.level < getRoleLevel(access.level);
  const seesNoRecord = isClosedToStaff || (isBelowLevel && membership.level < roleLevels.STAFF);
  if (isRecord && seesNoRecord) throw notFound();
  if (isBelowLevel) throw forbidden();
  if (isClosedToStaff) throw forbidden('Staff in this workspace don’t have access to this area.');
  return membership;
}

/** Whether the workspace is closed to a member until they set up two-step sign-in. */
export function isBlocked({ twoStep }: Member): boolean {
  return twoStep?.isOverdue === true;
}

/** Throws SECOND_FACTOR_REQUIRED_BY_WORKSPACE. */
export function requireTwoStep(member: Member): void {
  if (!isBlocked(member)) return;
  throw new AppError(
    'SECOND_FACTOR_REQUIRED_BY_WORKSPACE',
    'This workspace requires two-step sign-in. Set it up under “Your account”, or sign in with a passkey.',
  );
}

/** Whether an area is open to the member; the workspace policy restricts only staff. */
export function isOpenTo(member: Member, area: Area): boolean {
  return member.level !== roleLevels.STAFF || member.areas.includes(area);
}

/** Whether a record type is open: its area to the member, and its API scope to the key of the request, if any. */
export function isRecordAreaOpen(member: Member, type: RecordType): boolean {
  return isOpenTo(member, recordInfo[type].area) && isOpenToKey(member, type);
}

/** Throws FORBIDDEN if a record type is closed. */
export function requireRecordArea(member: Member, type: RecordType): void {
  if (!isOpenToKey(member, type))
    throw forbidden(`This API key has no scope for ${recordInfo[type].apiNoun}.`);
  if (!isRecordAreaOpen(member, type))
    throw forbidden('Staff in this workspace don’t have access to this area.');
}

function isOpenToKey({ apiNouns }: Member, type: RecordType): boolean {
  return apiNouns === null || apiNouns.includes(recordInfo[type].apiNoun);
}
