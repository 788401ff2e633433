import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import { useId, type FormEvent, type ReactElement, type ReactNode } from 'react';

interface TableDialogProps {
  title: string;
  /** The server's sentence that belongs to no field. */
  failure: string | undefined;
  notice?: ReactNode;
  /** Sets the row back to what was delivered; undefined where it reads so already. */
  onReset?: (() => void) | undefined;
  isPending: boolean;
  onSubmit: (event: FormEvent) => void;
  onClose: () => void;
  children: ReactNode;
}

/** A row of the tables in a form of its own. */
export function TableDialog({
  title,
  failure,
  notice,
  onReset,
  isPending,
  onSubmit,
  onClose,
  children,
}: TableDialogProps): ReactElement {
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <form noValidate onSubmit={onSubmit}>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          <Stack spacing={2.5}>
            {failure !== undefined && <Alert severity="error">{failure}</Alert>}
            {notice}
            {children}
          </Stack>
        </DialogContent>
        <DialogActions>
          {onReset !== undefined && (
            <Button variant="text" sx={{ mr: 'auto' }} onClick={onReset}>
              Back to delivered
            </Button>
          )}
          <Button variant="outlined" color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
