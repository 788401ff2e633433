import type { ReactElement } from 'react';
import { PostEditor } from '#features/blog/write/post-editor.tsx';

/** blog/write */
export default function BlogWrite(): ReactElement {
  return <PostEditor post={null} />;
}
