import { type PostStatus, postTransitions } from '@handover/contract/posts.ts';
import { roleLevels } from '@handover/contract/auth/roles.ts';
import type { Member, SessionActor } from '#platform/session/actor.ts';
import { definePolicy, isAdmin } from '#platform/session/policy.ts';

type Written = { readonly author_id: string; readonly status: PostStatus };

/** Admins can do this with every post, staff with their own posts in one of the statuses. */
const allowAuthor = (...statuses: readonly PostStatus[]) => ({
  level: 'STAFF' as const,
  when: (member: Member, { author_id: authorId, status }: Written) =>
    isAdmin(member) || (authorId === member.userId && statuses.includes(status)),
});

export const { can, canAny, authorize } = definePolicy<
  Record<'post:update' | 'post:delete' | 'post:publish', Written>
>({
  noun: 'post',
  trash: allowAuthor('draft'),
  rules: {
    'post:update': {
      ...allowAuthor('draft', 'unpublished'),
      refusal: 'Only an administrator can change a published post.',
    },
    'post:delete': {
      ...allowAuthor('draft'),
      refusal: 'You can delete only your own drafts.',
      inTrash: true,
    },
    // Includes featuring.
    'post:publish': { level: 'ADMIN' },
  },
});

export function isPostMove(from: PostStatus, to: PostStatus): boolean {
  return postTransitions[from].includes(to);
}

/**
 * The reader as a member who may edit posts of the workspace, or null. They may be signed in to another
 * workspace, or not at all.
 */
export function findEditor(reader: SessionActor | null, workspaceId: string): Member | null {
  const member = reader?.membership ?? null;
  const isStaff = member !== null && member.level >= roleLevels.STAFF;
  return isStaff && member.workspaceId === workspaceId ? member : null;
}

export function canDeleteComment(
  reader: Pick<SessionActor, 'userId'> | null,
  comment: { author_id: string },
): boolean {
  return reader !== null && comment.author_id === reader.userId;
}

/** Admins of the blog's workspace. */
export function canHideComments(reader: SessionActor | null, workspaceId: string): boolean {
  const member = findEditor(reader, workspaceId);
  return member !== null && isAdmin(member);
}
