import type { ManagedPost, movePostBody, PostStatus } from '@handover/contract/posts.ts';
import type * as z from 'zod/mini';
import { z as jobSchema } from 'zod';
import { AppError, invalidField } from '#lib/errors.ts';
import { findPublicWorkspaceId } from '#platform/installation/installation.ts';
import { retriesForDays, type JobDefinition } from '#platform/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { authorize, isPostMove } from './blog.policy.ts';
import {
  findManagedRow,
  findScheduledRow,
  updatePostRow,
  type FullRow,
  type PostRowChange,
} from './posts.queries.ts';
import { publishAndReload, chooseSlug, isRelease, requireContent, toStaleVersion } from './posts.service.ts';

/** Payload `{workspaceId, postId}`. */
const publishQueue = 'blog.publish';
const furthestScheduleDays = 365;
const dayMs = 86_400_000;

type Move = z.output<typeof movePostBody>;
const jobData = jobSchema.object({ workspaceId: jobSchema.uuid(), postId: jobSchema.uuid() });

/**
 * Moves a post to another status. Throws NOT_FOUND, RULE_BROKEN, INVALID_INPUT, STALE_VERSION with the
 * current post.
 */
export async function movePost(
  work: Work,
  actor: Member,
  { postId, input }: { postId: string; input: Move },
): Promise<ManagedPost> {
  const { workspaceId } = actor;
  const post = authorize(actor, 'post:publish', await findManagedRow(work.db, actor, { id: postId }));
  if (!isPostMove(post.status, input.status))
    throw new AppError('RULE_BROKEN', `This post cannot change from ${post.status} to ${input.status}.`);
  const dueAt = readSchedule(input, work.now);
  if (isRelease(input.status)) await requireReleasable(work, { post, workspaceId });
  const isCurrent = await updatePostRow(work.db, {
    workspaceId,
    postId,
    version: input.version,
    change: await changeFor(work, { post, workspaceId, to: input.status, dueAt }),
    now: work.now,
  });
  if (!isCurrent) throw await toStaleVersion(work, actor, postId);
  if (dueAt !== null) await work.enqueue(publishQueue, { workspaceId, postId }, { startAfter: dueAt });
  return publishAndReload(work, actor, postId);
}

export function blogJobs({ runner }: Pick<Platform, 'runner'>): JobDefinition[] {
  return [
    {
      queue: publishQueue,
      ...retriesForDays,
      isRestored: true,
      handler: async (data) => {
        const key = jobData.parse(data);
        await runner.transact((work) => publishIfDue(work, key));
      },
    },
  ];
}

/** Does nothing when repeated, or if the post was unscheduled or rescheduled in the meantime. */
async function publishIfDue(work: Work, key: { workspaceId: string; postId: string }): Promise<void> {
  const post = await findScheduledRow(work.db, key);
  if (post === undefined) return;
  if (post.due_at > work.now) return work.enqueue(publishQueue, key, { startAfter: post.due_at });
  const isPublished = await updatePostRow(work.db, {
    ...key,
    version: post.version,
    change: { status: 'published', scheduled_at: null, published_at: post.due_at },
    now: work.now,
  });
  if (isPublished) work.publish({ workspaceId: key.workspaceId, noun: 'post', id: key.postId });
}

function readSchedule({ status, scheduledAt }: Move, now: Date): Date | null {
  if (status !== 'scheduled') {
    if (scheduledAt === undefined) return null;
    throw invalidField('scheduledAt', 'Only scheduled posts can have a publish time.');
  }
  if (scheduledAt === undefined) throw invalidField('scheduledAt', 'Choose when to publish the post.');
  const dueAt = new Date(scheduledAt);
  if (dueAt <= now) throw invalidField('scheduledAt', 'Choose a time in the future.');
  if (dueAt.getTime() > now.getTime() + furthestScheduleDays * dayMs)
    throw invalidField('scheduledAt', 'Choose a time within a year.');
  return dueAt;
}

async function requireReleasable(
  { db }: Work,
  { post, workspaceId }: { post: FullRow; workspaceId: string },
): Promise<void> {
  if ((await findPublicWorkspaceId(db)) !== workspaceId)
    throw new AppError(
      'RULE_BROKEN',
      'The public blog belongs to another workspace. Posts here stay drafts.',
    );
  requireContent(post);
}

/** The slug follows the title until the post is first published; after that, links must keep working. */
async function changeFor(
  work: Work,
  {
    post,
    workspaceId,
    to,
    dueAt,
  }: { post: FullRow; workspaceId: string; to: PostStatus; dueAt: Date | null },
): Promise<PostRowChange> {
  const isFirstRelease = isRelease(to) && post.published_at === null;
  return {
    status: to,
    scheduled_at: dueAt,
    ...(to === 'published' ? { published_at: post.published_at ?? work.now } : {}),
    ...(isFirstRelease
      ? { slug: await chooseSlug(work, { workspaceId, postId: post.id, title: post.title }) }
      : {}),
  };
}
