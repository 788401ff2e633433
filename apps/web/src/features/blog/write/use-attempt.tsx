import { managedPost, type ManagedPost } from '@handover/contract/posts.ts';
import {
  type FormHTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { ApiError, getErrorMessage } from '#shared/api/api-error.ts';
import { PostStatusLabel } from './post-status.tsx';

export interface Outcome {
  /** Messages by field. */
  readonly errors: Readonly<Record<string, string>>;
  readonly failure: string | null;
  /** The post as saved by someone else in the meantime. */
  readonly theirs: ManagedPost | null;
}

interface Attempts extends Outcome {
  readonly isPending: boolean;
  readonly formProps: FormHTMLAttributes<HTMLFormElement> & { ref: Ref<HTMLFormElement> };
  /** Runs one action at a time. Resolves with null if it failed. */
  readonly attempt: (act: () => Promise<ManagedPost>) => Promise<ManagedPost | null>;
  /** Shows validation errors. */
  readonly refuse: (issues: readonly Issue[]) => void;
  readonly clear: () => void;
}

interface Issue {
  readonly path: string;
  readonly message: string;
}

const clean: Outcome = { errors: {}, failure: null, theirs: null };

/** Runs form actions and keeps their result; focuses the first invalid field. */
export function useAttempt(): Attempts {
  const form = useRef<HTMLFormElement>(null);
  // A second click can happen before the next render.
  const isBusy = useRef(false);
  const [isPending, setPending] = useState(false);
  const [{ outcome, refusals }, setState] = useState({ outcome: clean, refusals: 0 });
  const refuseWith = (next: Outcome): void =>
    setState((last) => ({ outcome: next, refusals: last.refusals + 1 }));

  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  const attempt: Attempts['attempt'] = async (act) => {
    if (isBusy.current) return null;
    isBusy.current = true;
    setPending(true);
    try {
      return await act();
    } catch (error) {
      refuseWith(toOutcome(error));
      return null;
    } finally {
      isBusy.current = false;
      setPending(false);
    }
  };

  return {
    ...outcome,
    isPending,
    formProps: { ref: form, noValidate: true, onKeyDown: submitOnModifiedEnter },
    attempt,
    refuse: (issues) => refuseWith({ ...clean, errors: groupByField(issues) }),
    clear: () => setState({ outcome: clean, refusals: 0 }),
  };
}

function toOutcome(error: unknown): Outcome {
  const isStale = error instanceof ApiError && error.code === 'STALE_VERSION';
  const current = isStale ? managedPost.safeParse(error.current) : null;
  return {
    errors: groupByField(error instanceof ApiError ? error.errors : []),
    failure: getErrorMessage(error),
    theirs: current?.success === true ? current.data : null,
  };
}

function groupByField(issues: readonly Issue[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[path.split('.')[0] ?? ''] ??= message;
  return errors;
}

function submitOnModifiedEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
}

interface StaleDialogProps {
  theirs: ManagedPost;
  isPending: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Someone else saved first: choose a version instead of overwriting silently. */
export function StaleDialog({ theirs, isPending, onKeepMine, onTakeTheirs }: StaleDialogProps): ReactElement {
  const titleId = useId();
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Someone else saved this post</DialogTitle>
      <DialogContent>
        <p>
          “{theirs.title}” <PostStatusLabel status={theirs.status} /> was changed{' '}
          <RelativeTime time={theirs.updatedAt} />. Saving your version replaces the title, description, text,
          and cover.
        </p>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={onTakeTheirs}>
          Use theirs
        </Button>
        <Button loading={isPending} onClick={onKeepMine}>
          Save mine
        </Button>
      </DialogActions>
    </Dialog>
  );
}
