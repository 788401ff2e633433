import * as z from 'zod/mini';
import {
  id,
  idParams,
  isStorable,
  line,
  multiline,
  page,
  paging,
  searchText,
  timestamp,
  version,
} from './http/common.ts';
import { anyone, defineEndpoint, member, signedIn } from './http/endpoint.ts';
import { file, fileName } from './records/files.ts';

export const postStatuses = ['draft', 'scheduled', 'published', 'unpublished'] as const;
export type PostStatus = (typeof postStatuses)[number];

/** The statuses that may follow each status. The service enforces them, and the screen hides other moves. */
export const postTransitions: Readonly<Record<PostStatus, readonly PostStatus[]>> = {
  draft: ['scheduled', 'published'],
  // To `scheduled` again, to change the time.
  scheduled: ['scheduled', 'draft', 'published'],
  published: ['unpublished'],
  unpublished: ['scheduled', 'published'],
};

/** Covers that come with the app, as `/covers/<design>.svg`. */
export const coverDesigns = ['tide', 'ridge', 'orbit', 'grove', 'bridge', 'ledger'] as const;
export type CoverDesign = (typeof coverDesigns)[number];

export const bodyMaxCharacters = 100_000;

const slug = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), z.maxLength(120));
const slugParams = z.strictObject({ slug });

const totals = {
  totalViews: z.int(),
  totalComments: z.int(),
  totalShares: z.int(),
  totalFavorites: z.int(),
};
const author = z.object({ name: z.string(), avatarUrl: z.nullable(z.string()) });
const summary = {
  id,
  /** The post's address: `/blog/<slug>`. */
  slug,
  title: z.string(),
  description: z.string(),
  coverUrl: z.string(),
  isFeatured: z.boolean(),
  ...totals,
  postedAt: timestamp,
  author,
};
export const postSummary = z.object(summary);
export type PostSummary = z.infer<typeof postSummary>;

/** A published post as shown to its readers. */
export const post = z.object({
  ...summary,
  /** Safe to put into a page: paragraphs, headings, lists, quotes, emphasis and links only. */
  bodyHtml: z.string(),
  /** The reader's own; false without a session. */
  isFavorite: z.boolean(),
  abilities: z.object({ canUpdate: z.boolean() }),
});
export type Post = z.infer<typeof post>;

export const cover = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('design'), design: z.enum(coverDesigns) }),
  z.strictObject({ kind: z.literal('file'), fileId: id }),
]);
export type Cover = z.infer<typeof cover>;

const managed = {
  ...summary,
  status: z.enum(postStatuses),
  /** When a scheduled post will be published. */
  scheduledAt: z.nullable(timestamp),
  /** Null until it was published for the first time. */
  postedAt: z.nullable(timestamp),
  updatedAt: timestamp,
  version,
  abilities: z.object({ canUpdate: z.boolean(), canDelete: z.boolean(), canPublish: z.boolean() }),
};
export const managedPostSummary = z.object(managed);
export type ManagedPostSummary = z.infer<typeof managedPostSummary>;
/** A post as shown to those who write and publish. */
export const managedPost = z.object({ ...managed, bodyHtml: z.string(), cover });
export type ManagedPost = z.infer<typeof managedPost>;

export const comment = z.object({
  id,
  body: z.string(),
  /** Only the name, because readers' photos are visible only to the people who work with them. */
  author: z.object({ name: z.string() }),
  createdAt: timestamp,
  /** Whether an admin has hidden it; only admins still see it. */
  isHidden: z.boolean(),
  abilities: z.object({ canDelete: z.boolean(), canHide: z.boolean() }),
});
export type Comment = z.infer<typeof comment>;

const storable = z.refine<string>(isStorable, 'Contains characters that cannot be stored');
const description = z.string().check(z.trim(), z.maxLength(300, 'At most 300 characters'), storable);
const bodyHtml = z.string().check(z.maxLength(bodyMaxCharacters, 'This text is too long'), storable);
export const createPostBody = z.strictObject({
  title: line(160),
  description: z._default(description, ''),
  bodyHtml: z._default(bodyHtml, ''),
  cover: z._default(cover, { kind: 'design', design: 'tide' }),
});
export const updatePostBody = z.strictObject({
  version,
  title: z.optional(line(160)),
  description: z.optional(description),
  bodyHtml: z.optional(bodyHtml),
  cover: z.optional(cover),
  isFeatured: z.optional(z.boolean()),
});
export const movePostBody = z.strictObject({
  version,
  status: z.enum(postStatuses),
  /** Only with the status `scheduled`: when the post appears. */
  scheduledAt: z.optional(timestamp),
});
export const createCommentBody = z.strictObject({ body: multiline(2000) });

const oneManaged = z.object({ post: managedPost });
const favorite = z.object({ isFavorite: z.boolean(), totalFavorites: z.int() });

