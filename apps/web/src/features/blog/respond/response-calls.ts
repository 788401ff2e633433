import type {
  createComment,
  deleteComment,
  favoritePost,
  hideComment,
  listComments,
  unfavoritePost,
} from '@handover/contract/posts.ts';
import type { CallOf } from '#shared/api/client.ts';

// Named by type, so that readers load no schema library.
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
