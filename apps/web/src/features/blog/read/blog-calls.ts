import type { countPostShare, countPostView, getPost, listPosts } from '@handover/contract/posts.ts';
import type { CallOf } from '#shared/api/client.ts';

// Named by type, so that readers load no schema library.
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
