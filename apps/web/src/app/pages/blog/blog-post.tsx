import type { ReactElement } from 'react';
import { useParams } from 'react-router';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { PostView } from '#features/blog/read/post-view.tsx';
import { useSession } from '#shared/session/session-context.tsx';

/** blog/:slug */
export default function BlogPost(): ReactElement {
  const { slug = '' } = useParams();
  const { status } = useSession();
  if (status === 'loading') return <Spinner isPage label="Checking your session" />;
  return <PostView slug={slug} />;
}
