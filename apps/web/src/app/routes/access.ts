import { defaultRequiredRole, levelOf, type Area, type Role } from '@handover/contract/roles.ts';
import type { Session } from '#shared/session/session-store.ts';

/**
 * What a route asks of its visitor.
 * - `level`: at least this role, ADMIN where none is named; with `area`, STAFF pass where the workspace's staff access opens it to them.
 * - `session`: signed in, whatever the role.
 * - `prompt`: opens for everybody; without a session a sign-in prompt stands in place of the content.
 * - `open`: opens for everybody.
 */
export type Requirement =
  | { readonly kind: 'level'; readonly level?: Role; readonly area?: Area }
  | { readonly kind: 'session' }
  | { readonly kind: 'prompt' }
  | { readonly kind: 'open' };

export type Decision =
  | { readonly kind: 'wait' }
  | { readonly kind: 'sign-in' }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'no-access' }
  | { readonly kind: 'prompt' }
  | { readonly kind: 'show' };

interface Visitor {
  role: string | null;
  areas: readonly string[];
}

/** Where a signed-in user starts: clients at user/dashboard, every other role at admin/dashboard. */
export function homeOf(visitor: Pick<Visitor, 'role'>): string {
  return visitor.role === 'CLIENT' ? '/user/dashboard' : '/admin/dashboard';
}

/**
 * The route guard of spec section 4, in its order. A refusal at the place it would redirect to is a
 * `no-access`. While a second step is overdue, what would show leads to its set-up, which itself shows.
 */
export function decideAccess(requires: Requirement, session: Session, pathname: string): Decision {
  if (requires.kind === 'open') return { kind: 'show' };
  if (session.status === 'loading') return { kind: 'wait' };
  if (session.status === 'unauthenticated')
    return { kind: requires.kind === 'prompt' ? 'prompt' : 'sign-in' };
  if (isAllowed(requires, session.user))
    return session.user.twoStep?.isOverdue === true && pathname !== '/account'
      ? { kind: 'redirect', to: '/account' }
      : { kind: 'show' };
  const to = homeOf(session.user);
  return to === pathname ? { kind: 'no-access' } : { kind: 'redirect', to };
}

/** Whether a signed-in visitor may see a route. */
export function isAllowed(requires: Requirement, visitor: Visitor): boolean {
  if (requires.kind !== 'level') return true;
  const level = levelOf(visitor.role);
  if (level >= levelOf(requires.level ?? defaultRequiredRole)) return true;
  return requires.area !== undefined && level >= levelOf('STAFF') && visitor.areas.includes(requires.area);
}
