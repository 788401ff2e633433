import { roleLevels } from '@handover/contract/roles.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Member } from '#platform/session/actor.ts';

/** The views that a member may see, as a condition on `saved_views`: their own and the shared ones of the workspace. */
export function inViewScope({ workspaceId, userId }: Member): RawBuilder<boolean> {
  return sql<boolean>`(saved_views.workspace_id = ${workspaceId} AND (saved_views.owner_id = ${userId} OR saved_views.is_shared))`;
}

/** Whether a member may change or delete a view that they see. */
export function canUpdateView(member: Member, view: { owner_id: string }): boolean {
  return view.owner_id === member.userId || member.level >= roleLevels.ADMIN;
}
