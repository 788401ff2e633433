import { fold } from '@handover/domain/text/fold.ts';
import { photoTypes } from '@handover/contract/records/photos.ts';
import type {
  Cover,
  createPostBody,
  ManagedPost,
  ManagedPostSummary,
  PostStatus,
  updatePostBody,
} from '@handover/contract/posts.ts';
import type * as z from 'zod/mini';
import sanitizeHtml from 'sanitize-html';
import { AppError, forbidden, invalidField, notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { toPlainText } from '#lib/mail/text.ts';
import { indexForSearch } from '#platform/search/search-entries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { authorize, can, canAny } from './blog.policy.ts';
import { getCover, insertStats, presentSummary } from './reading.queries.ts';
import {
  findManagedRow,
  type FullRow,
  insertPost,
  isOwnPicture,
  listUsedSlugs,
  lockSlugs,
  type ManagedRow,
  type PostRowChange,
  updatePostRow,
} from './posts.queries.ts';

type NewPost = z.output<typeof createPostBody>;
type PostChange = z.output<typeof updatePostBody>;

/** Throws NOT_FOUND, also for a deleted post. */
export async function getManagedRow(
  { db }: Work,
  actor: Member,
  key: { id: string } | { slug: string },
): Promise<FullRow> {
  const row = await findManagedRow(db, actor, key);
  if (row === undefined || row.deleted_at !== null) throw notFound('post');
  return row;
}

/** Creates a draft owned by the actor. Throws INVALID_INPUT for an invalid text or cover. */
export async function createPost(work: Work, actor: Member, input: NewPost): Promise<ManagedPost> {
  const { workspaceId, userId } = actor;
  const id = newId();
  await insertPost(work.db, {
    workspace_id: workspaceId,
    id,
    slug: await chooseSlug(work, { workspaceId, postId: id, title: input.title }),
    title: input.title,
    description: input.description,
    body_html: sanitizeBody(input.bodyHtml),
    ...(await toCoverColumns(work, actor, input.cover)),
    author_id: userId,
    created_at: work.now,
    updated_at: work.now,
  });
  await insertStats(work.db, { workspaceId, postId: id });
  return publishAndReload(work, actor, id);
}

/**
 * Throws NOT_FOUND, RULE_BROKEN in the trash and for a public post without content, FORBIDDEN, INVALID_INPUT,
 * STALE_VERSION with the current post.
 */
export async function updatePost(
  work: Work,
  actor: Member,
  { postId, input }: { postId: string; input: PostChange },
): Promise<ManagedPost> {
  const before = authorize(actor, 'post:update', await findManagedRow(work.db, actor, { id: postId }));
  const { version, title, description, bodyHtml, cover, isFeatured } = input;
  if (isFeatured !== undefined && isFeatured !== before.is_featured && !canAny(actor, 'post:publish'))
    throw forbidden('Only administrators can feature posts.');
  const content = {
    description: description ?? before.description,
    body_html: bodyHtml === undefined ? before.body_html : sanitizeBody(bodyHtml),
  };
  if (isRelease(before.status)) requireContent(content);
  const isSameCover = cover?.kind === 'file' && cover.fileId === before.cover_file_id;
  const isCurrent = await updatePostRow(work.db, {
    workspaceId: actor.workspaceId,
    postId,
    version,
    change: {
      ...(title === undefined ? {} : { title }),
      ...content,
      ...(cover === undefined || isSameCover ? {} : await toCoverColumns(work, actor, cover)),
      ...(isFeatured === undefined ? {} : { is_featured: isFeatured }),
    },
    now: work.now,
  });
  if (!isCurrent) throw await toStaleVersion(work, actor, postId);
  return publishAndReload(work, actor, postId);
}

/** Whether a post with this status is public or will be. */
export const isRelease = (status: PostStatus): boolean => status === 'published' || status === 'scheduled';

/** Throws RULE_BROKEN, with the missing fields, for a post that cannot be public. */
export function requireContent(post: Pick<FullRow, 'description' | 'body_html'>): void {
  const missing = [
    ...(post.description === '' ? ['description'] : []),
    ...(toPlainText(post.body_html).trim() === '' ? ['bodyHtml'] : []),
  ];
  if (missing.length > 0)
    throw new AppError('RULE_BROKEN', 'A published post needs a description and text.', {
      errors: missing.map((path) => ({ path, message: 'Required to publish' })),
    });
}

/** Soft-deletes a post. Throws NOT_FOUND, FORBIDDEN. */
export async function deletePost(work: Work, actor: Member, postId: string): Promise<void> {
  const post = authorize(actor, 'post:delete', await getManagedRow(work, actor, { id: postId }));
  await changeDeletion(work, actor, { post, change: { deleted_at: work.now } });
}

/**
 * Restores a deleted post, as a draft if its scheduled time has passed. Throws NOT_FOUND unless deleted,
 * FORBIDDEN.
 */
export async function restorePost(work: Work, actor: Member, postId: string): Promise<ManagedPost> {
  const post = await findManagedRow(work.db, actor, { id: postId });
  if (post === undefined || post.deleted_at === null) throw notFound('post');
  authorize(actor, 'post:delete', post);
  const isOverdue = post.scheduled_at !== null && post.scheduled_at <= work.now;
  const asDraft = { status: 'draft', scheduled_at: null } as const;
  await changeDeletion(work, actor, { post, change: { deleted_at: null, ...(isOverdue ? asDraft : {}) } });
  return publishAndReload(work, actor, postId);
}

/** Updates the search index and open pages, and returns the post. */
export async function publishAndReload(work: Work, actor: Member, postId: string): Promise<ManagedPost> {
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

/** A stale-version error with the current post. */
export async function toStaleVersion(work: Work, actor: Member, postId: string): Promise<Error> {
  return staleVersion(presentFull(actor, await getManagedRow(work, actor, { id: postId })));
}

/** A slug from the title that no other post of the workspace uses. */
export async function chooseSlug(
  { db }: Work,
  { workspaceId, postId, title }: { workspaceId: string; postId: string; title: string },
): Promise<string> {
  const slug = toSlug(title);
  await lockSlugs(db, workspaceId);
  return findFreeSlug(slug, await listUsedSlugs(db, { workspaceId, slug, postId }));
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

function sanitizeBody(html: string): string {
  if (!isManageablePost(html))
    throw invalidField('bodyHtml', 'This text is too complex. Use fewer elements.');
  return toPostHtml(html);
}

/** Accepts only the app's covers and the writer's own uploads, so that no one publishes another person's file. */
async function toCoverColumns(
  { db }: Work,
  member: Member,
  cover: Cover,
): Promise<{ cover_design: string | null; cover_file_id: string | null }> {
  if (cover.kind === 'design') return { cover_design: cover.design, cover_file_id: null };
  const { fileId } = cover;
  if (!(await isOwnPicture(db, { member, fileId, types: photoTypes })))
    throw invalidField('cover', 'Upload the image first.');
  return { cover_design: null, cover_file_id: fileId };
}

/** The editor's elements. Images, styles, and classes are left to the page. */
const tags = ['a', 'blockquote', 'br', 'em', 'h2', 'h3', 'li', 'ol', 'p', 'strong', 'u', 'ul'];
const isLink = /^(?:https?|mailto|tel):/i;
const nestingLimit = 30;
const maxTags = 5000;

/** Sanitizing is limited to 5,000 elements. */
function isManageablePost(html: string): boolean {
  return (html.match(/<[a-z]/gi)?.length ?? 0) <= maxTags;
}

/** Keeps only the editor's elements and external links. */
export function toPostHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: tags,
    nestingLimit,
    allowedAttributes: { a: ['href', 'rel', 'target'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    transformTags: {
      b: 'strong',
      i: 'em',
      h1: 'h2',
      a: (tagName, { href = '' }) => toSafeLink(tagName, href),
    },
  });
}

function toSafeLink(tagName: string, href: string): sanitizeHtml.Tag {
  if (!isLink.test(href)) return { tagName, attribs: {} };
  return { tagName, attribs: { href, rel: 'noopener noreferrer', target: '_blank' } };
}

/** Reserved paths under `/blog/`. */
const taken = new Set(['write']);
const maxSlugLength = 100;

/** For example `selling-to-a-dso`; `post` if the title has no usable characters. */
export function toSlug(title: string): string {
  const words = fold(title)
    .replace(/&/g, ' and ')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlugLength)
    .replace(/^-+|-+$/g, '');
  return words === '' || taken.has(words) ? 'post' : words;
}

/** The first unused of `slug`, `slug-2`, `slug-3` … */
function findFreeSlug(slug: string, used: ReadonlySet<string>): string {
  if (!used.has(slug)) return slug;
  let number = 2;
  while (used.has(`${slug}-${String(number)}`)) number += 1;
  return `${slug}-${String(number)}`;
}

export function presentManaged(actor: Member, row: ManagedRow): ManagedPostSummary {
  return {
    ...presentSummary(row),
    status: row.status,
    scheduledAt: row.scheduled_at?.toISOString() ?? null,
    postedAt: row.published_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
    abilities: {
      canUpdate: can(actor, 'post:update', row),
      canDelete: can(actor, 'post:delete', row),
      canPublish: can(actor, 'post:publish', row),
    },
  };
}

export function presentFull(actor: Member, row: FullRow): ManagedPost {
  return { ...presentManaged(actor, row), bodyHtml: row.body_html, cover: getCover(row) };
}
