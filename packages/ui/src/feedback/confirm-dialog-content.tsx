import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState, type FormEvent, type ReactElement } from 'react';
import { LabeledInput } from '../forms/labeled-input.tsx';
import { LeaveQuestion, type ConfirmDialogProps } from './confirm-dialog.tsx';

export default function ConfirmDialogContent({
  title,
  children,
  confirmLabel,
  onConfirm,
  onClose,
  isDangerous = false,
  typedText,
  hasField = false,
  isPending = false,
  isDisabled = false,
}: ConfirmDialogProps): ReactElement {
  const titleId = useId();
  const [typed, setTyped] = useState('');
  const [hasFailed, setFailed] = useState(false);
  const [isTouched, setTouched] = useState(false);
  const [isLeaving, setLeaving] = useState(false);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // Events of a portal bubble to a form around the dialog, which would be submitted too.
    event.stopPropagation();
    if (typedText !== undefined && typed.trim() !== typedText) setFailed(true);
    else if (!isPending && !isDisabled) onConfirm();
  };

  return (
    <Dialog
      open
      onClose={hasField && isTouched ? () => setLeaving(true) : onClose}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="xs"
    >
      <form
        noValidate
        onSubmit={submit}
        onChange={(event) => {
          event.stopPropagation();
          setTouched(true);
        }}
      >
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          <DialogContentText component="div" variant="body2">
            {children}
          </DialogContentText>
          {typedText !== undefined && (
            <LabeledInput
              label={`Type “${typedText}” to confirm`}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
              autoFocus
              error={hasFailed ? `Type exactly “${typedText}”` : undefined}
              sx={{ mt: 2 }}
            />
          )}
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            color={isDangerous ? 'error' : 'primary'}
            loading={isPending}
            disabled={isDisabled}
            autoFocus={typedText === undefined && !hasField}
          >
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
      {isLeaving && <LeaveQuestion onLeave={onClose} onStay={() => setLeaving(false)} />}
    </Dialog>
  );
}
