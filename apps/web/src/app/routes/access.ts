import { defaultRequiredRole, getRoleLevel, type Area, type Role } from '@handover/contract/auth/roles.ts';
import type { Session } from '#shared/session/session-store.ts';
import type { ComponentType } from 'react';
import type { PageHeading } from '#shared/page/page-heading.tsx';

/**
 * The access requirement of a route.
 * - `level`: at least this role, by default ADMIN. With `area`, STAFF also have access if the workspace's staff access
 *   opens the area to them.
 * - `session`: signed in with any role.
 * - `prompt`: open to everyone; guests see a sign-in prompt instead of the content.
 * - `open`: open to everyone.
 */
export type Requirement =
  | { readonly kind: 'level'; readonly level?: Role; readonly area?: Area }
  | { readonly kind: 'session' }
  | { readonly kind: 'prompt' }
  | { readonly kind: 'open' };

type Decision =
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

/** Clients start at user/dashboard, all other roles at admin/dashboard. */
export function getHome(visitor: Pick<Visitor, 'role'>): string {
  return visitor.role === 'CLIENT' ? '/user/dashboard' : '/admin/dashboard';
}

/**
 * The route guard of section 4 of the specification. Returns `no-access` if a redirect would go to the same path. While
 * two-step sign-in is overdue, all pages redirect to its setup.
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
  const to = getHome(session.user);
  return to === pathname ? { kind: 'no-access' } : { kind: 'redirect', to };
}

export function isAllowed(requires: Requirement, visitor: Visitor): boolean {
  if (requires.kind !== 'level') return true;
  const level = getRoleLevel(visitor.role);
  if (level >= getRoleLevel(requires.level ?? defaultRequiredRole)) return true;
  return (
    requires.area !== undefined && level >= getRoleLevel('STAFF') && visitor.areas.includes(requires.area)
  );
}

export interface RouteEntry extends PageHeading {
  /** As in the specification, without the leading slash; `:id` for `{id}`. */
  readonly path: string;
  readonly requires: Requirement;
  /** The page's module; a placeholder is shown without one. */
  readonly load?: () => Promise<{ default: ComponentType }>;
}
