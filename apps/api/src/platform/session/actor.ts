import type { Area, Role } from '@handover/contract/roles.ts';
import type { Grant, GrantedIds } from './grants.queries.ts';

/** Who acts: a signed-in user. */
export type SessionActor = {
  readonly userId: string;
  readonly sessionId: string;
  readonly displayName: string;
  readonly email: string;
  readonly isSuperadmin: boolean;
  /** The workspace the request works in; null for a user without any. */
  readonly membership: Member | null;
  /** What the API key that they come with is open to; null for a session that they signed in to. */
  readonly apiScopes: readonly string[] | null;
};

/** Which customers a member reaches: all of the workspace, those they are the broker of, or their own record. */
export type RecordScope = 'all' | 'own' | 'client';

/** Who acts, inside a workspace. */
export type Member = {
  readonly userId: string;
  readonly sessionId: string;
  readonly displayName: string;
  readonly workspaceId: string;
  readonly timeZone: string;
  readonly role: Role;
  readonly level: number;
  readonly scope: RecordScope;
  /** Areas open to this member. */
  readonly areas: readonly Area[];
  /** Records shared with this member beyond their role. */
  readonly grants: readonly Grant[];
  /** Those of them that this request may use, by record type: in a write only what the member may contribute to. */
  readonly granted: GrantedIds;
  /** The second step that the workspace asks for and is not there yet; null otherwise. */
  readonly twoStep: { readonly dueAt: Date; readonly isOverdue: boolean } | null;
};
