import type { PostSummary } from '@handover/contract/posts.ts';
import { lazy, Suspense, type ReactElement } from 'react';
import { Link } from 'react-router';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { Pill } from '@handover/ui-lite/parts/pill.tsx';
import styles from './post-card.module.css';

const PostCounts = lazy(() => import('./post-counts.tsx'));

/** A post in the list. The whole card links to the post. The lead post is wider. */
export function PostCard({ post, isLead }: { post: PostSummary; isLead: boolean }): ReactElement {
  return (
    <article className={styles['card']} data-lead={isLead || undefined}>
      <img className={styles['cover']} src={post.coverUrl} alt="" width={720} height={405} loading="lazy" />
      <div className={styles['body']}>
        <p className={styles['meta']}>
          <PostDate time={post.postedAt} />
          {post.isFeatured && <Pill tone="info">Featured</Pill>}
        </p>
        <h2 className={styles['title']}>
          <Link to={`/blog/${post.slug}`}>{post.title}</Link>
        </h2>
        <p className={styles['description']}>{post.description}</p>
        <footer className={styles['footer']}>
          <span className={styles['author']}>
            <Avatar name={post.author.name} photoUrl={post.author.avatarUrl} size={28} />
            <span>{post.author.name}</span>
          </span>
          <Suspense>
            <PostCounts post={post} />
          </Suspense>
        </footer>
      </div>
    </article>
  );
}

const format = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });

const fullFormat = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short' });

/** "Nov 3, 2026", in the reader's time zone. */
export function formatDay(time: string): string {
  return format.format(new Date(time));
}

/** The date of a post; the full time on hover. */
export function PostDate({ time }: { time: string }): ReactElement {
  return (
    <time dateTime={time} title={fullFormat.format(new Date(time))}>
      {formatDay(time)}
    </time>
  );
}
