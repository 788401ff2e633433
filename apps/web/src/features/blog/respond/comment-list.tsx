import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import type { Comment, listComments } from '@handover/contract/posts.ts';
import { type ReactElement, useId, useState } from 'react';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { Pill } from '@handover/ui-lite/parts/pill.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useResponse } from '#shared/api/use-response.ts';
import { useOptionalUser } from '#shared/session/session-context.tsx';
import { CommentForm } from './comment-form.tsx';
import { deleteCommentCall, hideCommentCall, listCommentsCall } from '../blog-calls.ts';
import styles from './comments.module.css';
import { PostDate } from '../read/post-card.tsx';

type Comments = ResponseOf<typeof listComments>;

interface CommentListProps {
  slug: string;
  /** The number of comments that readers see. */
  total: number;
  onCount: (by: number) => void;
}

/** The comments on a post, newest first, and a field for a new one. */
export function CommentList({ slug, total, onCount }: CommentListProps): ReactElement {
  const id = useId();
  const { data, error, retry } = useResponse(slug, (signal) => fetchPage(slug, undefined, signal));
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id}>Comments ({total.toLocaleString('en')})</h2>
      {error !== null && (
        <p role="alert" className={styles['quiet']}>
          The comments could not be loaded.{' '}
          <Button variant="text" size="small" onClick={retry}>
            Retry
          </Button>
        </p>
      )}
      {error === null && data === null && <Spinner label="Loading the comments" />}
      {data !== null && <Pages slug={slug} first={data} onCount={onCount} />}
    </section>
  );
}

type PagesProps = Pick<CommentListProps, 'slug' | 'onCount'> & { first: Comments };

function Pages({ slug, first, onCount }: PagesProps): ReactElement {
  const user = useOptionalUser();
  const [comments, setComments] = useState<readonly Comment[]>(first.comments);
  const [cursor, setCursor] = useState(first.nextCursor);
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const add = (comment: Comment): void => {
    setComments((shown) => [comment, ...shown]);
    onCount(1);
  };
  const replace = (id: string, changed: Comment | null): void => {
    const before = comments.find((comment) => comment.id === id);
    setComments((shown) => shown.flatMap((comment) => (comment.id === id ? (changed ?? []) : comment)));
    onCount(countVisible(changed) - countVisible(before ?? null));
  };
  const showMore = async (): Promise<void> => {
    setPending(true);
    setFailure(null);
    try {
      const next = await fetchPage(slug, cursor ?? undefined);
      setComments((shown) => [...shown, ...next.comments]);
      setCursor(next.nextCursor);
    } catch (error) {
      setFailure(getErrorMessage(error));
    } finally {
      setPending(false);
    }
  };

  return (
    <>
      {user !== null && <CommentForm slug={slug} name={user.displayName} onSent={add} />}
      {comments.length === 0 && <p className={styles['quiet']}>No comments yet.</p>}
      <ul className={styles['list']}>
        {comments.map((comment) => (
          <CommentItem
            key={comment.id}
            comment={comment}
            onChange={(changed) => replace(comment.id, changed)}
          />
        ))}
      </ul>
      {failure !== null && <p role="alert">{failure}</p>}
      {cursor !== null && (
        <Button variant="outlined" isPending={isPending} onClick={() => void showMore()}>
          Show more comments
        </Button>
      )}
    </>
  );
}

/** 1 if readers see the comment, otherwise 0. */
function countVisible(comment: Comment | null): number {
  return comment === null || comment.isHidden ? 0 : 1;
}

function fetchPage(slug: string, cursor: string | undefined, signal?: AbortSignal): Promise<Comments> {
  return send(
    listCommentsCall,
    { params: { slug }, query: { cursor } },
    signal === undefined ? {} : { signal },
  );
}

interface CommentItemProps {
  comment: Comment;
  /** Null after the comment was deleted. */
  onChange: (comment: Comment | null) => void;
}

/** A comment with the reader's actions on it. */
function CommentItem({ comment, onChange }: CommentItemProps): ReactElement {
  const { id, abilities, author, isHidden } = comment;
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const attempt = async (act: () => Promise<void>): Promise<void> => {
    setPending(true);
    setFailure(null);
    try {
      await act();
    } catch (error) {
      setFailure(getErrorMessage(error));
    } finally {
      setPending(false);
    }
  };

  const remove = async (): Promise<void> => {
    await send(deleteCommentCall, { params: { id } });
    onChange(null);
  };
  const hide = async (): Promise<void> => {
    const answer = await send(hideCommentCall, { params: { id }, body: { isHidden: !isHidden } });
    onChange(answer.comment);
  };

  return (
    <li className={styles['item']}>
      <Avatar name={author.name} size={36} />
      <div className={styles['content']}>
        <p className={styles['byline']}>
          <strong>{author.name}</strong> <PostDate time={comment.createdAt} />{' '}
          {isHidden && <Pill tone="warning">Hidden from readers</Pill>}
        </p>
        <p className={styles['text']}>{comment.body}</p>
        {failure !== null && (
          <p role="alert" className={styles['error']}>
            {failure}
          </p>
        )}
        <p className={styles['acts']}>
          {abilities.canDelete && !isAsking && (
            <Button variant="text" size="small" onClick={() => setAsking(true)}>
              Delete
            </Button>
          )}
          {isAsking && (
            <>
              <span>Delete this comment permanently?</span>
              <Button
                variant="danger"
                size="small"
                autoFocus
                isPending={isPending}
                onClick={() => void attempt(remove)}
              >
                Delete
              </Button>
              <Button variant="text" size="small" onClick={() => setAsking(false)}>
                Keep
              </Button>
            </>
          )}
          {abilities.canHide && (
            <Button variant="text" size="small" isPending={isPending} onClick={() => void attempt(hide)}>
              {isHidden ? 'Unhide' : 'Hide'}
            </Button>
          )}
        </p>
      </div>
    </li>
  );
}
