import { sql, type RawBuilder } from 'kysely';
import type { Member } from '#platform/session/actor.ts';

/** Clients read who added a document only of the team's and their own: someone else may act for the other side of a deal. */
export function isAuthorShown({
  scope,
  userId,
  workspaceId,
}: Pick<Member, 'scope' | 'userId' | 'workspaceId'>): RawBuilder<boolean> {
  if (scope !== 'client') return sql<boolean>`true`;
  return sql<boolean>`(documents.created_by = ${userId}
    OR EXISTS (SELECT FROM users AS author WHERE author.id = documents.created_by AND author.is_superadmin)
    OR EXISTS (SELECT FROM memberships WHERE memberships.workspace_id = ${workspaceId}
      AND memberships.user_id = documents.created_by AND memberships.role <> 'CLIENT'))`;
}