export const listPosts = defineEndpoint({
  method: 'GET',
  path: '/blog/posts',
  summary: 'Published posts of the public blog, featured first, newest first',
  access: anyone,
  status: 200,
  query: z.strictObject({ q: z.optional(searchText), ...paging }),
  response: z.object({ posts: z.array(postSummary), ...page }),
});
export const getPost = defineEndpoint({
  method: 'GET',
  path: '/blog/posts/{slug}',
  summary: 'Get a published post with its text',
  access: anyone,
  status: 200,
  params: slugParams,
  response: z.object({ post }),
});
export const countPostView = defineEndpoint({
  method: 'POST',
  path: '/blog/posts/{slug}/views',
  summary: 'Count a view: once per visitor and day',
  access: anyone,
  status: 204,
  params: slugParams,
});
export const countPostShare = defineEndpoint({
  method: 'POST',
  path: '/blog/posts/{slug}/shares',
  summary: 'Count that a reader shared the post',
  access: anyone,
  status: 200,
  params: slugParams,
  response: z.object({ totalShares: z.int() }),
});
export const getPostCover = defineEndpoint({
  method: 'GET',
  path: '/blog/covers/{id}',
  summary: 'Get the picture of a post; only editors see pictures of unpublished posts',
  access: anyone,
  transfer: 'stream',
  status: 200,
  params: idParams,
});
export const getBlogFeed = defineEndpoint({
  method: 'GET',
  path: '/blog/rss',
  summary: 'Get the newest posts as RSS 2.0',
  access: anyone,
  transfer: 'stream',
  status: 200,
});
export const favoritePost = defineEndpoint({
  method: 'POST',
  path: '/blog/posts/{slug}/favorite',
  summary: 'Add a post to your favorites',
  access: signedIn,
  status: 200,
  params: slugParams,
  response: favorite,
});
export const unfavoritePost = defineEndpoint({
  method: 'DELETE',
  path: '/blog/posts/{slug}/favorite',
  summary: 'Remove a post from your favorites',
  access: signedIn,
  status: 200,
  params: slugParams,
  response: favorite,
});
export const listComments = defineEndpoint({
  method: 'GET',
  path: '/blog/posts/{slug}/comments',
  summary: 'Comments on a published post, newest first',
  access: anyone,
  status: 200,
  params: slugParams,
  query: z.strictObject(paging),
  response: z.object({ comments: z.array(comment), ...page }),
});
export const createComment = defineEndpoint({
  method: 'POST',
  path: '/blog/posts/{slug}/comments',
  summary: 'Comment on a published post',
  access: signedIn,
  status: 201,
  params: slugParams,
  body: createCommentBody,
  response: z.object({ comment }),
});
export const deleteComment = defineEndpoint({
  method: 'DELETE',
  path: '/blog/comments/{id}',
  summary: 'Delete your own comment',
  access: signedIn,
  status: 204,
  params: idParams,
});
export const hideComment = defineEndpoint({
  method: 'PATCH',
  path: '/blog/comments/{id}',
  summary: 'Hide a comment, or show it again',
  access: member('ADMIN'),
  status: 200,
  params: idParams,
  body: z.strictObject({ isHidden: z.boolean() }),
  response: z.object({ comment }),
});

export const listManagedPosts = defineEndpoint({
  method: 'GET',
  path: '/posts',
  summary: 'Posts of the workspace in every status, last changed first; staff see their own',
  access: member('STAFF'),
  status: 200,
  query: z.strictObject({
    status: z.optional(z.enum(postStatuses)),
    q: z.optional(searchText),
    ...paging,
  }),
  response: z.object({ posts: z.array(managedPostSummary), ...page }),
});
export const getManagedPost = defineEndpoint({
  method: 'GET',
  path: '/posts/{slug}',
  summary: 'Get a post to edit',
  access: member('STAFF'),
  status: 200,
  params: slugParams,
  response: oneManaged,
});
export const createPost = defineEndpoint({
  method: 'POST',
  path: '/posts',
  summary: 'Create a draft',
  access: member('STAFF'),
  status: 201,
  body: createPostBody,
  response: oneManaged,
});
export const updatePost = defineEndpoint({
  method: 'PATCH',
  path: '/posts/{id}',
  summary: 'Change a post; staff can change their own drafts, administrators any post',
  access: member('STAFF'),
  status: 200,
  params: idParams,
  body: updatePostBody,
  response: oneManaged,
});
export const movePost = defineEndpoint({
  method: 'POST',
  path: '/posts/{id}/status',
  summary: 'Publish, schedule, unschedule, or unpublish a post',
  access: member('ADMIN'),
  status: 200,
  params: idParams,
  body: movePostBody,
  response: oneManaged,
});
export const deletePost = defineEndpoint({
  method: 'DELETE',
  path: '/posts/{id}',
  summary: 'Delete a post; it can be restored',
  access: member('STAFF'),
  status: 204,
  params: idParams,
});
export const restorePost = defineEndpoint({
  method: 'POST',
  path: '/posts/{id}/restore',
  summary: 'Restore a deleted post',
  access: member('STAFF'),
  status: 200,
  params: idParams,
  response: oneManaged,
});
export const uploadCover = defineEndpoint({
  method: 'POST',
  path: '/posts/covers',
  summary: 'Upload a cover image: PNG, JPEG, or WebP, at most 5 MB',
  access: member('STAFF'),
  transfer: 'upload',
  status: 201,
  query: z.strictObject({ name: fileName }),
  response: z.object({ file }),
});
