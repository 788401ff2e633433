import { toInstant, toLocalTime, toCalendarDate } from '@handover/domain/local-time.ts';
import { formatTime } from './posts.queries.ts';
import { type ManagedPost, type PostStatus, postTransitions } from '@handover/contract/posts.ts';
import Button from '@mui/material/Button';
import { type FormEvent, type ReactElement, useId, useState } from 'react';
import { Link } from 'react-router';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import styles from './post-editor.module.css';
import { PostStatusLabel } from './post-status.tsx';

interface ReleasePanelProps {
  post: ManagedPost;
  isPending: boolean;
  onMove: (status: PostStatus, scheduledAt?: Date) => void;
}

/** Status of the post and its possible transitions. */
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
        <PostStatusLabel status={post.status} /> {formatStatus(post, timeZone)}
      </p>
      {post.status === 'published' && <Link to={`/blog/${post.slug}`}>View on the blog</Link>}
      {!post.abilities.canPublish && <p className={styles['quiet']}>An administrator publishes it.</p>}
      <div className={styles['moves']}>
        {moves.toReversed().map((status, index) => (
          <Button
            key={status}
            variant={index === 0 && status === 'published' ? 'contained' : 'outlined'}
            color={index === 0 && status === 'published' ? 'primary' : 'inherit'}
            disabled={isPending}
            onClick={() => move(status)}
          >
            {formatMove(post.status, status)}
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

function formatStatus({ status, scheduledAt, postedAt }: ManagedPost, timeZone: string): string {
  if (status === 'scheduled' && scheduledAt !== null)
    return `Appears ${formatTime(timeZone, new Date(scheduledAt))}`;
  if (postedAt === null) return 'Not visible to readers yet';
  const since = formatTime(timeZone, new Date(postedAt));
  return status === 'published' ? `Since ${since}` : `No longer visible to readers`;
}

function formatMove(from: PostStatus, to: PostStatus): string {
  if (to === 'scheduled') return from === 'scheduled' ? 'Change time…' : 'Schedule…';
  if (to === 'draft') return 'Back to draft';
  if (to === 'unpublished') return 'Unpublish';
  return from === 'unpublished' ? 'Publish again' : 'Publish now';
}

const dayMs = 86_400_000;

interface ScheduleDialogProps {
  /** The time that is currently set. */
  scheduledAt: string | null;
  onSchedule: (at: Date) => void;
  onClose: () => void;
}

/** Asks when a post should appear, in the workspace's time zone. */
function ScheduleDialog({ scheduledAt, onSchedule, onClose }: ScheduleDialogProps): ReactElement {
  const titleId = useId();
  const { timeZone } = useUser();
  const [now] = useState(() => new Date());
  const [local, setLocal] = useState(() => {
    const tomorrow = `${toCalendarDate(new Date(now.getTime() + dayMs), timeZone)}T09:00`;
    return scheduledAt === null ? tomorrow : toLocalTime(new Date(scheduledAt), timeZone);
  });
  const [error, setError] = useState<string>();

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // The event would bubble through the portal and submit the editor's form.
    event.stopPropagation();
    if (local === '') return setError('Choose a date and time');
    const at = toInstant(local, timeZone);
    if (at <= new Date()) return setError('This time is in the past');
    onSchedule(at);
  };

  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={titleId} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <DialogTitle id={titleId}>Schedule publication</DialogTitle>
        <DialogContent>
          <LabeledInput
            autoFocus
            type="datetime-local"
            label="Date and time"
            hint={`Workspace time, ${timeZone.replaceAll('_', ' ')}`}
            value={local}
            error={error}
            inputProps={{ min: toLocalTime(now, timeZone) }}
            onChange={(event) => {
              setLocal(event.target.value);
              setError(undefined);
            }}
          />
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Schedule</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
