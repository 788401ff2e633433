import type { Comment, ManagedPost, Post, PostSummary } from '@handover/contract/posts.ts';
import { anId } from './records.ts';

const time = '2026-11-20T15:00:00.000Z';

/** A published post in a list. */
export function aPostSummary(number: number, changes: Partial<PostSummary> = {}): PostSummary {
  return {
    id: anId(number),
    slug: `post-${String(number)}`,
    title: `Post ${String(number)}`,
    description: 'Subject',
    coverUrl: '/covers/tide.svg',
    isFeatured: false,
    totalViews: 1234,
    totalComments: 2,
    totalShares: 3,
    totalFavorites: 4,
    postedAt: time,
    author: { name: 'Avery Collins', avatarUrl: null },
    ...changes,
  };
}

/** A published post as a reader gets it. */
export function aPost(number: number, changes: Partial<Post> = {}): Post {
  return {
    ...aPostSummary(number),
    bodyHtml: '<p>What it says</p>',
    isFavorite: false,
    abilities: { canUpdate: false },
    ...changes,
  };
}

/** A draft as its author gets it. */
export function aDraft(number: number, changes: Partial<ManagedPost> = {}): ManagedPost {
  return {
    ...aPostSummary(number),
    status: 'draft',
    scheduledAt: null,
    postedAt: null,
    updatedAt: time,
    version: 1,
    abilities: { canUpdate: true, canDelete: true, canPublish: true },
    bodyHtml: '<p>What it says</p>',
    cover: { kind: 'design', design: 'tide' },
    ...changes,
  };
}

/** A comment by someone else. */
export function aComment(number: number, changes: Partial<Comment> = {}): Comment {
  return {
    id: anId(number),
    body: `Comment ${String(number)}`,
    author: { name: 'Cleo Client' },
    createdAt: time,
    isHidden: false,
    abilities: { canDelete: false, canHide: false },
    ...changes,
  };
}
