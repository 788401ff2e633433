import type { Post } from '@handover/contract/posts.ts';
import { type ReactElement, useState } from 'react';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import { copyText } from '@handover/ui-lite/parts/copy-text.ts';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useOptionalUser } from '#shared/session/session-context.tsx';
import { countShareCall, favoriteCall, unfavoriteCall } from '../blog-calls.ts';
import PostCounts from '../read/post-counts.tsx';
import { SignInLink } from './comment-form.tsx';
import styles from './comments.module.css';

/** Favorite and share buttons with their counts. */
export function PostActions({ post }: { post: Post }): ReactElement {
  const user = useOptionalUser();
  const [own, setOwn] = useState({ isFavorite: post.isFavorite, totalFavorites: post.totalFavorites });
  const [totalShares, setTotalShares] = useState(post.totalShares);
  const [note, setNote] = useState('');
  const [isPending, setPending] = useState(false);
  const params = { slug: post.slug };

  const attempt = async (act: () => Promise<void>): Promise<void> => {
    setPending(true);
    try {
      await act();
    } catch (error) {
      setNote(getErrorMessage(error));
    } finally {
      setPending(false);
    }
  };
  const favorite = (): Promise<void> =>
    attempt(async () => {
      setOwn(own.isFavorite ? await send(unfavoriteCall, { params }) : await send(favoriteCall, { params }));
      setNote('');
    });
  const share = (): Promise<void> =>
    attempt(async () => {
      const outcome = await sharePost(post);
      if (outcome === null) return;
      setNote(outcome);
      setTotalShares((await send(countShareCall, { params })).totalShares);
    });

  return (
    <div className={styles['actions']}>
      <div className={styles['buttons']}>
        {user !== null && (
          <Button
            variant="outlined"
            icon={own.isFavorite ? 'solar:heart-bold' : 'solar:heart-linear'}
            aria-pressed={own.isFavorite}
            isPending={isPending}
            onClick={() => void favorite()}
          >
            Favorite
          </Button>
        )}
        <Button variant="outlined" icon="solar:forward-2-linear" onClick={() => void share()}>
          Share
        </Button>
        <span role="status" className={styles['note']}>
          {note}
        </span>
      </div>
      <PostCounts post={{ ...post, ...own, totalShares }} />
      {user === null && (
        <p className={styles['hint']}>
          <SignInLink>Sign in</SignInLink> to add it to your favorites or comment.
        </p>
      )}
    </div>
  );
}

/**
 * Shares the post with the device's share dialog, or copies its URL. Returns a message for the reader, or
 * null if canceled.
 */
async function sharePost({ slug, title }: { slug: string; title: string }): Promise<string | null> {
  const url = new URL(`/blog/${slug}`, window.location.origin).href;
  if ('share' in navigator) {
    try {
      await navigator.share({ title, url });
      return 'Shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return null;
    }
  }
  // Over plain HTTP or without permission, the URL is shown so that it can be copied manually.
  return (await copyText(url)) ? 'Link copied' : url;
}
