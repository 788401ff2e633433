import { photoTypes } from '@handover/contract/photos.ts';
import type { Cover, createPostBody, ManagedPost, updatePostBody } from '@handover/contract/posts.ts';
import type * as z from 'zod/mini';
import { forbidden, invalidField, notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { toPlainText } from '#lib/mail/text.ts';
import { indexForSearch } from '#platform/search.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { canDeletePost, canPublish, canUpdatePost } from '../blog.policy.ts';
import { isManageablePost, toPostHtml } from '../post-html.ts';
import { freeSlug, slugOf } from '../slug.ts';
import { insertStats } from '../stats.queries.ts';
import { presentFull } from './posts.presenter.ts';
import {
  findManagedRow,
  insertPost,
  isOwnPicture,
  listUsedSlugs,
  lockSlugs,
  updatePostRow,
  type FullRow,
  type PostRowChange,
} from './posts.queries.ts';

export type NewPost = z.output<typeof createPostBody>;
export type PostChange = z.output<typeof updatePostBody>;

/** A post the member may manage. Throws NOT_FOUND, for a deleted one too. */
export async function getManagedRow(
  { db }: Work,
  actor: Member,
  key: { id: string } | { slug: string },
): Promise<FullRow> {
  const row = await findManagedRow(db, actor, key);
  if (row === undefined || row.deleted_at !== null) throw notFound('post');
  return row;
}

/** Begins a draft, which is the actor's own. Throws INVALID_INPUT for a text or a cover that cannot be taken. */
export async function createPost(work: Work, actor: Member, input: NewPost): Promise<ManagedPost> {
  const { workspaceId, userId } = actor;
  const id = newId();
  await insertPost(work.db, {
    workspace_id: workspaceId,
    id,
    slug: await chooseSlug(work, { workspaceId, postId: id, title: input.title }),
    title: input.title,
    description: input.description,
    body_html: safeBody(input.bodyHtml),
    ...(await coverColumns(work, actor, input.cover)),
    author_id: userId,
    created_at: work.now,
    updated_at: work.now,
  });
  await insertStats(work.db, { workspaceId, postId: id });
  return afterWrite(work, actor, id);
}

/** Changes a post. Throws NOT_FOUND, FORBIDDEN, INVALID_INPUT, STALE_VERSION with the post as it stands. */
export async function updatePost(
  work: Work,
  actor: Member,
  { postId, input }: { postId: string; input: PostChange },
): Promise<ManagedPost> {
  const before = await getManagedRow(work, actor, { id: postId });
  if (!canUpdatePost(actor, before))
    throw forbidden('This post has been released. Only an admin can change it now.');
  const { version, title, description, bodyHtml, cover, isFeatured } = input;
  if (isFeatured !== undefined && isFeatured !== before.is_featured && !canPublish(actor))
    throw forbidden('Only an admin decides what stands first.');
  const isSameCover = cover?.kind === 'file' && cover.fileId === before.cover_file_id;
  const isCurrent = await updatePostRow(work.db, {
    workspaceId: actor.workspaceId,
    postId,
    version,
    change: {
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      ...(bodyHtml === undefined ? {} : { body_html: safeBody(bodyHtml) }),
      ...(cover === undefined || isSameCover ? {} : await coverColumns(work, actor, cover)),
      ...(isFeatured === undefined ? {} : { is_featured: isFeatured }),
    },
    now: work.now,
  });
  if (!isCurrent) throw await staleAs(work, actor, postId);
  return afterWrite(work, actor, postId);
}

/** Deletes a post so that it can be restored. Throws NOT_FOUND, FORBIDDEN. */
export async function deletePost(work: Work, actor: Member, postId: string): Promise<void> {
  const post = await getManagedRow(work, actor, { id: postId });
  if (!canDeletePost(actor, post)) throw forbidden('Staff delete only their own drafts.');
  await changeDeletion(work, actor, { post, change: { deleted_at: work.now } });
}

/** Restores a deleted post, as a draft when its time passed meanwhile. Throws NOT_FOUND when it is not deleted, FORBIDDEN. */
export async function restorePost(work: Work, actor: Member, postId: string): Promise<ManagedPost> {
  const post = await findManagedRow(work.db, actor, { id: postId });
  if (post === undefined || post.deleted_at === null) throw notFound('post');
  if (!canDeletePost(actor, post)) throw forbidden('Staff restore only their own drafts.');
  const isOverdue = post.scheduled_at !== null && post.scheduled_at <= work.now;
  const asDraft = { status: 'draft', scheduled_at: null } as const;
  await changeDeletion(work, actor, { post, change: { deleted_at: null, ...(isOverdue ? asDraft : {}) } });
  return afterWrite(work, actor, postId);
}

/** Reads the post again, makes it findable and tells open screens. */
export async function afterWrite(work: Work, actor: Member, postId: string): Promise<ManagedPost> {
  const { workspaceId } = actor;
  const row = await getManagedRow(work, actor, { id: postId });
  await indexForSearch(work.db, {
    workspaceId,
    kind: 'post',
    recordId: postId,
    parts: [row.title, row.description, row.author_name, toPlainText(row.body_html)],
  });
  work.publish({ workspaceId, noun: 'post', id: postId, version: row.version });
  return presentFull(actor, row);
}

/** The error of a stale version, with the post as it stands. */
export async function staleAs(work: Work, actor: Member, postId: string): Promise<Error> {
  return staleVersion(presentFull(actor, await getManagedRow(work, actor, { id: postId })));
}

/** The address a title gives, unused in the workspace but by the post itself. */
export async function chooseSlug(
  { db }: Work,
  { workspaceId, postId, title }: { workspaceId: string; postId: string; title: string },
): Promise<string> {
  const slug = slugOf(title);
  await lockSlugs(db, workspaceId);
  return freeSlug(slug, await listUsedSlugs(db, { workspaceId, slug, postId }));
}

async function changeDeletion(
  work: Work,
  actor: Member,
  { post, change }: { post: FullRow; change: PostRowChange },
): Promise<void> {
  const isCurrent = await updatePostRow(work.db, {
    workspaceId: actor.workspaceId,
    postId: post.id,
    version: post.version,
    change,
    now: work.now,
  });
  if (!isCurrent) throw staleVersion(null);
  work.publish({ workspaceId: actor.workspaceId, noun: 'post', id: post.id });
}

function safeBody(html: string): string {
  if (!isManageablePost(html))
    throw invalidField('bodyHtml', 'This text is too complex. Use fewer elements.');
  return toPostHtml(html);
}

/** A cover is one of the app's own or a picture that the writer uploaded: nobody publishes another's file. */
async function coverColumns(
  { db }: Work,
  member: Member,
  cover: Cover,
): Promise<{ cover_design: string | null; cover_file_id: string | null }> {
  if (cover.kind === 'design') return { cover_design: cover.design, cover_file_id: null };
  const { fileId } = cover;
  if (!(await isOwnPicture(db, { member, fileId, types: photoTypes })))
    throw invalidField('cover', 'Upload the picture first.');
  return { cover_design: null, cover_file_id: fileId };
}
