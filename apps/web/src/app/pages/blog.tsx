import { getRoleLevel, roleLevels } from '@handover/contract/auth/roles.ts';
import { lazy, useCallback, type ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';
import { getButtonClass } from '@handover/ui-lite/parts/button.tsx';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { PostList, ToolbarPlace } from '#features/blog/read/post-list.tsx';
import { useOptionalUser, useSession } from '#shared/session/session-context.tsx';

const BlogToolbar = lazy(() => import('#features/blog/read/blog-toolbar.tsx'));
const ManagedPosts = lazy(() => import('#features/blog/write/managed-posts.tsx'));

/** blog; for writers with `?view=manage`, posts in every status */
export default function Blog(): ReactElement {
  const { status } = useSession();
  const isWriter = getRoleLevel(useOptionalUser()?.role) >= roleLevels.STAFF;
  const [params, setParams] = useSearchParams();
  const search = useCallback(
    (q: string): void => setParams(q === '' ? {} : { q }, { replace: true }),
    [setParams],
  );
  const q = params.get('q') ?? '';
  // The page differs for signed-in visitors, so requests wait for the session.
  if (status === 'loading') return <Spinner isPage label="Checking your session" />;
  if (isWriter && params.get('view') === 'manage') return <ManagedPosts />;
  return (
    <>
      <ToolbarPlace>
        <BlogToolbar q={q} onSearch={search}>
          {isWriter && (
            <>
              <Link className={getButtonClass('outlined')} to="?view=manage">
                Manage posts
              </Link>
              <Link className={getButtonClass()} to="/blog/write">
                New post
              </Link>
            </>
          )}
        </BlogToolbar>
      </ToolbarPlace>
      <PostList q={q} onClear={() => search('')} />
    </>
  );
}
