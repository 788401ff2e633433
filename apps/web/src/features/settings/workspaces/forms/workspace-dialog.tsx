import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import { useId, type FormEvent, type ReactElement, type ReactNode } from 'react';

interface WorkspaceDialogProps {
  title: string;
  confirmLabel: string;
  /** What no field is to blame for. */
  error: string | undefined;
  isPending: boolean;
  children: ReactNode;
  onSubmit: (event: FormEvent) => void;
  onClose: () => void;
}

/** The frame of a form about a workspace. Mount it to open it. */
export function WorkspaceDialog({
  title,
  confirmLabel,
  error,
  isPending,
  children,
  onSubmit,
  onClose,
}: WorkspaceDialogProps): ReactElement {
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <form noValidate onSubmit={onSubmit}>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          <Stack spacing={2.5}>
            {error !== undefined && <Alert severity="error">{error}</Alert>}
            {children}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
