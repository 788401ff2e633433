import { type PostStatus, postTransitions } from '@handover/contract/posts.ts';
import { roleLevels } from '@handover/contract/roles.ts';
import type { Member, SessionActor } from '#platform/session/actor.ts';

type Written = { readonly author_id: string; readonly status: PostStatus };

const isAdmin = (member: Member): boolean => member.level >= roleLevels.ADMIN;

/** Admins edit every post of their workspace, staff their own unpublished ones. */
export function canUpdatePost(member: Member, { author_id: authorId, status }: Written): boolean {
  const isHeldBack = status === 'draft' || status === 'unpublished';
  return isAdmin(member) || (authorId === member.userId && isHeldBack);
}

/** Admins delete every post, staff their own drafts. */
export function canDeletePost(member: Member, { author_id: authorId, status }: Written): boolean {
  return isAdmin(member) || (authorId === member.userId && status === 'draft');
}

/** Only admins publish and feature posts. */
export function canPublish(member: Member): boolean {
  return isAdmin(member);
}

export function isPostMove(from: PostStatus, to: PostStatus): boolean {
  return postTransitions[from].includes(to);
}

/**
 * The reader as a member who may edit posts of the workspace, or null. They may be signed in to another
 * workspace, or not at all.
 */
export function editorIn(reader: SessionActor | null, workspaceId: string): Member | null {
  const member = reader?.membership ?? null;
  const isStaff = member !== null && member.level >= roleLevels.STAFF;
  return isStaff && member.workspaceId === workspaceId ? member : null;
}

export function canDeleteComment(reader: SessionActor | null, comment: { author_id: string }): boolean {
  return reader !== null && comment.author_id === reader.userId;
}

/** Admins of the blog's workspace. */
export function canHideComments(reader: SessionActor | null, workspaceId: string): boolean {
  const member = editorIn(reader, workspaceId);
  return member !== null && isAdmin(member);
}
