import { useSession } from '#shared/session/session-context.tsx';
import { useParams } from 'react-router';
import type { Post } from '@handover/contract/posts.ts';
import { lazy, Suspense, useEffect, type ReactElement, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { Button, getButtonClass } from '@handover/ui-lite/parts/button.tsx';
import { ListMessage } from '@handover/ui-lite/parts/list-message.tsx';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { ApiError, getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useResponse } from '#shared/api/use-response.ts';
import { usePageHeading } from '#shared/page/page-heading.tsx';
import { countViewCall, getPostCall } from '../blog-calls.ts';
import styles from './post-view.module.css';
import { formatDay } from './post-card.tsx';

const Responses = lazy(() => import('../respond/responses.tsx'));

/** blog/:slug */
export default function PostPage(): ReactElement {
  const { slug = '' } = useParams();
  const { status } = useSession();
  if (status === 'loading') return <Spinner isPage label="Checking your session" />;
  return <PostView slug={slug} />;
}

/** A post with its full text. */
export function PostView({ slug }: { slug: string }): ReactNode {
  const { data, error, retry } = useResponse(slug, (signal) =>
    send(getPostCall, { params: { slug } }, { signal }),
  );
  const isMissing = error instanceof ApiError && error.status === 404;
  usePageHeading({
    title: data?.post.title ?? (isMissing ? 'Post not found' : undefined),
    description: data === null ? undefined : `${data.post.author.name} · ${formatDay(data.post.postedAt)}`,
  });

  if (isMissing)
    return (
      <ListMessage title="This post is not available" text="It may have been unpublished.">
        <Link className={getButtonClass('outlined')} to="/blog">
          All posts
        </Link>
      </ListMessage>
    );
  if (error !== null)
    return (
      <ListMessage isAlert title="The post could not be loaded" text={getErrorMessage(error)}>
        <Button variant="outlined" onClick={retry}>
          Retry
        </Button>
      </ListMessage>
    );
  return data === null ? <Spinner isPage label="Loading the post" /> : <Article post={data.post} />;
}

function Article({ post }: { post: Post }): ReactElement {
  const { slug, author } = post;
  useEffect(() => {
    // A failed view count must not disturb the reader.
    send(countViewCall, { params: { slug } }).catch(() => undefined);
  }, [slug]);
  return (
    <article className={styles['article']}>
      <img className={styles['cover']} src={post.coverUrl} alt="" width={720} height={405} />
      <div className={styles['content']}>
        <div className={styles['top']}>
          <Link to="/blog">All posts</Link>
          {post.abilities.canUpdate && <Link to={`/blog/${slug}/edit`}>Edit this post</Link>}
        </div>
        {/* The header truncates a long title, so it is repeated here. */}
        <h2 className={styles['title']}>{post.title}</h2>
        <p className={styles['lead']}>{post.description}</p>
        {/* oxlint-disable-next-line react/no-danger -- the server lets nothing but its short allow list of elements pass */}
        <div className={styles['text']} dangerouslySetInnerHTML={{ __html: post.bodyHtml }} />
        <p className={styles['author']}>
          <Avatar name={author.name} photoUrl={author.avatarUrl} />
          Written by {author.name}
        </p>
        <Suspense fallback={<Spinner />}>
          <Responses post={post} />
        </Suspense>
      </div>
    </article>
  );
}
