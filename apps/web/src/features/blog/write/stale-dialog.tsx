import type { ManagedPost } from '@handover/contract/posts.ts';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type ReactElement } from 'react';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { PostStatusLabel } from './post-status.tsx';

interface StaleDialogProps {
  theirs: ManagedPost;
  isPending: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Somebody else saved first: a choice, never a silent overwrite. */
export function StaleDialog({ theirs, isPending, onKeepMine, onTakeTheirs }: StaleDialogProps): ReactElement {
  const titleId = useId();
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Somebody else saved first</DialogTitle>
      <DialogContent>
        <p>
          “{theirs.title}” <PostStatusLabel status={theirs.status} /> was changed{' '}
          <RelativeTime time={theirs.updatedAt} />. Saving yours replaces title, description, text and cover.
        </p>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={onTakeTheirs}>
          Take theirs
        </Button>
        <Button loading={isPending} onClick={onKeepMine}>
          Save mine
        </Button>
      </DialogActions>
    </Dialog>
  );
}
