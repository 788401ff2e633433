import type { ReactElement } from 'react';
import { useParams } from 'react-router';
import { EditPost } from '#features/blog/write/edit-post.tsx';

/** blog/:slug/edit */
export default function BlogEdit(): ReactElement {
  const { slug = '' } = useParams();
  return <EditPost key={slug} slug={slug} />;
}
