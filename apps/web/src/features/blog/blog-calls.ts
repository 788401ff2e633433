import type {
  countPostShare,
  countPostView,
  createComment,
  deleteComment,
  favoritePost,
  getPost,
  hideComment,
  listComments,
  listPosts,
  unfavoritePost,
} from '@handover/contract/posts.ts';
import type { CallOf } from '#shared/api/client.ts';

// Only the type is imported, so that readers load no schema library.
export const listPostsCall: CallOf<typeof listPosts> = { method: 'GET', path: '/blog/posts' };
export const getPostCall: CallOf<typeof getPost> = { method: 'GET', path: '/blog/posts/{slug}' };
export const countViewCall: CallOf<typeof countPostView> = {
  method: 'POST',
  path: '/blog/posts/{slug}/views',
};
export const countShareCall: CallOf<typeof countPostShare> = {
  method: 'POST',
  path: '/blog/posts/{slug}/shares',
};

// Only the type is imported, so that readers load no schema library.
const comments = '/blog/posts/{slug}/comments';
const favorite = '/blog/posts/{slug}/favorite';
export const listCommentsCall: CallOf<typeof listComments> = { method: 'GET', path: comments };
export const createCommentCall: CallOf<typeof createComment> = { method: 'POST', path: comments };
export const deleteCommentCall: CallOf<typeof deleteComment> = {
  method: 'DELETE',
  path: '/blog/comments/{id}',
};
export const hideCommentCall: CallOf<typeof hideComment> = { method: 'PATCH', path: '/blog/comments/{id}' };
export const favoriteCall: CallOf<typeof favoritePost> = { method: 'POST', path: favorite };
export const unfavoriteCall: CallOf<typeof unfavoritePost> = { method: 'DELETE', path: favorite };
