import type { Comment } from '@handover/contract/posts.ts';
import { useState, type ReactElement } from 'react';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import { Button } from '@handover/ui-lite/parts/button.tsx';
import { Pill } from '@handover/ui-lite/parts/pill.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { PostDate } from '../read/post-date.tsx';
import styles from './comments.module.css';
import { deleteCommentCall, hideCommentCall } from './response-calls.ts';

interface CommentItemProps {
  comment: Comment;
  /** Null when it is gone. */
  onChange: (comment: Comment | null) => void;
}

/** A comment with what the reader may do about it. */
export function CommentItem({ comment, onChange }: CommentItemProps): ReactElement {
  const { id, abilities, author, isHidden } = comment;
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const attempt = (act: () => Promise<void>): void =>
    void act().catch((error: unknown) => setFailure(messageOf(error)));

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
              <span>Delete it for good?</span>
              <Button variant="danger" size="small" autoFocus onClick={() => attempt(remove)}>
                Delete
              </Button>
              <Button variant="text" size="small" onClick={() => setAsking(false)}>
                Keep
              </Button>
            </>
          )}
          {abilities.canHide && (
            <Button variant="text" size="small" onClick={() => attempt(hide)}>
              {isHidden ? 'Show again' : 'Hide'}
            </Button>
          )}
        </p>
      </div>
    </li>
  );
}
