import type { ResponseOf } from '@handover/contract/endpoint.ts';
import type { Comment, listComments } from '@handover/contract/posts.ts';
import { useId, useState, type ReactElement } from 'react';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import { Spinner } from '@handover/ui-lite/parts/spinner.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useAnswer } from '#shared/api/use-answer.ts';
import { useOptionalUser } from '#shared/session/session-context.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentItem } from './comment-item.tsx';
import styles from './comments.module.css';
import { listCommentsCall } from './response-calls.ts';

type Comments = ResponseOf<typeof listComments>;

interface CommentListProps {
  slug: string;
  /** How many readers see. */
  total: number;
  onCount: (by: number) => void;
}

/** The comments on a post, newest first, and the field for one's own. */
export function CommentList({ slug, total, onCount }: CommentListProps): ReactElement {
  const id = useId();
  const { data, error, retry } = useAnswer(slug, (signal) => fetchPage(slug, undefined, signal));
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
  const [failure, setFailure] = useState<string | null>(null);

  const add = (comment: Comment): void => {
    setComments((shown) => [comment, ...shown]);
    onCount(1);
  };
  const replace = (id: string, changed: Comment | null): void => {
    const before = comments.find((comment) => comment.id === id);
    setComments((shown) => shown.flatMap((comment) => (comment.id === id ? (changed ?? []) : comment)));
    onCount(seen(changed) - seen(before ?? null));
  };
  const showMore = async (): Promise<void> => {
    try {
      const next = await fetchPage(slug, cursor ?? undefined);
      setComments((shown) => [...shown, ...next.comments]);
      setCursor(next.nextCursor);
      setFailure(null);
    } catch (error) {
      setFailure(messageOf(error));
    }
  };

  return (
    <>
      {user !== null && <CommentForm slug={slug} name={user.displayName} onSent={add} />}
      {comments.length === 0 && <p className={styles['quiet']}>Nobody has commented yet.</p>}
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
        <Button variant="outlined" onClick={() => void showMore()}>
          Show more comments
        </Button>
      )}
    </>
  );
}

/** What a comment adds to the count that readers see. */
function seen(comment: Comment | null): number {
  return comment === null || comment.isHidden ? 0 : 1;
}

function fetchPage(slug: string, cursor: string | undefined, signal?: AbortSignal): Promise<Comments> {
  return send(
    listCommentsCall,
    { params: { slug }, query: { cursor } },
    signal === undefined ? {} : { signal },
  );
}
