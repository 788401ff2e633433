import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import { useId, type FormEvent, type ReactElement, type ReactNode } from 'react';

interface FormDialogProps {
  title: string;
  submitLabel: string;
  /** What no field is to blame for. */
  failure: string | undefined;
  /** Stands above the fields. */
  notice?: ReactNode;
  /** An act of another kind, at the other end of the buttons. */
  aside?: ReactNode;
  isPending: boolean;
  /** Stays while it is sent: its answer may be shown this once. */
  isHeld?: boolean;
  isDangerous?: boolean;
  maxWidth?: 'xs' | 'sm';
  onSubmit: (event: FormEvent) => void;
  onClose: () => void;
  children: ReactNode;
}

/** A short form in a dialog. Mount it to open it. */
export function FormDialog({
  title,
  submitLabel,
  failure,
  notice,
  aside,
  isPending,
  isHeld = false,
  isDangerous = false,
  maxWidth = 'xs',
  onSubmit,
  onClose,
  children,
}: FormDialogProps): ReactElement {
  const titleId = useId();
  const isLocked = isHeld && isPending;
  return (
    <Dialog
      open
      fullWidth
      maxWidth={maxWidth}
      aria-labelledby={titleId}
      onClose={isLocked ? undefined : onClose}
    >
      <form noValidate onSubmit={onSubmit}>
        <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </DialogTitle>
        <DialogContent>
          <Stack spacing={2.5}>
            {notice}
            {failure !== undefined && <Alert severity="error">{failure}</Alert>}
            {children}
          </Stack>
        </DialogContent>
        <DialogActions>
          {aside}
          <Button variant="outlined" color="inherit" disabled={isLocked} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color={isDangerous ? 'error' : 'primary'} loading={isPending}>
            {submitLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
