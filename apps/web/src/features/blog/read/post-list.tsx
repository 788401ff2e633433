import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import type { listPosts } from '@handover/contract/posts.ts';
import { Suspense, useState, type ReactElement, type ReactNode } from 'react';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import { ListMessage } from '@handover/ui-lite/parts/list-message.tsx';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useResponse } from '#shared/api/use-response.ts';
import { listPostsCall } from '../blog-calls.ts';
import { PostCard } from './post-card.tsx';
import styles from './post-card.module.css';

type Posts = ResponseOf<typeof listPosts>;

/** The wide first card and rows of three. */
const pageSize = 13;

/** Reserves the toolbar's space while it loads. */
export function ToolbarPlace({ children }: { children: ReactNode }): ReactElement {
  return (
    <div className={styles['toolbar']}>
      <Suspense>{children}</Suspense>
    </div>
  );
}

interface PostListProps {
  /** The filter in the URL; empty for all posts. */
  q: string;
  onClear: () => void;
}

/** The published posts: featured first, then newest first. More are loaded on request. */
export function PostList({ q, onClear }: PostListProps): ReactNode {
  const { data, error, retry } = useResponse(q, (signal) => fetchPage(q, undefined, signal));
  if (error !== null)
    return (
      <ListMessage isAlert title="The posts could not be loaded" text={getErrorMessage(error)}>
        <Button variant="outlined" onClick={retry}>
          Retry
        </Button>
      </ListMessage>
    );
  if (data === null) return <Spinner isPage label="Loading the posts" />;
  if (data.total > 0) return <Pages key={q} first={data} q={q} />;
  if (q === '') return <ListMessage title="No posts yet" text="Posts will appear here." />;
  return (
    <ListMessage title="No posts match" text={`No results for “${q}”.`}>
      <Button variant="outlined" onClick={onClear}>
        Show all posts
      </Button>
    </ListMessage>
  );
}

function Pages({ first, q }: { first: Posts; q: string }): ReactElement {
  const [{ posts, nextCursor }, setShown] = useState(first);
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const showMore = async (): Promise<void> => {
    setPending(true);
    setFailure(null);
    try {
      const next = await fetchPage(q, nextCursor ?? undefined);
      setShown({ ...next, posts: [...posts, ...next.posts] });
    } catch (error) {
      setFailure(getErrorMessage(error));
    } finally {
      setPending(false);
    }
  };

  return (
    <>
      <div className={styles['grid']}>
        {posts.map((post, index) => (
          <PostCard key={post.id} post={post} isLead={index === 0 && q === '' && post.isFeatured} />
        ))}
      </div>
      {nextCursor !== null && (
        <div className={styles['more']}>
          {failure !== null && <p role="alert">{failure}</p>}
          <Button variant="outlined" isPending={isPending} onClick={() => void showMore()}>
            Show {Math.min(pageSize, first.total - posts.length).toLocaleString('en')} more
          </Button>
        </div>
      )}
    </>
  );
}

function fetchPage(q: string, cursor: string | undefined, signal?: AbortSignal): Promise<Posts> {
  const query = { limit: pageSize, cursor, q: q === '' ? undefined : q };
  return send(listPostsCall, { query }, signal === undefined ? {} : { signal });
}
