import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import { useId, useState, type FormEvent, type ReactElement, type ReactNode } from 'react';
import useMediaQuery from '@mui/material/useMediaQuery';
import { LeaveQuestion } from '@handover/ui/feedback/confirm-dialog.tsx';
import styles from './form-dialog.module.css';
import { useDialogDraft, type DialogDraft } from './use-dialog-draft.tsx';

interface FormDialogProps<V extends object> {
  title: string;
  /** The values stored on this device while they are not saved; null for passwords, files, and confirmations. */
  draft: DialogDraft<V> | null;
  submitLabel: string;
  /** Errors that belong to no field. */
  failure: string | undefined;
  /** Shown above the fields. */
  notice?: ReactNode;
  /** A different action, shown at the other end of the button row. */
  aside?: ReactNode;
  isPending: boolean;
  /** Whether something is in the dialog that is not typed, such as photos. */
  isDirty?: boolean;
  /** Keeps the dialog open while sending, because the response may be shown only once. */
  isLockedWhilePending?: boolean;
  isDangerous?: boolean;
  maxWidth?: 'xs' | 'sm' | 'md';
  onSubmit: (event: FormEvent) => void;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A short form in a dialog, opened by mounting it. Escape and a click outside ask for confirmation once something was
 * entered.
 */
export function FormDialog<V extends object>({
  title,
  draft,
  submitLabel,
  failure,
  notice,
  aside,
  isPending,
  isDirty = false,
  isLockedWhilePending = false,
  isDangerous = false,
  maxWidth = 'xs',
  onSubmit,
  onClose,
  children,
}: FormDialogProps<V>): ReactElement {
  const titleId = useId();
  const isLocked = isLockedWhilePending && isPending;
  const [isTouched, setTouched] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const kept = useDialogDraft(draft);
  const leave = (): void => (isDirty || isTouched || kept.isDirty ? setLeaving(true) : onClose());
  return (
    <Dialog
      open
      fullWidth
      maxWidth={maxWidth}
      aria-labelledby={titleId}
      onClose={isLocked ? undefined : leave}
    >
      <form className={styles['form']} noValidate onSubmit={onSubmit} onChange={() => setTouched(true)}>
        <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </DialogTitle>
        <DialogContent>
          <Stack spacing={2.5}>
            {kept.status}
            {notice}
            {failure !== undefined && <Alert severity="error">{failure}</Alert>}
            {children}
          </Stack>
        </DialogContent>
        <DialogActions className={styles['actions']}>
          {aside}
          <Button variant="outlined" color="inherit" disabled={isLocked} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color={isDangerous ? 'error' : 'primary'} loading={isPending}>
            {submitLabel}
          </Button>
        </DialogActions>
      </form>
      {isLeaving && <LeaveQuestion onLeave={onClose} onStay={() => setLeaving(false)} />}
    </Dialog>
  );
}

interface GuardedFormDialogProps {
  title: string;
  submitLabel: string;
  onSubmit: (event: FormEvent) => void;
  onClose: () => void;
  /** Called before `onClose` if typed values are discarded. */
  onDiscard: () => void;
  isPending: boolean;
  /** Whether there are unsaved changes. */
  isDirty: boolean;
  maxWidth?: 'sm' | 'md';
  /** A `FormStatus` or its equivalent. */
  status: ReactNode;
  children: ReactNode;
}

/** A form in a dialog that cannot be closed by accident and that fills the screen of a phone. */
export function GuardedFormDialog({
  title,
  submitLabel,
  onSubmit,
  onClose,
  onDiscard,
  isPending,
  isDirty,
  maxWidth = 'md',
  status,
  children,
}: GuardedFormDialogProps): ReactElement {
  const titleId = useId();
  const isPhone = useMediaQuery('(max-width: 599.95px)', { noSsr: true });
  const [isLeaving, setLeaving] = useState(false);
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
            <Stack spacing={2}>
              {status}
              {children}
            </Stack>
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
        <LeaveQuestion
          onLeave={() => {
            onDiscard();
            onClose();
          }}
          onStay={() => setLeaving(false)}
        />
      )}
    </>
  );
}
