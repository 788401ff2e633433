import type { Area, Role } from '@handover/contract/auth/roles.ts';
import type { Grant, GrantedIds } from './grants.queries.ts';

/** A signed-in user. */
export type SessionActor = {
  readonly userId: string;
  readonly sessionId: string;
  readonly displayName: string;
  readonly email: string;
  readonly isSuperadmin: boolean;
  /** The request's workspace; null if the user has none. */
  readonly membership: Member | null;
  /** Scopes of the API key; null for a signed-in session. */
  readonly apiScopes: readonly string[] | null;
};

/** The customers that a member can reach: all of the workspace, those they broker, or their own record. */
export type RecordScope = 'all' | 'own' | 'client';

/** A signed-in user within a workspace. */
export type Member = {
  readonly userId: string;
  readonly sessionId: string;
  readonly displayName: string;
  readonly email: string;
  readonly workspaceId: string;
  readonly timeZone: string;
  readonly role: Role;
  readonly level: number;
  readonly scope: RecordScope;
  /** Areas open to this member. */
  readonly areas: readonly Area[];
  /** The access of this request's API key, by the plural of the noun; null without a key. */
  readonly apiNouns: readonly string[] | null;
  /** Records shared with this member beyond their role. */
  readonly grants: readonly Grant[];
  /** Granted record IDs that this request may use, by record type; for writes, only grants to contribute. */
  readonly granted: GrantedIds;
  /** Deadline for required two-step sign-in; null if not required or already set up. */
  readonly twoStep: { readonly dueAt: Date; readonly isOverdue: boolean } | null;
};
