import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId, useState, type FormEvent, type ReactElement, type ReactNode } from 'react';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { useUnsavedGuard } from './use-unsaved-guard.tsx';
import styles from './guarded-form-dialog.module.css';

interface GuardedFormDialogProps {
  title: string;
  submitLabel: string;
  onSubmit: (event: FormEvent) => void;
  onClose: () => void;
  isPending: boolean;
  /** Something was entered that is not saved. */
  isDirty: boolean;
  failure: string | null;
  maxWidth?: 'sm' | 'md';
  /** Stands above the fields. */
  notice?: ReactNode;
  children: ReactNode;
}

/** A form in a dialog that is not left by accident, and has a phone's screen to itself. */
export function GuardedFormDialog({
  title,
  submitLabel,
  onSubmit,
  onClose,
  isPending,
  isDirty,
  failure,
  maxWidth = 'md',
  notice,
  children,
}: GuardedFormDialogProps): ReactElement {
  const titleId = useId();
  const isPhone = useMediaQuery('(max-width: 599.95px)', { noSsr: true });
  const [isLeaving, setLeaving] = useState(false);
  const guard = useUnsavedGuard(isDirty);
  const close = (): void => (isDirty ? setLeaving(true) : onClose());
  return (
    <>
      <Dialog
        open
        fullWidth
        fullScreen={isPhone}
        maxWidth={maxWidth}
        aria-labelledby={titleId}
        onClose={close}
      >
        <DialogTitle id={titleId}>
          <span className={styles['title']}>{title}</span>
        </DialogTitle>
        <form className={styles['form']} noValidate onSubmit={onSubmit}>
          <DialogContent>
            {failure !== null && (
              <Alert severity="error" role="alert" sx={{ mb: 2 }}>
                {failure}
              </Alert>
            )}
            {notice}
            {children}
          </DialogContent>
          <DialogActions>
            <Button variant="outlined" color="inherit" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              {submitLabel}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
      {isLeaving && (
        <ConfirmDialog
          title="Close without saving?"
          confirmLabel="Close"
          isDangerous
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        >
          What you entered is not saved yet and would be lost.
        </ConfirmDialog>
      )}
      {guard}
    </>
  );
}
