import type { ManagedPost, ManagedPostSummary } from '@handover/contract/posts.ts';
import type { Member } from '#platform/session/actor.ts';
import { canDeletePost, canPublish, canUpdatePost } from '../blog.policy.ts';
import { coverOf, presentSummary } from '../post-columns.ts';
import type { FullRow, ManagedRow } from './posts.queries.ts';

/** A post in the list of those who write and publish. */
export function presentManaged(actor: Member, row: ManagedRow): ManagedPostSummary {
  return {
    ...presentSummary(row),
    status: row.status,
    scheduledAt: row.scheduled_at?.toISOString() ?? null,
    postedAt: row.published_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
    abilities: {
      canUpdate: canUpdatePost(actor, row),
      canDelete: canDeletePost(actor, row),
      canPublish: canPublish(actor),
    },
  };
}

/** The same with its text. */
export function presentFull(actor: Member, row: FullRow): ManagedPost {
  return { ...presentManaged(actor, row), bodyHtml: row.body_html, cover: coverOf(row) };
}
