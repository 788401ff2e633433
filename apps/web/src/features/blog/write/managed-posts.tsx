import { type ManagedPostSummary, type PostStatus, postStatuses } from '@handover/contract/posts.ts';
import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';
import { LabelledSelect } from '@handover/ui/forms/labelled-select.tsx';
import { PageToolbar } from '@handover/ui/parts/page-toolbar.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { NoMatch } from '@handover/ui/states/state-panel.tsx';
import { StatusLabel, type StatusTone } from '@handover/ui/parts/status-label.tsx';
import { LoadMore } from '#shared/lists/load-more.tsx';
import { PagedPanel } from '#shared/lists/paged-panel.tsx';
import { SearchBox } from '#shared/lists/search-box.tsx';
import { usePageHeading } from '#shared/page/page-heading.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import PostCounts from '../read/post-counts.tsx';
import { managedPostsQuery, timeText } from './posts.queries.ts';
import styles from './managed-posts.module.css';

const heading = { title: 'Posts', description: 'Drafts, scheduled and published' };

/** Posts in every status, for those who write: staff their own, admins all. */
export default function ManagedPosts(): ReactElement {
  const [params, setParams] = useSearchParams();
  const q = params.get('q') ?? '';
  const status = postStatuses.find((name) => name === params.get('status'));
  const query = useInfiniteQuery(managedPostsQuery({ q, status }));
  const posts = query.data?.pages.flatMap((page) => page.posts) ?? [];
  const show = (change: { q?: string; status?: PostStatus | undefined }): void => {
    const next = { q, status, ...change };
    setParams(
      {
        view: 'manage',
        ...(next.q !== '' && { q: next.q }),
        ...(next.status !== undefined && { status: next.status }),
      },
      { replace: true },
    );
  };
  usePageHeading(heading);
  const isFiltered = q !== '' || status !== undefined;
  return (
    <>
      <PageToolbar
        actions={
          <>
            <Button component={Link} to="/blog" variant="outlined" color="inherit">
              Public blog
            </Button>
            <Button component={Link} to="/blog/write">
              Write a post
            </Button>
          </>
        }
      >
        <SearchBox
          noun="posts"
          fields="title, author or text"
          value={q}
          onSearch={(text) => show({ q: text })}
        />
        <div className={styles['status']}>
          <LabelledSelect
            label="Status"
            value={status ?? ''}
            onChange={(event) => show({ status: postStatuses.find((name) => name === event.target.value) })}
          >
            <option value="">Any status</option>
            {postStatuses.map((name) => (
              <option key={name} value={name}>
                {statusText(name)}
              </option>
            ))}
          </LabelledSelect>
        </div>
      </PageToolbar>
      {isFiltered && query.isSuccess && posts.length === 0 ? (
        <NoMatch noun="posts" onClear={() => show({ q: '', status: undefined })} />
      ) : (
        <PagedPanel
          query={query}
          count={posts.length}
          empty={{
            icon: 'solar:notebook-bold-duotone',
            title: 'No posts yet',
            text: 'A post begins as a draft that only you and admins see.',
          }}
          failed="The posts could not be loaded"
        >
          <ul className={styles['list']}>
            {posts.map((post) => (
              <PostRow key={post.id} post={post} />
            ))}
          </ul>
          <LoadMore query={query} shown={posts.length} total={query.data?.pages[0]?.total ?? posts.length} />
        </PagedPanel>
      )}
    </>
  );
}

function PostRow({ post }: { post: ManagedPostSummary }): ReactElement {
  const { timeZone } = useUser();
  const { abilities, scheduledAt, slug, status } = post;
  // Who may no longer edit their released post reads it; while it is scheduled there is nothing to open.
  const address = abilities.canUpdate
    ? `/blog/${slug}/edit`
    : status === 'published'
      ? `/blog/${slug}`
      : null;
  return (
    <li className={styles['row']}>
      <div className={styles['what']}>
        <h2 className={styles['title']}>
          {address === null ? post.title : <Link to={address}>{post.title}</Link>}
        </h2>
        <p className={styles['meta']}>
          {post.author.name} ·{' '}
          {scheduledAt === null ? (
            <>
              changed <RelativeTime time={post.updatedAt} timeZone={timeZone} />
            </>
          ) : (
            `appears ${timeText(timeZone, new Date(scheduledAt))}`
          )}
        </p>
      </div>
      {post.postedAt !== null && <PostCounts post={post} />}
      <PostStatusLabel status={status} />
    </li>
  );
}

const words = {
  draft: ['Draft', 'neutral'],
  scheduled: ['Scheduled', 'info'],
  published: ['Published', 'success'],
  unpublished: ['Unpublished', 'warning'],
} as const satisfies Record<PostStatus, readonly [string, StatusTone]>;

/** The status as people call it. */
export function statusText(status: PostStatus): string {
  return words[status][0];
}

/** The status of a post in a word. */
export function PostStatusLabel({ status }: { status: PostStatus }): ReactElement {
  return <StatusLabel tone={words[status][1]}>{statusText(status)}</StatusLabel>;
}
