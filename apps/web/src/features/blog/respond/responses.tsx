import type { Post } from '@handover/contract/posts.ts';
import { useState, type ReactElement } from 'react';
import { CommentList } from './comment-list.tsx';
import { PostActions } from './post-actions.tsx';

/** Comments and actions below a post, loaded after it. */
export default function Responses({ post }: { post: Post }): ReactElement {
  const [totalComments, setTotalComments] = useState(post.totalComments);
  return (
    <>
      <PostActions post={{ ...post, totalComments }} />
      <CommentList
        slug={post.slug}
        total={totalComments}
        onCount={(by) => setTotalComments((count) => count + by)}
      />
    </>
  );
}
