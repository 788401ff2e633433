import { postTransitions, type ManagedPost, type PostStatus } from '@handover/contract/posts.ts';
import Button from '@mui/material/Button';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { useUser } from '#shared/session/session-context.tsx';
import { PostStatusLabel } from '../post-status.tsx';
import styles from '../post-editor.module.css';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { timeText } from './schedule-time.ts';

interface ReleasePanelProps {
  post: ManagedPost;
  isPending: boolean;
  onMove: (status: PostStatus, scheduledAt?: Date) => void;
}

/** Where the post stands, and where it may go from there. */
export function ReleasePanel({ post, isPending, onMove }: ReleasePanelProps): ReactElement {
  const { timeZone } = useUser();
  const [isScheduling, setScheduling] = useState(false);
  const moves = post.abilities.canPublish ? postTransitions[post.status] : [];
  const move = (status: PostStatus): void => {
    if (status === 'scheduled') setScheduling(true);
    else onMove(status);
  };
  return (
    <section className={styles['panel']}>
      <h2>Publishing</h2>
      <p className={styles['status']}>
        <PostStatusLabel status={post.status} /> {standing(post, timeZone)}
      </p>
      {post.status === 'published' && <Link to={`/blog/${post.slug}`}>Read it on the blog</Link>}
      {!post.abilities.canPublish && <p className={styles['quiet']}>An admin decides when readers see it.</p>}
      <div className={styles['moves']}>
        {moves.toReversed().map((status, index) => (
          <Button
            key={status}
            variant={index === 0 && status === 'published' ? 'contained' : 'outlined'}
            color={index === 0 && status === 'published' ? 'primary' : 'inherit'}
            disabled={isPending}
            onClick={() => move(status)}
          >
            {moveText(post.status, status)}
          </Button>
        ))}
      </div>
      {isScheduling && (
        <ScheduleDialog
          scheduledAt={post.scheduledAt}
          onClose={() => setScheduling(false)}
          onSchedule={(at) => {
            setScheduling(false);
            onMove('scheduled', at);
          }}
        />
      )}
    </section>
  );
}

function standing({ status, scheduledAt, postedAt }: ManagedPost, timeZone: string): string {
  if (status === 'scheduled' && scheduledAt !== null)
    return `Appears ${timeText(timeZone, new Date(scheduledAt))}`;
  if (postedAt === null) return 'Readers do not see it yet';
  const since = timeText(timeZone, new Date(postedAt));
  return status === 'published' ? `Since ${since}` : `Readers no longer see it`;
}

function moveText(from: PostStatus, to: PostStatus): string {
  if (to === 'scheduled') return from === 'scheduled' ? 'Change the time…' : 'Schedule…';
  if (to === 'draft') return 'Back to draft';
  if (to === 'unpublished') return 'Unpublish';
  return from === 'unpublished' ? 'Publish again' : 'Publish now';
}
