import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState, type ReactElement } from 'react';
import { LabelledInput } from '@handover/ui/forms/labelled-input.tsx';

interface SecretDialogProps {
  title: string;
  /** Explains its use and that it is shown only once. */
  text: string;
  label: string;
  secret: string;
  onClose: () => void;
}

/** Shows a secret once for copying. */
export function SecretDialog({ title, text, label, secret, onClose }: SecretDialogProps): ReactElement {
  const id = useId();
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => {
    void navigator.clipboard.writeText(secret).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText variant="body2" sx={{ mb: 2 }}>
          {text}
        </DialogContentText>
        <LabelledInput
          label={label}
          value={secret}
          readOnly
          hint={isCopied ? 'Copied' : undefined}
          onFocus={(event) => event.target.select()}
        />
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={copy}>
          Copy
        </Button>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  );
}
